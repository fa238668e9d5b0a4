/** The options and results of the calls on entities. */
import type {
  AddOptions,
  EntityMemory,
  Hit,
  JsonObject,
  RelationshipMemory,
  SearchReport,
  StreamOptions,
} from './agent-types.ts';
import type { CallOptions } from './typed-client.ts';

/** Options that entities and relationships share. */
type StatedOptions = AddOptions & {
  /** The attributes. At most 64 KB as JSON. */
  readonly attributes?: JsonObject | undefined;
  /** The time from which it is valid in the world; absent: it always was. */
  readonly validFrom?: Date | undefined;
  /** The time until which it is valid, exclusive; absent: it still is. */
  readonly validTo?: Date | undefined;
  /** The ids of the memories that support it, at most 100. */
  readonly evidence?: readonly string[] | undefined;
};
/** Options of adding an entity. */
export type UpsertEntityOptions = StatedOptions & {
  /** Other names that it is found by, at most 50. */
  readonly aliases?: readonly string[] | undefined;
};
/** Options of adding a relationship. */
export type RelateOptions = StatedOptions;

/**
 * An end of a relationship: an id, an entity as it was read, or a name and type, which is added if it does not exist.
 */
export type EntityTarget = string | { readonly id: string } | { readonly name: string; readonly type: string };

/** The direction in which to walk: from `from` to `to`, the reverse, or either way. */
export type Direction = 'out' | 'in' | 'both';

/** Options of a walk. */
type WalkOptions = {
  /** The direction; absent: both. */
  readonly direction?: Direction | undefined;
  /** The most relationships to walk, 1 to 5; absent: 1. */
  readonly maxHops?: number | undefined;
  /** The types of relationships to walk along; absent: any type. */
  readonly relationshipTypes?: readonly string[] | undefined;
};
/** Options that select a moment. */
type MomentOptions = {
  /** Only what is valid in the world at this time. */
  readonly asOf?: Date | undefined;
  /** Only what the store had recorded at this time. */
  readonly knownAt?: Date | undefined;
};
/** Options of traversing entities. */
export type TraverseOptions = CallOptions &
  WalkOptions &
  MomentOptions & {
    /** The types of entities to walk to: others are neither returned nor walked through; absent: any type. */
    readonly entityTypes?: readonly string[] | undefined;
    /** The most entities, including starts, 1 to 1,000; absent: 100. */
    readonly limit?: number | undefined;
  };

/** An entity that a walk reached. */
export type ReachedEntity = {
  readonly entity: EntityMemory;
  /** The number of relationships between it and the nearest start; 0 for a start. */
  readonly distance: number;
};
/** The result of a walk, without earlier versions. */
export type Traversal = {
  /** The entities, nearest first. */
  readonly entities: readonly ReachedEntity[];
  /** The relationships between them that were walked along. */
  readonly relationships: readonly RelationshipMemory[];
  /** Whether there is more within reach. */
  readonly truncated: boolean;
  /** The time that the server spent on the call, in milliseconds. */
  readonly latencyMs: number;
};

/** Options of finding entities. */
export type FindEntitiesOptions = Omit<StreamOptions, 'types'> &
  MomentOptions & {
    /** Returns the surroundings of each entity: at most `limit` entities, 1 to 100; absent: 10. */
    readonly neighbors?: (WalkOptions & { readonly limit?: number | undefined }) | undefined;
  };
/** An entity that was found. */
export type EntityHit = Hit & {
  readonly memory: EntityMemory;
  /** The entities around it, nearest first, if `neighbors` asked for them. */
  readonly neighbors: readonly ReachedEntity[];
  /** The relationships that lead to these. */
  readonly relationships: readonly RelationshipMemory[];
  /** Whether there are more around it. */
  readonly truncated: boolean;
};
/** The entities that a search found, best first, with its report. */
export type EntityHits = readonly EntityHit[] & SearchReport;
