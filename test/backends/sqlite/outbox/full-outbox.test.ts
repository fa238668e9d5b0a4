import { join } from 'node:path';
import { expect } from 'chai';
import { Sqlite } from '../../../../server/backends/sqlite/engine/sqlite.ts';
import { STORE_FILE } from '../../../../server/backends/sqlite/migrations/migrations.ts';
import { OUTBOX } from '../../../../server/policy/backends.ts';
import { ANA, call, failure, startEmpty, subjectOf, type Subject } from '../../../conformance/subject.ts';
import { closeAndDelete, encoder, openTemporary, type TemporaryStore } from '../temporary-store.ts';

const mirror = 'index that is away';

function longTermOf(opened: TemporaryStore): Subject {
  const never = () => Promise.reject(new Error('not asked for'));
  const parts = {
    store: opened.stores.LONG_TERM,
    clock: opened.clock,
    flush: opened.sweep,
    reopen: never,
    close: never,
  };
  return subjectOf({ ...parts, embed: (text) => encoder.embed(text) }, 'LONG_TERM');
}

describe('an outbox that is full', () => {
  it('refuses changes of long-term memory until there is room, and the store goes on writing', async () => {
    startEmpty();
    const first = await openTemporary({ mirror });
    const [added] = await longTermOf(first).addAll(['one']);
    await first.close();
    const db = new Sqlite(join(first.dataDir, STORE_FILE));
    db.exec(`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${OUTBOX.most})
      INSERT INTO outbox (id, user_no, sequence, revision, state, attempts, changed_ms, at_ms)
      SELECT 'lt_' || i, 0, i, 1, 'WAITING', 0, 0, 0 FROM n`);
    db.close();

    const second = await openTemporary({ dataDir: first.dataDir, mirror });
    try {
      const { store } = longTermOf(second);
      const change = { scope: ANA, id: added!.record.id, patch: { importance: 0.5 }, nowMs: second.clock.now() };
      const refused = await failure(store.update(change, call()));
      expect(refused.reason).to.equal('BACKEND_UNAVAILABLE');
      expect(refused.message).to.include('has not taken the last 200,000 changes');
      expect(second.failure(), 'the store has not failed').to.equal(undefined);
      const persona = { type: 'PERSONA' as const, key: 'tone', value: 'dry', versions: [] };
      const intent = { id: 'pe_1', scope: ANA, payload: persona, nowMs: second.clock.now(), autoPrune: 'OFF' as const };
      const [outcome] = await second.stores.PERSONA.add([intent], call());
      expect(outcome?.ok).to.equal(true);
      second.audit.refuseUnlessWriting();
      const done = Array.from({ length: 10 }, (_, at) => ({ id: `lt_${at + 1}`, sequence: at + 1 }));
      await second.outbox.settle(
        done.map((one) => ({ ...one, revision: OUTBOX.servers, as: 'DONE' })),
        call(),
      );
      expect((await store.update(change, call())).record.importance).to.equal(0.5);
    } finally {
      await closeAndDelete(second);
    }
  });
});
