/** Queries of the graph of entities, and their answers. */
import type { MemoryRecord, Scope } from '../memory.ts';
import type { Moment } from './moment.ts';
import type { Reached } from './walk.ts';

/** The direction in which a relationship is followed; BOTH is either way. */
export type Direction = 'OUT' | 'IN' | 'BOTH';

/** The parameters of a walk among entities, except where it starts. Types are normalised names (domain/merge); no type means any. */
export type WalkLimits = {
  readonly direction: Direction;
  readonly maxHops: number;
  readonly relationshipTypes: readonly string[];
  readonly entityTypes: readonly string[];
  /** The most entities to return. */
  readonly limit: number;
};

/** An entity by its id, or all entities with this name, of this type unless that is ''. */
export type EntityStart = { readonly id: string } | { readonly name: string; readonly entityType: string };

export type TraverseQuery = WalkLimits & {
  readonly scope: Scope;
  readonly starts: readonly EntityStart[];
  /** The time in the world. */
  readonly asOfMs: number;
  /** The time in the store; absent: now. */
  readonly knownAtMs?: number | undefined;
  /** The time that the query may take, in milliseconds. */
  readonly withinMs: number;
};

export type Traversal = {
  readonly entities: readonly Reached[];
  readonly relationships: readonly MemoryRecord[];
  /** True if more entities are within reach. */
  readonly isTruncated: boolean;
};

/** Additional parameters of a search of entities. */
export type GraphQuestion = {
  /** Absent: entities as they are now, including those that no longer hold in the world. */
  readonly moment?: Moment | undefined;
  /** The part of each entity's surroundings to return, not counting the entity itself; absent: none. */
  readonly neighbors?: (Omit<WalkLimits, 'entityTypes'> & { readonly withinMs: number }) | undefined;
};
