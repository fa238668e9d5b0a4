import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { expect } from 'chai';
import { openForReading } from '../../../../server/backends/sqlite/engine/file/open-file.ts';
import { STORE_FILE } from '../../../../server/backends/sqlite/migrations/migrations.ts';
import { readTurn } from '../../../../server/domain/context/read-turn.ts';
import { RECALL_MS } from '../../../../server/policy/lifecycle.ts';
import { closeAndDelete, openTemporary, type TemporaryStore } from '../temporary-store.ts';
import { FACT_READER } from '../../../fact-reader.ts';

const call = { signal: new AbortController().signal };
const reading = {
  count: (text: string) => text.length,
  embed: () => new Float32Array(1),
  newFactId: () => `fa_${randomUUID()}`,
  reader: FACT_READER,
  scope: { agentId: '', sessionId: '' },
};

describe('the sweep of conversations', () => {
  let opened: TemporaryStore;
  beforeEach(async () => {
    opened = await openTemporary();
  });
  afterEach(() => closeAndDelete(opened));

  const rows = (table: string): number => {
    const db = openForReading(join(opened.dataDir, STORE_FILE));
    const count = db.prepare(`SELECT count(*) FROM ${table}`).pluck().get() as number;
    db.close();
    return count;
  };
  let said = 0;
  const append = async (sessionId: string, count: number): Promise<void> => {
    const turns = Array.from({ length: count }, () => {
      const content = `Parcel ${(said += 1)} weighs 3 kilos.`;
      const turn = { role: 'ASSISTANT' as const, content, speaker: '', timeMs: 0, toolCalls: [], toolCallId: '' };
      return readTurn(turn, `tn_${said}`, reading);
    });
    const scope = { tenant: 't', userId: 'u', agentId: '', sessionId, namespace: '', taskId: '' };
    await opened.context.append({ scope, turns, windowPolicy: 'SLIDING', nowMs: opened.clock.now() }, call);
  };

  it('deletes what nobody has used for 90 days, windows and summaries and all, and nothing else', async () => {
    for (let session = 0; session < 25; session += 1) await append(`old-${session}`, 8);
    opened.clock.advance(RECALL_MS / 2);
    await append('young', 8);
    opened.clock.advance(RECALL_MS / 2);
    await opened.sweep();
    expect(rows('sessions')).to.equal(26);
    opened.clock.advance(1);
    await opened.sweep();
    expect(rows('sessions')).to.equal(1);
    expect(rows('segments')).to.be.within(1, 8);
    expect(rows('turns')).to.be.within(1, 8);
    expect(rows('memories')).to.equal(8);
  });
});
