/** RetrieveMemories: all types, collected. */
import { targetOfSearch } from '../../policy/latency-targets.ts';
import { DEFAULTS } from '../../policy/limits.ts';
import type { Hit } from '../../ports/stores.ts';
import type { RetrieveMemoriesRequest, RetrieveMemoriesResponse } from '../../../proto/gen/recorda/v1/memory.ts';
import type { ServiceCall } from '../call.ts';
import type { MemoryDependencies } from './dependencies.ts';
import { searchTypes, type TypeSearch } from './search.ts';
import { fromHit } from './translate.ts';

export function retrieveMemories(dependencies: MemoryDependencies) {
  const search = searchTypes(dependencies);

  return async function (request: RetrieveMemoriesRequest, call: ServiceCall): Promise<RetrieveMemoriesResponse> {
    const searches = await Promise.all(search(request, call));
    if (searches.every(({ error }) => error !== undefined)) throw searches[0]!.error!;
    const hits = inOrder(searches, request);
    return {
      results: hits.map(fromHit),
      types: searches.map(({ report }) => report),
      latencyMs: call.elapsedMs(),
      targetMs: targetOfSearch(
        searches.map(({ type }) => type),
        hits.length,
      ),
    };
  };
}

/** Grouped by type, fastest first, or all by similarity: fusion scores belong to one query and one type. */
function inOrder(searches: readonly TypeSearch[], request: RetrieveMemoriesRequest): readonly Hit[] {
  const grouped = ([] as Hit[]).concat(...searches.map(({ hits }) => hits));
  if (request.orderBy !== 'RETRIEVE_ORDER_SCORE') return grouped;
  return grouped.toSorted((a, b) => b.similarity - a.similarity).slice(0, request.topK ?? DEFAULTS.topK);
}
