/**
 * Requests for changes, and their results. An *intent* was checked for form but not against the store; an *outcome* is what the store
 * made of it, by the pure functions of domain/decide.
 */
import type { RecordaError } from './errors.ts';
import type { SortKey } from './list-order.ts';
import type { JsonObject, MemoryRecord, Payload, PayloadPatch, Scope, Source } from './memory.ts';

/** Identifies a repeated request: the same id with the same body hash returns the first outcome again. */
export type RequestId = { readonly id: string; readonly bodyHash: string };

export type AutoPrune = 'OFF' | 'TO_FIT' | 'FRACTION';

export type AddIntent = {
  readonly id: string;
  readonly scope: Scope;
  readonly payload: Payload;
  readonly source?: Source | undefined;
  readonly metadata?: JsonObject | undefined;
  readonly importance?: number | undefined;
  readonly isPinned?: true | undefined;
  readonly nowMs: number;
  readonly autoPrune: AutoPrune;
  readonly requestId?: RequestId | undefined;
  /** The embedding, for types that store one; normalised, with the embedder's dimensions. */
  readonly vector?: Float32Array | undefined;
} & MadeBy;

/** Names the embedder that made a vector. */
export type MadeBy = {
  /** The key of the embedder that made it; absent: the current embedder of the store. */
  readonly embedder?: string | undefined;
  /** The same text's vector by the embedder that the store is changing to, if it is. */
  readonly next?: { readonly embedder: string; readonly vector: Float32Array } | undefined;
};

export type AddOperation = 'ADD' | 'ADD_WITH_PRUNE' | 'ADD_WITH_EVICTION' | 'MERGED';

export type Remaining = { readonly count: number; readonly bytes: number };

export type Added = {
  readonly record: MemoryRecord;
  readonly operation: AddOperation;
  readonly remaining: Remaining;
  readonly prunedCount: number;
  readonly evictedCount: number;
  /** Ids of memories that were pruned or evicted, at most 1,000. */
  readonly removedIds: readonly string[];
  /** True if the change is durable and found by this server, but not yet by other servers' index. */
  readonly isPending?: boolean | undefined;
  /** True if the request had been applied before: this is its first answer again, and nothing changed. */
  readonly isRepeated?: true | undefined;
};

/** The result or the error of one of several intents. */
export type Outcome<T> =
  { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: RecordaError };

/** Names a memory. Fields of `scope` other than tenant and user must equal the memory's if they are set. */
export type MemoryRef = { readonly scope: Scope; readonly id: string };

/** The fields of an update; a key that is absent stays unchanged, one that is present and undefined is cleared. */
export type MemoryPatch = PayloadPatch & {
  readonly importance?: number | undefined;
  readonly isPinned?: boolean;
  readonly metadata?: JsonObject | undefined;
};

export type UpdateIntent = MemoryRef &
  MadeBy & {
    readonly patch: MemoryPatch;
    readonly nowMs: number;
    /** Must equal the record's version, if given. */
    readonly version?: number | undefined;
    readonly requestId?: RequestId | undefined;
    /** The vector of the new content, if the patch has content and the type stores a vector. */
    readonly vector?: Float32Array | undefined;
  };

export type RemoveIntent = MemoryRef & {
  readonly nowMs: number;
  readonly version?: number | undefined;
  readonly requestId?: RequestId | undefined;
};

export type Updated = {
  readonly record: MemoryRecord;
  readonly remaining: Remaining;
  /** Has the same meaning as for an add. */
  readonly isPending?: boolean | undefined;
};
export type Removed = {
  readonly remaining: Remaining;
  /** The number of relationships that were removed with an entity. */
  readonly removedRelationships: number;
  /** Has the same meaning as for an add. */
  readonly isRepeated?: true | undefined;
};

/** A position in a listing: the listing's own sort keys if any, then create time, then id. */
export type ListCursor = {
  readonly createTimeMs: number;
  readonly id: string;
  readonly keys?: readonly SortKey[] | undefined;
};
