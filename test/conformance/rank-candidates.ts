/** Ranks what an index of another machine gave: as the store's own index would rank it, were it all there is. */
import type { Hit, RetrieveQuery } from '../../server/ports.ts';
import type { SearchDocument } from '../../server/ports-of-search.ts';
import type { MemoryIndex } from '../../server/retrieval/memory-index.ts';

type RankQuery = Pick<RetrieveQuery, 'text' | 'vector' | 'topK' | 'minSimilarity' | 'explain' | 'nowMs'>;

/** Their vectors must be of the index's embedder; the index is empty and the caller's to release. */
export function rankCandidates(
  candidates: readonly SearchDocument[],
  query: RankQuery,
  index: MemoryIndex,
  accepts?: (id: string) => boolean,
): readonly Hit[] {
  const records = new Map(candidates.map(({ record }) => [record.id, record]));
  // What came first is older, where times are the same.
  const inOrder = candidates.toSorted((one, other) => byAge(one.record, other.record));
  index.put(
    inOrder.map(({ record: { id, scope, payload, createTimeMs }, vector }) => ({
      id,
      text: payload.type === 'LONG_TERM' ? payload.content : '',
      speaker: payload.type === 'LONG_TERM' ? payload.speaker : '',
      sessionId: scope.sessionId,
      ...(payload.type === 'LONG_TERM' && { turn: payload.turn, eventTimeMs: payload.eventTimeMs }),
      createTimeMs,
      vector,
    })),
  );
  return index.search({ ...query, accepts }).map(({ id, ...hit }) => ({ record: records.get(id)!, ...hit }));
}

type Aged = { readonly createTimeMs: number; readonly id: string };

function byAge(one: Aged, other: Aged): number {
  return one.createTimeMs - other.createTimeMs || (one.id < other.id ? -1 : Number(one.id > other.id));
}
