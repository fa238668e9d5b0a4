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

/** What the index has of a memory but its vector. */
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
  /** At most so many; the best by words and the best by meaning. */
  readonly count: number;
  /** What has expired by then is none. */
  readonly nowMs: number;
};

/** What an index says of itself. */
export type SearchCheck = {
  /** As operators know it: host and index. */
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
  /** As spans and reports name it. */
  readonly backend: string;
  /** Whether it answers now, as far as is known: what was asked last was answered. */
  isThere(): boolean;
  /**
   * Takes documents, an outcome for each, in order: one that fails does not stop the others. Those of a memory that is there take
   * its place unless they are outdated; a repeat changes nothing. Retryable errors say so. Not two documents of one memory.
   */
  put(documents: readonly SearchDocument[], call: CallContext): Promise<readonly Outcome<SearchWrite>[]>;
  /** Likewise; what is not there is WRITTEN too. */
  remove(removals: readonly SearchRemoval[], call: CallContext): Promise<readonly Outcome<SearchWrite>[]>;
  /** Says for each change whether what is asked from now on shows it or a later one. */
  shows(marks: readonly SearchMark[], call: CallContext): Promise<readonly boolean[]>;
  /** The memory, or undefined if the index has none in this scope or it has expired. May lag. */
  get(ref: MemoryRef, nowMs: number, call: CallContext): Promise<SearchDocument | undefined>;
  /**
   * In order of create time, then id. The pages are those of MemoryStore.list: the filter decides exactly, and pages neither skip nor
   * repeat a memory that stays as it is. May lag. `named` and `order` are never asked of it.
   */
  list(
    query: Omit<ListQuery, 'named' | 'order'>,
    call: CallContext,
  ): Promise<{ readonly found: readonly SearchedRecord[]; readonly next?: ListCursor | undefined }>;
  /** What the domain is to rank, in no order that counts; all match the filter. May lag. */
  candidates(query: CandidateQuery, call: CallContext): Promise<readonly SearchDocument[]>;
  /** How many memories of a tenant's user the index has. May lag. */
  count(owner: Pick<Scope, 'tenant' | 'userId'>, call: CallContext): Promise<number>;
  /** Removes all of a tenant's user, and says how many it saw; done once it finds none, which outlasts its lag. */
  eraseUser(owner: Pick<Scope, 'tenant' | 'userId'>, call: CallContext): Promise<number>;
  /** One round trip. */
  check(call: CallContext): Promise<SearchCheck>;
  close(): Promise<void>;
}
