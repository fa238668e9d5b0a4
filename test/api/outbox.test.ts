import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { DeadLetterReason, IndexState } from '../../proto/gen/recorda/v1/outbox.ts';
import type { Clock } from '../../server/ports/stores.ts';
import { openRecorda } from '../../server/recorda.ts';
import type { Log } from '../../server/ports/telemetry.ts';
import { startSearchStandIn, type SearchStandIn } from '../stand-ins/azure-ai-search/serve-search.ts';
import { describeDoors, errorOf, type Door } from './doors.ts';

let standIn: SearchStandIn;

async function openMirrored(log: Log, clock: Clock) {
  standIn = await startSearchStandIn();
  const { endpoint, key } = standIn;
  const dataDir = await mkdtemp(join(tmpdir(), 'recorda-test-'));
  const longTerm = { endpoint, key, index: `test-${randomUUID()}`, vectors: 'hnsw', isSole: false } as const;
  const { pipeline, close } = await openRecorda({ dataDir, warmUp: false, longTerm, clock, log });
  return {
    pipeline,
    async close() {
      await close();
      await standIn.close();
      await rm(dataDir, { recursive: true });
    },
  };
}

const payload = (content: string) => ({ $case: 'text' as const, value: { content } });

/** Adds two memories at once, of which the index refuses the second permanently, and returns them. */
async function addRefused({ recorda, newUser }: Door, userId = newUser()) {
  standIn.fault({ kind: 'partial', statusCode: 400, path: 'search.index' });
  const requests = ['taken', 'refused'].map((content) => ({
    memory: { scope: { userId }, payload: payload(content) },
  }));
  const { results } = await recorda.memory.batchAddMemories({ requests });
  const ids = results.map(({ result }) => (result?.$case === 'added' ? result.value.memory!.id : ''));
  await eventually(async () =>
    expect((await recorda.admin.listOutboxDeadLetters({ userId })).deadLetters).to.have.length(1),
  );
  standIn.clearFaults();
  return { userId, ids };
}

async function eventually(holds: () => unknown): Promise<void> {
  const endMs = performance.now() + 45_000;
  for (;;) {
    try {
      await holds();
      return;
    } catch (error) {
      if (performance.now() > endMs) throw error;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }
}

describeDoors(
  'The outbox',
  (door) => {
    it('reports pending changes, and that a write is not searchable everywhere yet', async () => {
      const { recorda, newUser } = door();
      const scope = { userId: newUser() };
      const { indexState } = await recorda.memory.addMemory({
        memory: { scope, payload: payload('User enjoys skiing') },
      });
      expect(indexState).to.equal(IndexState.PENDING);
      await eventually(async () => {
        expect(await recorda.admin.getOutbox({})).to.include({ mirrored: true, indexAvailable: true, waitingCount: 0 });
      });
      const message = { $case: 'message' as const, value: { content: 'Hi' } };
      const added = await recorda.memory.addMemory({
        memory: { scope: { ...scope, sessionId: 's' }, payload: message },
      });
      expect(added.indexState).to.equal(IndexState.SEARCHABLE);
    });

    it('lists what the index refused, and sends it again', async () => {
      const { recorda, expectComplaint } = door();
      const { userId, ids } = await addRefused(door());
      await expectComplaint(/rejected changes/);
      const { deadLetters, nextPageToken } = await recorda.admin.listOutboxDeadLetters({ userId });
      expect(nextPageToken).to.equal('');
      const [letter] = deadLetters;
      expect(letter).to.deep.include({ userId, deleted: false, reason: DeadLetterReason.REFUSED, attempts: 1 });
      expect(ids).to.include(letter?.memoryId);
      expect(letter?.changeTime).to.be.instanceOf(Date);
      expect((await recorda.admin.getOutbox({})).deadCount).to.be.at.least(1);
      // This server finds it all the same.
      const found = await recorda.memory.retrieveMemories({ scope: { userId }, query: 'refused' });
      expect(found.results).to.have.length(2);
      expect(await recorda.admin.replayOutboxDeadLetters({ memoryIds: ['lt_unknown'] })).to.include({
        replayedCount: 0,
      });
      const again = await recorda.admin.replayOutboxDeadLetters({ memoryIds: [letter!.memoryId] });
      expect(again.replayedCount).to.equal(1);
      await eventually(async () => {
        expect(await recorda.admin.getOutbox({})).to.include({ waitingCount: 0, deadCount: 0 });
      });
      expect((await recorda.admin.replayOutboxDeadLetters({})).replayedCount).to.equal(0);
    });

    it('lists dead letters in pages, of all users or of one', async () => {
      const { recorda, expectComplaint } = door();
      const [ana, ben] = [await addRefused(door()), await addRefused(door())];
      await expectComplaint(/rejected changes/);
      await expectComplaint(/rejected changes/);
      const first = await recorda.admin.listOutboxDeadLetters({ pageSize: 1 });
      expect(first.deadLetters.map(({ userId }) => userId)).to.deep.equal([ana.userId]);
      const second = await recorda.admin.listOutboxDeadLetters({ pageSize: 1, pageToken: first.nextPageToken });
      expect(second.deadLetters.map(({ userId }) => userId)).to.deep.equal([ben.userId]);
      expect(second.nextPageToken).to.equal('');
      const other = recorda.admin.listOutboxDeadLetters({ userId: ben.userId, pageToken: first.nextPageToken });
      expect((await errorOf(other)).reason).to.equal('PAGE_TOKEN_INVALID');
      const tooMany = Array.from({ length: 1001 }, (_, index) => `lt_${index}`);
      const refused = await errorOf(recorda.admin.replayOutboxDeadLetters({ memoryIds: tooMany }));
      expect(refused.detail.fields?.[0]?.field).to.equal('memory_ids');
      expect((await recorda.admin.replayOutboxDeadLetters({})).replayedCount).to.equal(2);
    });
  },
  openMirrored,
);
