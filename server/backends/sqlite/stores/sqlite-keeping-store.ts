/** The port over the threads. What is read is asked of the reader that has the least to do, in small parts. */
import { orAbort } from '../../../domain/abort.ts';
import type { Clock } from '../../../ports/stores.ts';
import type { KeepingStore } from '../../../ports/keeping.ts';
import { floatsOf } from '../../../domain/portable.ts';
import { COMPARED_UNITS } from '../../../policy/same-meaning.ts';
import { SLEEP_CYCLE } from '../../../policy/sleep-cycle.ts';
import type { BatchChannel } from '../threads/batch-channel.ts';
import { readHits } from '../threads/found-rows.ts';
import { unpacked } from '../threads/slices.ts';
import type { ReaderPool } from '../threads/reader-pool.ts';
import type { WriterApi } from '../threads/thread-api.ts';

export function sqliteKeepingStore(
  writer: BatchChannel<WriterApi>,
  readers: ReaderPool,
  clock: Clock,
  flush: () => Promise<unknown>,
): KeepingStore {
  return {
    retirable: (query, { signal }) => readers.leastBusy().call('retirable', query, signal),
    async settle(_, { signal }) {
      await orAbort(flush(), signal);
    },
    whole: (whose, memories, { signal }) => {
      const memoryNos = memories.map(({ memoryNo }) => memoryNo);
      return readers.leastBusy().call('whole', { whose, memoryNos }, signal);
    },
    beginArchive: (object, whose, { signal }) => writer.call('beginArchive', { object, whose }, signal),
    evict: (order, { signal }) => writer.call('evict', { ...order, nowMs: clock.now() }, signal),
    completeArchive: (object, { signal }) => writer.call('completeArchive', { object }, signal),
    looseObjects: (_, { signal }) => readers.leastBusy().call('looseObjects', {}, signal),
    forgetObject: (object, { signal }) => writer.call('forgetObject', { object }, signal),
    async archived(query, { signal }) {
      const { archived, next } = await readers.of(query).call('archived', query, signal);
      return { archived: await unpacked(archived, signal, (slice) => slice), next };
    },
    archivedPlaces: (whose, ids, { signal }) => readers.of(whose).call('archivedPlaces', { whose, ids }, signal),
    retention: ({ signal }) => readers.leastBusy().call('retention', {}, signal),
    setRetention: (tenant, type, days, { signal }) => writer.call('setRetention', { tenant, type, days }, signal),
    lastRun: (job, { signal }) => readers.leastBusy().call('lastRun', { job }, signal),
    noteRun: (job, atMs, { signal }) => writer.call('noteRun', { job, atMs }, signal),
    async toWeigh(afterNo, limit, { signal }) {
      if (afterNo === 0) await flush();
      return readers.leastBusy().call('toWeigh', { afterNo, limit }, signal);
    },
    weigh: (weights, { signal }) => writer.call('weigh', weights, signal),
    async explain(whose, id, { signal }) {
      await flush();
      return readers.of(whose).call('explain', { whose, id }, signal);
    },
    poolsOver: (cap, afterNo, { signal }) => readers.leastBusy().call('poolsOver', { cap, afterNo }, signal),
    candidates: (memoryNos, { signal }) => readers.leastBusy().call('candidates', { memoryNos }, signal),
    lowest: (poolNo, after, limit, { signal }) => readers.leastBusy().call('lowest', { poolNo, after, limit }, signal),
    uncompared: (afterNo, limit, { signal }) => readers.leastBusy().call('uncompared', { afterNo, limit }, signal),
    async near({ tenant, userId, id, memory }, { signal }) {
      const { payload, namespace, vector } = memory;
      if (payload.type !== 'LONG_TERM' || vector === undefined) return [];
      const scope = { tenant, userId, agentId: '', sessionId: '', namespace, taskId: '' };
      const nowMs = clock.now();
      const query = {
        scope,
        text: payload.content.slice(0, COMPARED_UNITS),
        vector: floatsOf(vector),
        embedder: vector.embedder,
        topK: SLEEP_CYCLE.duplicateCandidates + 1,
        minSimilarity: SLEEP_CYCLE.duplicateSimilarity,
        explain: false,
        nowMs,
      };
      const found = await readers.of(scope).call('retrieve', { type: 'LONG_TERM', query, clockMs: nowMs }, signal);
      const records = (await readHits(found, scope, signal)).map(({ record }) => record);
      // No namespace asks for all of them.
      return records.filter((record) => record.id !== id && record.scope.namespace === namespace);
    },
    worthOf: (ids, { signal }) => readers.leastBusy().call('worthOf', { ids }, signal),
    noteCompared: (memoryNos, { signal }) => writer.call('noteCompared', memoryNos, signal),
  };
}
