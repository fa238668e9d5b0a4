/** Reads what requests ask about the graph of entities. */
import { normalName } from '../../domain/merge/normal-name.ts';
import { GRAPH_DEFAULTS } from '../../policy/limits.ts';
import type { Direction, GraphQuestion } from '../../ports/stores.ts';
import type { RetrieveMemoriesRequest } from '../../../proto/gen/recorda/v1/memory.ts';
import type { ServiceCall } from '../call.ts';

/** By default both directions are followed. */
export function toDirection(direction: string): Direction {
  if (direction === 'TRAVERSE_DIRECTION_OUT') return 'OUT';
  return direction === 'TRAVERSE_DIRECTION_IN' ? 'IN' : 'BOTH';
}

/** Replaces 0 by the default. */
export function orDefault(number: number, otherwise: number): number {
  return number === 0 ? otherwise : number;
}

/** Returns the additional options of a search of entities; undefined if there are none. */
export function toGraphQuestion(
  { asOf, knownAt, entityNeighbors }: RetrieveMemoriesRequest,
  call: ServiceCall,
): GraphQuestion | undefined {
  const asOfMs = (asOf ?? knownAt)?.getTime();
  if (asOfMs === undefined && entityNeighbors === undefined) return undefined;
  return {
    ...(asOfMs !== undefined && { moment: { asOfMs, knownAtMs: knownAt?.getTime() } }),
    ...(entityNeighbors !== undefined && {
      neighbors: {
        direction: toDirection(entityNeighbors.direction),
        maxHops: orDefault(entityNeighbors.maxHops, GRAPH_DEFAULTS.hops),
        relationshipTypes: entityNeighbors.relationshipTypes.map(normalName),
        limit: orDefault(entityNeighbors.limit, GRAPH_DEFAULTS.neighbors),
        withinMs: call.deadlineAt - performance.now(),
      },
    }),
  };
}
