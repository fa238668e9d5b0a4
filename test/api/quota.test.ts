import { expect } from 'chai';
import type { AgentMemory } from '../../client/agent-types.ts';
import type { Recorda } from '../../client/recorda.ts';
import { LIMITS, QUOTAS } from '../../server/policy/limits.ts';
import { MB } from '../../server/policy/units.ts';
import { ALSO_TORTURE, scaled } from '../scale.ts';
import { all, describeDoors, errorOf, storeWith } from './doors.ts';

/** A fifth of the default quota; `npm run torture` fills the default one. */
const SHARE = scaled(1 / 5, 1);
const QUOTA = { count: QUOTAS.LONG_TERM.count * SHARE, bytes: QUOTAS.LONG_TERM.bytes * SHARE };
const MAX = QUOTA.count;
const MAX_TEXT = MAX.toLocaleString('en-US');
const openStore = storeWith({ quotas: { ...QUOTAS, LONG_TERM: QUOTA } });

/** Fills a user's long-term memory to the quota: `memory 0` is the oldest. */
async function fill({ memory }: Recorda, userId: string): Promise<void> {
  for (let first = 0; first < MAX; first += LIMITS.batchSize) {
    const { results } = await memory.batchAddMemories({
      requests: Array.from({ length: LIMITS.batchSize }, (_, n) => ({
        memory: { scope: { userId }, payload: { $case: 'text', value: { content: `memory ${first + n}` } } },
      })),
    });
    expect(results.every(({ result }) => result?.$case === 'added')).to.equal(true);
  }
}

const texts = (memories: readonly AgentMemory[]): string[] => memories.map(({ text }) => text);

describeDoors(
  `The quota of ${MAX_TEXT} long-term memories${ALSO_TORTURE}`,
  (door) => {
    let userId: string;
    const ana = () => door().recorda.agent({ userId });
    before(async () => {
      userId = door().newUser();
      await fill(door().recorda, userId);
    });

    it('refuses one more, and says what to do and how much is used', async () => {
      const error = await errorOf(ana().add('one too many'));
      expect(error).to.include({ reason: 'QUOTA_EXCEEDED', code: 'RESOURCE_EXHAUSTED', retryable: false });
      expect(error.message)
        .to.include('QuotaExceeded')
        .and.include(`max: ${MAX_TEXT}`)
        .and.include('Delete old memories or upgrade');
      expect(error.detail.quota).to.include({ limit: MAX, current: MAX });
      expect(error.detail.quota?.subject).to.include(userId).and.include('long_term');
      const { results } = await door().recorda.memory.batchAddMemories({
        requests: [{ memory: { scope: { userId }, payload: { $case: 'text', value: { content: 'x' } } } }],
      });
      expect(results[0]?.result).to.have.nested.property('value.reason', 'ERROR_REASON_QUOTA_EXCEEDED');
    });

    it('holds for this user alone', async () => {
      const { recorda, newUser } = door();
      expect((await recorda.agent({ userId: newUser() }).add('x')).operation).to.equal('ADD');
    });

    it('still finds one of them once the user’s index is warm', async () => {
      await ana().retrieve('memory 1');
      const hits = await ana().retrieve('memory 711', { topK: 3 });
      expect(hits[0]?.text).to.equal('memory 711');
    });

    it('deletes the oldest with auto_prune TO_FIT, and stays full', async () => {
      const [oldest] = await all(ana().list({ pageSize: 1000 }));
      const added = await ana().add('the newest', { autoPrune: 'to_fit' });
      expect(added).to.deep.include({
        operation: 'ADD_WITH_PRUNE',
        prunedCount: 1,
        evictedCount: 0,
        removedIds: [oldest!.id],
        remaining: { count: 0, bytes: added.remaining.bytes },
      });
      expect((await errorOf(ana().get(oldest!.id))).reason).to.equal('MEMORY_NOT_FOUND');
      const kept = texts(await all(ana().list({ pageSize: 1000 })));
      expect(kept).to.have.length(MAX);
      expect(kept[0]).to.equal('memory 1');
      expect(kept.at(-1)).to.equal('the newest');
    });

    it('deletes the oldest tenth with auto_prune FRACTION', async () => {
      const added = await ana().add('the very newest', { autoPrune: 'fraction' });
      expect(added).to.include({ operation: 'ADD_WITH_PRUNE', prunedCount: MAX / 10 });
      expect(added.removedIds).to.have.length(MAX / 10);
      expect(added.remaining.count).to.equal(MAX / 10 - 1);
      const kept = texts(await all(ana().list({ pageSize: 1000 })));
      expect(kept).to.have.length(MAX - MAX / 10 + 1);
      expect(kept[0]).to.equal(`memory ${MAX / 10 + 1}`);
      expect(kept.slice(-2)).to.deep.equal(['the newest', 'the very newest']);
      const hits = await ana().retrieve(`memory ${MAX / 20}`, { topK: 100 });
      expect(texts(hits.map(({ memory }) => memory))).not.to.include(`memory ${MAX / 20}`);
    });

    it('has room again after a delete', async () => {
      const before = await ana().add('counted');
      await ana().delete(before.memory);
      expect((await ana().add('counted again')).remaining).to.deep.equal({
        ...before.remaining,
        bytes: before.remaining.bytes - ' again'.length,
      });
    });
  },
  openStore,
);

describeDoors(
  `The quota of ${QUOTA.bytes / MB} MB of long-term memories${ALSO_TORTURE}`,
  (door) => {
    it('counts bytes, refuses what exceeds them, and prunes by bytes', async () => {
      const ana = door().recorda.agent({ userId: door().newUser() });
      const text = 'y'.repeat(LIMITS.contentBytes);
      for (let n = 0; n < QUOTA.bytes / LIMITS.contentBytes; n += 1) await ana.add(text);
      const error = await errorOf(ana.add('x'));
      expect(error.reason).to.equal('QUOTA_EXCEEDED');
      expect(error.detail.quota).to.include({ limit: QUOTA.bytes, current: QUOTA.bytes });
      expect(await ana.add('x', { autoPrune: 'to_fit' })).to.include({ operation: 'ADD_WITH_PRUNE', prunedCount: 1 });
    });
  },
  openStore,
);
