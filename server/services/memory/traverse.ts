/** TraverseEntities. */
import { normalName } from '../../domain/merge/normal-name.ts';
import { GRAPH_DEFAULTS } from '../../policy/limits.ts';
import { inTurns } from '../../ports/in-turns.ts';
import type { EntityStart, TraverseQuery } from '../../ports/stores.ts';
import type {
  EntityStart as StartMessage,
  TraverseEntitiesRequest,
  TraverseEntitiesResponse,
} from '../../../proto/gen/recorda/v1/memory.ts';
import type { ServiceCall } from '../call.ts';
import type { MemoryDependencies } from './dependencies.ts';
import { orDefault, toDirection } from './graph-question.ts';
import { toScope } from '../scope.ts';
import { fromReached, fromRecord } from './translate.ts';

export function traverseEntities({ graph }: MemoryDependencies) {
  return async function (request: TraverseEntitiesRequest, call: ServiceCall): Promise<TraverseEntitiesResponse> {
    const { entities, relationships, isTruncated } = await graph.traverse(toQuery(request, call), call);
    return {
      entities: await inTurns(entities, call.signal, fromReached),
      relationships: await inTurns(relationships, call.signal, (record) => fromRecord(record)),
      truncated: isTruncated,
      latencyMs: call.elapsedMs(),
    };
  };
}

function toQuery(request: TraverseEntitiesRequest, call: ServiceCall): TraverseQuery {
  const knownAtMs = request.knownAt?.getTime();
  return {
    scope: toScope(call.tenant, request.scope),
    starts: request.starts.map(toStart),
    direction: toDirection(request.direction),
    maxHops: orDefault(request.maxHops, GRAPH_DEFAULTS.hops),
    relationshipTypes: request.relationshipTypes.map(normalName),
    entityTypes: request.entityTypes.map(normalName),
    limit: orDefault(request.limit, GRAPH_DEFAULTS.entities),
    asOfMs: request.asOf?.getTime() ?? knownAtMs ?? call.nowMs,
    knownAtMs,
    withinMs: call.deadlineAt - performance.now(),
  };
}

function toStart({ start }: StartMessage): EntityStart {
  if (start?.$case === 'named') return { name: start.value.name, entityType: start.value.type };
  return { id: start?.value ?? '' };
}
