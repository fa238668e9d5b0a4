/** What is asked of the graph of entities, and what it answers. */
import type { MemoryRecord, Scope } from '../memory.ts';
import type { Moment } from './moment.ts';
import type { Reached } from './walk.ts';

/** From where to where along a relationship; BOTH is either way. */
export type Direction = 'OUT' | 'IN' | 'BOTH';

/** What a walk among entities takes, beside where it starts. Types are normalised names (domain/merge); none is any. */
export type WalkLimits = {
  readonly direction: Direction;
  readonly maxHops: number;
  readonly relationshipTypes: readonly string[];
  readonly entityTypes: readonly string[];
  /** Entities at most. */
  readonly limit: number;
};

/** An entity by its id, or every one of this name: of this type, where it is not ''. */
export type EntityStart = { readonly id: string } | { readonly name: string; readonly entityType: string };

export type TraverseQuery = WalkLimits & {
  readonly scope: Scope;
  readonly starts: readonly EntityStart[];
  /** In the world. */
  readonly asOfMs: number;
  /** In the store; absent: now. */
  readonly knownAtMs?: number | undefined;
  /** How long it may go on, in milliseconds. */
  readonly withinMs: number;
};

export type Traversal = {
  readonly entities: readonly Reached[];
  readonly relationships: readonly MemoryRecord[];
  /** Whether there is more within reach. */
  readonly isTruncated: boolean;
};

/** What a search of entities takes besides. */
export type GraphQuestion = {
  /** Absent: the entities as they are now, also those that are not so in the world any more. */
  readonly moment?: Moment | undefined;
  /** What to bring of each one's surroundings, itself not counted; absent: nothing. */
  readonly neighbors?: (Omit<WalkLimits, 'entityTypes'> & { readonly withinMs: number }) | undefined;
};
