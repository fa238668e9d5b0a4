/**
 * An index on another machine in which memories are found: a mirror of a durable store, complete enough that a server without that
 * store can serve memories from it. The index returns candidates; the domain ranks them.
 *
 * Terms: a *revision* orders the changes of one memory, over all servers that write it; a change with a lower revision than the index
 * knows is *outdated*. The index may *lag*: a write is found only some time later.
 */
import type { MemoryRecord, Scope } from '../domain/memory.ts';
import type { CallContext, FilterSource, ListCursor, ListQuery, MemoryRef, Outcome } from './stores.ts';

/** A memory in the index. */
export type SearchDocument = {
  readonly record: MemoryRecord;
  /** The revision: a whole number from 0 on, the greatest for the newest version of the record. */
  readonly revision: number;
  /** The vector, normalised. */
  readonly vector: Float32Array;
  /** The key of the embedder that made the vector. */
  readonly embedder: string;
};

/** The index's data of a memory, without the vector. */
export type SearchedRecord = Pick<SearchDocument, 'record' | 'revision'>;

/** The removal of a memory; tenant and user are in its scope. */
export type SearchRemoval = MemoryRef & { readonly revision: number };

/** Identifies a change, to ask whether searches show it. */
export type SearchMark = SearchRemoval & { readonly isRemoved: boolean };

/** The result of a write. OUTDATED: the index knows a newer change, and nothing has changed. */
export type SearchWrite = 'WRITTEN' | 'OUTDATED';

export type CandidateQuery = {
  /** The scope: tenant and user, and the namespace if it is set. */
  readonly scope: Scope;
  readonly text: string;
  /** The vector of the text; candidates with a vector of another embedder are found only by their words. */
  readonly vector: Float32Array;
  readonly embedder: string;
  readonly filter?: FilterSource | undefined;
  /** Returns at most this many candidates: the best by words and the best by meaning. */
  readonly count: number;
  /** The time by which expired memories are left out. */
  readonly nowMs: number;
};

/** An index's description of itself. */
export type SearchCheck = {
  /** The host and the index, as operators know them. */
  readonly target: string;
  /** The version of the API that is used. */
  readonly version: string;
  readonly roundTripMs: number;
  /** The number of documents of all users, counted with a delay. */
  readonly documents: number;
};

/**
 * Finds memories on another machine. For every method, identifiers are compared byte for byte, and no tenant or user ever sees
 * another's memories. Rejects with a RecordaError, never with a driver's error: BACKEND_UNAVAILABLE if the index does not answer or
 * has no capacity for the call, CANCELLED or DEADLINE_EXCEEDED soon after `call.signal` aborts.
 */
export interface SearchIndex {
  /** The name of the backend in spans and reports. */
  readonly backend: string;
  /** True if the index answered the last request, so that it is assumed to be available. */
  isThere(): boolean;
  /**
   * Writes documents and returns an outcome for each, in order: one that fails does not stop the others. A document replaces one of
   * the same memory unless it is outdated; a repeat changes nothing. Retryable errors are marked as such. No two documents may be of
   * one memory.
   */
  put(documents: readonly SearchDocument[], call: CallContext): Promise<readonly Outcome<SearchWrite>[]>;
  /** Removes documents likewise; one that is not there counts as WRITTEN, too. */
  remove(removals: readonly SearchRemoval[], call: CallContext): Promise<readonly Outcome<SearchWrite>[]>;
  /** Tells for each change whether later requests show it or a later change. */
  shows(marks: readonly SearchMark[], call: CallContext): Promise<readonly boolean[]>;
  /** Returns the memory, or undefined if the index has none in this scope or it has expired. May lag. */
  get(ref: MemoryRef, nowMs: number, call: CallContext): Promise<SearchDocument | undefined>;
  /**
   * Lists memories by create time, then id. The pages are those of MemoryStore.list: the filter decides exactly, and pages neither skip nor
   * repeat a memory that stays as it is. The index may lag. It is never called with `named` or `order`.
   */
  list(
    query: Omit<ListQuery, 'named' | 'order'>,
    call: CallContext,
  ): Promise<{ readonly found: readonly SearchedRecord[]; readonly next?: ListCursor | undefined }>;
  /** Returns candidates for the domain to rank, in no particular order; all match the filter. The index may lag. */
  candidates(query: CandidateQuery, call: CallContext): Promise<readonly SearchDocument[]>;
  /** Counts the memories of a tenant's user in the index. The index may lag. */
  count(owner: Pick<Scope, 'tenant' | 'userId'>, call: CallContext): Promise<number>;
  /** Removes all memories of a tenant's user, and returns how many it saw; it repeats until it finds none, which outlasts the lag. */
  eraseUser(owner: Pick<Scope, 'tenant' | 'userId'>, call: CallContext): Promise<number>;
  /** Checks the index, in one round trip. */
  check(call: CallContext): Promise<SearchCheck>;
  close(): Promise<void>;
}
