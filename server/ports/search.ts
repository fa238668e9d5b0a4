/**
 * An index of another machine in which memories are found: a mirror of what a durable store holds, whole enough that a server which
 * has not got that store serves them from it. The index gives candidates; the domain ranks them.
 *
 * Terms: a *revision* orders what became of one memory, over all servers that write it; a change with a lower one than the
 * index knows of is *outdated*. The index may *lag*: what was written is found only some time after.
 */
import type { MemoryRecord, Scope } from '../domain/memory.ts';
import type { CallContext, FilterSource, ListCursor, ListQuery, MemoryRef, Outcome } from './stores.ts';

/** A memory as the index keeps it. */
export type SearchDocument = {
  readonly record: MemoryRecord;
  /** The newest of a record's versions has the greatest; a whole number from 0 on. */
  readonly revision: number;
  /** Normalised. */
  readonly vector: Float32Array;
  /** The key of the embedder that made it. */
  readonly embedder: string;
};

/** The index's data of a memory, without the vector. */
export type SearchedRecord = Pick<SearchDocument, 'record' | 'revision'>;

/** A memory that is to go; whose it is, by tenant and user of the scope. */
export type SearchRemoval = MemoryRef & { readonly revision: number };

/** One change, to ask whether searches show it. */
export type SearchMark = SearchRemoval & { readonly isRemoved: boolean };

/** OUTDATED: the index knows of a newer one, and nothing has changed. */
export type SearchWrite = 'WRITTEN' | 'OUTDATED';

export type CandidateQuery = {
  /** Tenant and user; and the namespace, where it is set. */
  readonly scope: Scope;
  readonly text: string;
  /** The vector of the text; candidates with a vector of another embedder are found by their words alone. */
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
  /** The version of the interface that is spoken. */
  readonly version: string;
  readonly roundTripMs: number;
  /** Documents of all users; counted late. */
  readonly documents: number;
};

/**
 * Finds memories on another machine. Every method: identifiers compare byte for byte, and no tenant or user ever sees
 * another's. Rejects with a RecordaError, never with a driver's error: BACKEND_UNAVAILABLE where the index does not answer or has no
 * room for the call, CANCELLED or DEADLINE_EXCEEDED soon after `call.signal` aborts.
 */
export interface SearchIndex {
  /** The name of the backend in spans and reports. */
  readonly backend: string;
  /** True if the index answered the last request, so that it is assumed to be available. */
  isThere(): boolean;
  /**
   * Takes documents, an outcome for each, in order: one that fails does not stop the others. Those of a memory that is there take
   * its place unless they are outdated; a repeat changes nothing. Retryable errors say so. Not two documents of one memory.
   */
  put(documents: readonly SearchDocument[], call: CallContext): Promise<readonly Outcome<SearchWrite>[]>;
  /** Removes documents likewise; one that is not there counts as WRITTEN, too. */
  remove(removals: readonly SearchRemoval[], call: CallContext): Promise<readonly Outcome<SearchWrite>[]>;
  /** Says for each change whether what is asked from now on shows it or a later one. */
  shows(marks: readonly SearchMark[], call: CallContext): Promise<readonly boolean[]>;
  /** The memory, or undefined if the index has none in this scope or it has expired. May lag. */
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
  /** Removes all of a tenant's user, and says how many it saw; done once it finds none, which outlasts its lag. */
  eraseUser(owner: Pick<Scope, 'tenant' | 'userId'>, call: CallContext): Promise<number>;
  /** One round trip. */
  check(call: CallContext): Promise<SearchCheck>;
  close(): Promise<void>;
}
