/** Implements the port over the threads. Reads go to the reader that has the least to do, in small parts. */
import { orAbort } from '../../../domain/abort.ts';
import type { Clock } from '../../../ports/stores.ts';
import type { LifecycleStore } from '../../../ports/lifecycle.ts';
import { floatsOf } from '../../../domain/portable.ts';
import { COMPARED_UNITS } from '../../../policy/retrieval.ts';
import { SLEEP_CYCLE } from '../../../policy/lifecycle.ts';
import type { Remote } from '../engine/batch-channel.ts';
import { readHits } from '../memories/found-rows.ts';
import { unpacked } from '../engine/slices.ts';
import type { ReaderPool } from '../engine/reader-pool.ts';
import type { ArchiveReads } from './read-archive.ts';
import type { LifecycleWrites } from './writes.ts';
import type { RetentionReads } from './reads.ts';
import type { RetrievalReads } from '../memories/retrieve-records.ts';

export function sqliteLifecycleStore(
  writer: Remote<LifecycleWrites>,
  readers: ReaderPool<RetentionReads & ArchiveReads & Pick<RetrievalReads, 'retrieve'>>,
  clock: Clock,
  flush: () => Promise<unknown>,
): LifecycleStore {
  return {
    retirable: (query, { signal }) => readers.leastBusy().retirable(query, signal),
    async settle(_, { signal }) {
      await orAbort(flush(), signal);
    },
    whole: (whose, memories, { signal }) => {
      const named = memories.map(({ memoryNo, id }) => ({ memoryNo, id }));
      return readers.leastBusy().whole({ whose, memories: named }, signal);
    },
    beginArchive: (object, whose, { signal }) => writer.beginArchive({ object, whose }, signal),
    evict: (command, { signal }) => writer.evict({ ...command, nowMs: clock.now() }, signal),
    completeArchive: (object, { signal }) => writer.completeArchive({ object }, signal),
    looseObjects: (_, { signal }) => readers.leastBusy().looseObjects({}, signal),
    forgetObject: (object, { signal }) => writer.forgetObject({ object }, signal),
    async archived(query, { signal }) {
      const { archived, next } = await readers.of(query).archived(query, signal);
      return { archived: await unpacked(archived, signal, (slice) => slice), next };
    },
    archivedAddresses: (whose, ids, { signal }) => readers.of(whose).archivedAddresses({ whose, ids }, signal),
    retention: ({ signal }) => readers.leastBusy().retention({}, signal),
    setRetention: (tenant, type, days, { signal }) => writer.setRetention({ tenant, type, days }, signal),
    lastRun: (job, { signal }) => readers.leastBusy().lastRun({ job }, signal),
    noteRun: (job, atMs, { signal }) => writer.noteRun({ job, atMs }, signal),
    keepRun: (run, { signal }) => writer.keepRun(run, signal),
    pastRuns: ({ signal }) => readers.leastBusy().pastRuns({}, signal),
    async toScore(afterNo, limit, { signal }) {
      if (afterNo === 0) await flush();
      return readers.leastBusy().toScore({ afterNo, limit }, signal);
    },
    setImportance: (weights, { signal }) => writer.setImportance(weights, signal),
    async explain(whose, id, { signal }) {
      await flush();
      return readers.of(whose).explain({ whose, id }, signal);
    },
    poolsOver: (cap, afterNo, { signal }) => readers.leastBusy().poolsOver({ cap, afterNo }, signal),
    candidates: (memoryNos, { signal }) => readers.leastBusy().candidates({ memoryNos }, signal),
    lowest: (poolNo, after, limit, { signal }) => readers.leastBusy().lowest({ poolNo, after, limit }, signal),
    uncompared: (afterNo, limit, { signal }) => readers.leastBusy().uncompared({ afterNo, limit }, signal),
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
        isOneNamespace: true,
        nowMs,
      };
      const found = await readers.of(scope).retrieve({ type: 'LONG_TERM', query, clockMs: nowMs }, signal);
      const records = (await readHits(found, scope, signal)).map(({ record }) => record);
      return records.filter((record) => record.id !== id);
    },
    candidatesById: (ids, { signal }) => readers.leastBusy().candidatesById({ ids }, signal),
    noteCompared: (memories, { signal }) =>
      writer.noteCompared(
        memories.map(({ memoryNo, memory: { id, version } }) => ({ memoryNo, id, version })),
        signal,
      ),
  };
}
