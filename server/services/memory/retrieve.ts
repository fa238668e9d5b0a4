/** RetrieveMemories: the results of all types together. */
import { inTurns } from '../../ports/in-turns.ts';
import { DEFAULTS } from '../../policy/limits.ts';
import type { Hit } from '../../ports/stores.ts';
import type { RetrieveMemoriesRequest, RetrieveMemoriesResponse } from '../../../proto/gen/recorda/v1/memory.ts';
import type { ServiceCall } from '../call.ts';
import type { MemoryDependencies } from './dependencies.ts';
import { searchTypes, targetOfRetrieval, type TypeSearch } from './search.ts';
import { fromHit } from './translate.ts';

export function retrieveMemories(dependencies: MemoryDependencies) {
  const search = searchTypes(dependencies);

  return async function (request: RetrieveMemoriesRequest, call: ServiceCall): Promise<RetrieveMemoriesResponse> {
    const searches = await Promise.all(search(request, call));
    if (searches.every(({ error }) => error !== undefined)) throw searches[0]!.error!;
    const hits = inOrder(searches, request);
    return {
      results: await inTurns(hits, call.signal, fromHit),
      types: searches.map(({ report }) => report),
      latencyMs: call.elapsedMs(),
      targetMs: targetOfRetrieval(request, hits.length, (type) => dependencies.stores[type].backend),
    };
  };
}

/**
 * Orders hits by type, fastest first, or all by similarity: fusion scores are comparable within one query and
 * one type only.
 */
function inOrder(searches: readonly TypeSearch[], request: RetrieveMemoriesRequest): readonly Hit[] {
  const grouped = searches.flatMap(({ hits }) => hits);
  const isByScore = request.orderBy === 'RETRIEVE_ORDER_SCORE';
  const most = request.topKTotal ?? (isByScore ? (request.topK ?? DEFAULTS.topK) : grouped.length);
  if (!isByScore && grouped.length <= most) return grouped;
  const best = grouped.toSorted((a, b) => b.similarity - a.similarity).slice(0, most);
  if (isByScore) return best;
  const chosen = new Set(best);
  return grouped.filter((hit) => chosen.has(hit));
}
