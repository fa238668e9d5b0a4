/**
 * What callers want changed, and what became of it. An *intent* is checked for form but not against the store; an *outcome* is
 * what the store made of it, by the pure functions of domain/decide.
 */
import type { RecordaError } from './errors.ts';
import type { SortKey } from './list-order.ts';
import type { JsonObject, MemoryRecord, Payload, PayloadPatch, Scope, Source } from './memory.ts';

/** A protected repeat: the same id with the same body hash gets the first outcome again. */
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
  /** The embedding, for types that store one; normalised, of the embedder's dimensions. */
  readonly vector?: Float32Array | undefined;
} & MadeBy;

/** Says which embedder made a vector. */
export type MadeBy = {
  /** The key of the embedder that made it; absent: the one that the store is of. */
  readonly embedder?: string | undefined;
  /** The same text's by the embedder that the store changes to, where it does. */
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
  /** Those pruned or evicted, the first 1,000. */
  readonly removedIds: readonly string[];
  /** Durable, and found by this server; the index that other servers search does not show it yet. */
  readonly isPending?: boolean | undefined;
};

/** A result or the error of one of several intents. */
export type Outcome<T> =
  { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: RecordaError };

/** Which memory. Set fields of `scope` beyond tenant and user must be the memory's. */
export type MemoryRef = { readonly scope: Scope; readonly id: string };

/** The fields of an update; a key that is absent stays as it is, one that is present and undefined is cleared. */
export type MemoryPatch = PayloadPatch & {
  readonly importance?: number | undefined;
  readonly isPinned?: boolean;
  readonly metadata?: JsonObject | undefined;
};

export type UpdateIntent = MemoryRef &
  MadeBy & {
    readonly patch: MemoryPatch;
    readonly nowMs: number;
    /** Must be the record's, if given. */
    readonly version?: number | undefined;
    readonly requestId?: RequestId | undefined;
    /** The vector of the new content, where the patch has one and the type stores it. */
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
  /** As of an add. */
  readonly isPending?: boolean | undefined;
};
export type Removed = {
  readonly remaining: Remaining;
  /** How many relationships went with the entity that was removed. */
  readonly removedRelationships: number;
};

/** A position in a listing: of create time, then id, after what the listing is ordered by before them. */
export type ListCursor = {
  readonly createTimeMs: number;
  readonly id: string;
  readonly keys?: readonly SortKey[] | undefined;
};
