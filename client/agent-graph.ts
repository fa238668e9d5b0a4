/** Converts entities that were found or reached from the contract to the handle. */
import {
  TraverseDirection,
  type ReachedEntity as WireReached,
  type RetrievedMemory,
} from '../proto/gen/recorda/v1/memory.ts';
import type { Direction, EntityHit, ReachedEntity } from './agent-graph-types.ts';
import { agentMemory } from './agent-memory.ts';
import type { EntityMemory, RelationshipMemory } from './agent-types.ts';
import { hit } from './agent-wire.ts';

const DIRECTIONS: Readonly<Record<Direction, TraverseDirection>> = {
  out: TraverseDirection.OUT,
  in: TraverseDirection.IN,
  both: TraverseDirection.BOTH,
};

/** Converts a direction. An unknown name is sent as UNRECOGNIZED: the server refuses it and names the field. */
export function wireDirection(direction: Direction = 'both'): TraverseDirection {
  return Object.hasOwn(DIRECTIONS, direction) ? DIRECTIONS[direction] : TraverseDirection.UNRECOGNIZED;
}

export function reached({ entity, distance }: WireReached): ReachedEntity {
  return { entity: agentMemory(entity) as EntityMemory, distance };
}

export function entityHit(found: RetrievedMemory): EntityHit {
  return {
    ...hit(found),
    memory: agentMemory(found.memory) as EntityMemory,
    neighbors: found.neighbors.map(reached),
    relationships: found.neighborRelationships.map(agentMemory) as RelationshipMemory[],
    truncated: found.neighborsTruncated,
  };
}
