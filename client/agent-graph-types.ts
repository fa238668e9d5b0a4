/** What the calls on entities take and give. */
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

/** What is said of an entity or a relationship. */
type StatedOptions = AddOptions & {
  /** What is known of it. At most 64 KB as JSON. */
  readonly attributes?: JsonObject | undefined;
  /** From when this is so in the world; absent: always was. */
  readonly validFrom?: Date | undefined;
  /** Until when, that moment excluded; absent: still is. */
  readonly validTo?: Date | undefined;
  /** The ids of the memories that say so, at most 100. */
  readonly evidence?: readonly string[] | undefined;
};
/** Options of telling an entity. */
export type UpsertEntityOptions = StatedOptions & {
  /** Other names it is found by, at most 50. */
  readonly aliases?: readonly string[] | undefined;
};
/** Options of telling a relationship. */
export type RelateOptions = StatedOptions;

/** An end of a relationship: an id, an entity as it was read, or a name and type, added if there is none. */
export type EntityTarget = string | { readonly id: string } | { readonly name: string; readonly type: string };

/** Which way to walk: from `from` to `to`, back, or either way. */
export type Direction = 'out' | 'in' | 'both';

/** What a walk takes. */
type WalkOptions = {
  /** Absent: both. */
  readonly direction?: Direction | undefined;
  /** How far, 1 to 5; absent: 1. */
  readonly maxHops?: number | undefined;
  /** Only along relationships of these types; absent: of any. */
  readonly relationshipTypes?: readonly string[] | undefined;
};
/** When something stands. */
type MomentOptions = {
  /** Only what is so in the world at this time. */
  readonly asOf?: Date | undefined;
  /** As the store had recorded it at this time. */
  readonly knownAt?: Date | undefined;
};
/** Options of a walk. */
export type TraverseOptions = CallOptions &
  WalkOptions &
  MomentOptions & {
    /** Only to entities of these types: others are neither given nor walked through; absent: of any. */
    readonly entityTypes?: readonly string[] | undefined;
    /** How many entities at most, starts counted, 1 to 1,000; absent: 100. */
    readonly limit?: number | undefined;
  };

/** An entity that a walk reached. */
export type ReachedEntity = {
  readonly entity: EntityMemory;
  /** Relationships between it and the nearest start; 0: it is a start. */
  readonly distance: number;
};
/** What a walk found. Without earlier versions. */
export type Traversal = {
  /** Nearest first. */
  readonly entities: readonly ReachedEntity[];
  /** Those between them that were walked along. */
  readonly relationships: readonly RelationshipMemory[];
  /** Whether there is more within reach. */
  readonly truncated: boolean;
  /** The server's time for the call. */
  readonly latencyMs: number;
};

/** Options of finding entities. */
export type FindEntitiesOptions = Omit<StreamOptions, 'types'> &
  MomentOptions & {
    /** Brings what is around each one: at most `limit` entities, 1 to 100; absent: 10. */
    readonly neighbors?: (WalkOptions & { readonly limit?: number | undefined }) | undefined;
  };
/** An entity that was found. */
export type EntityHit = Hit & {
  readonly memory: EntityMemory;
  /** What is around it, nearest first, where that was asked for. */
  readonly neighbors: readonly ReachedEntity[];
  /** The relationships that lead there. */
  readonly relationships: readonly RelationshipMemory[];
  /** Whether there is more around it. */
  readonly truncated: boolean;
};
/** The entities that a search found, best first, and how it went. */
export type EntityHits = readonly EntityHit[] & SearchReport;
