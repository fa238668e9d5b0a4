import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { expect } from 'chai';
import { openForReading } from '../../../../server/backends/sqlite/engine/file/open-file.ts';
import { STORE_FILE } from '../../../../server/backends/sqlite/migrations/migrations.ts';
import { memoryId } from '../../../../server/domain/memory.ts';
import type { AddIntent } from '../../../../server/domain/intents.ts';
import { CHANGE_LOG_TTL_MS, REQUEST_ID_TTL_MS, SHORT_TERM_TTL_MS } from '../../../../server/policy/lifecycle.ts';
import { closeAndDelete, openTemporary, type TemporaryStore } from '../temporary-store.ts';

const call = () => ({ signal: new AbortController().signal });

describe('the sweep', () => {
  let opened: TemporaryStore;
  beforeEach(async () => {
    opened = await openTemporary();
  });
  afterEach(() => closeAndDelete(opened));

  const message = (sessionId: string, more: Partial<AddIntent> = {}): AddIntent => ({
    id: memoryId('SHORT_TERM', randomUUID().replaceAll('-', '')),
    scope: { tenant: 't', userId: 'u', agentId: '', sessionId, namespace: '', taskId: '' },
    payload: { type: 'SHORT_TERM', role: 'USER', content: 'hello', timeMs: 0 },
    nowMs: opened.clock.now(),
    autoPrune: 'OFF',
    ...more,
  });
  const rows = (table: string): number => {
    const db = openForReading(join(opened.dataDir, STORE_FILE));
    const count = db.prepare(`SELECT count(*) FROM ${table}`).pluck().get() as number;
    db.close();
    return count;
  };

  it('deletes expired sessions whole, and no other', async () => {
    const { SHORT_TERM: shortTerm } = opened.stores;
    for (const [session, length] of [
      ['a', 1],
      ['b', 20],
      ['c', 47],
    ] as const) {
      await shortTerm.add(
        Array.from({ length }, () => message(session)),
        call(),
      );
    }
    opened.clock.advance(SHORT_TERM_TTL_MS - 1);
    await shortTerm.add([message('d'), message('c')], call());
    await opened.sweep();
    expect(rows('memories')).to.equal(70);
    opened.clock.advance(1);
    await opened.sweep();
    expect(rows('memories')).to.equal(49);
    expect(rows('owners')).to.equal(2);
    opened.clock.advance(SHORT_TERM_TTL_MS);
    await opened.sweep();
    expect(rows('memories')).to.equal(0);
    expect(rows('owners')).to.equal(0);
  });

  it('lets writes through while it deletes', async () => {
    const { SHORT_TERM: shortTerm } = opened.stores;
    for (let session = 0; session < 30; session += 1) {
      await shortTerm.add(
        Array.from({ length: 100 }, () => message(`s${session}`)),
        call(),
      );
    }
    opened.clock.advance(SHORT_TERM_TTL_MS);
    let isSwept = false;
    const sweeping = opened.sweep().then(() => (isSwept = true));
    await shortTerm.add([message('new')], call());
    expect(isSwept).to.equal(false);
    await sweeping;
    expect(rows('memories')).to.equal(1);
  });

  it('forgets old request ids and the old end of the log, whose numbers are not given out again', async () => {
    const { SHORT_TERM: shortTerm } = opened.stores;
    const intents = Array.from({ length: 50 }, (_, index) =>
      message('a', { requestId: { id: `r${index}`, bodyHash: 'h' } }),
    );
    await shortTerm.add(intents, call());
    expect([rows('requests'), rows('changes')]).to.deep.equal([50, 50]);
    opened.clock.advance(REQUEST_ID_TTL_MS);
    await opened.sweep();
    expect([rows('requests'), rows('changes')]).to.deep.equal([0, 100]);
    opened.clock.advance(CHANGE_LOG_TTL_MS);
    await opened.sweep();
    expect(rows('changes')).to.equal(1);
    await shortTerm.add([message('a')], call());
    const db = openForReading(join(opened.dataDir, STORE_FILE));
    expect(db.prepare('SELECT revision FROM changes ORDER BY sequence').pluck().all()).to.deep.equal([100, 101]);
    db.close();
  });

  it('leaves an index that is behind the log to be rebuilt', async () => {
    const { SHORT_TERM: shortTerm } = opened.stores;
    const query = () =>
      ({ scope: message('a').scope, text: 'hello', topK: 100, explain: false, nowMs: opened.clock.now() }) as const;
    await shortTerm.add([message('a')], call());
    expect((await shortTerm.retrieve(query(), call())).length).to.equal(1);
    const [first] = await shortTerm.retrieve(query(), call());
    await shortTerm.remove(
      { scope: message('a').scope, id: first?.record.id ?? '', nowMs: opened.clock.now() },
      call(),
    );
    opened.clock.advance(CHANGE_LOG_TTL_MS + 1);
    await shortTerm.add([message('b')], call());
    await opened.sweep();
    await shortTerm.add([message('a'), message('a')], call());
    expect((await shortTerm.retrieve(query(), call())).length).to.equal(2);
  });
});
