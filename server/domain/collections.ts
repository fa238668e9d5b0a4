/** Collections of documents, and the requests that callers make of them. */
import type { JsonObject, Scope } from './memory.ts';

/** A collection of a user's documents. A collection that was never put has no version and no times. */
export type Collection = {
  readonly name: string;
  readonly schema?: JsonObject | undefined;
  readonly documentCount: number;
  /** True if its documents are kept in an order (ordered-documents.ts). */
  readonly isOrdered: boolean;
  readonly createTimeMs?: number | undefined;
  readonly updateTimeMs?: number | undefined;
  readonly version?: number | undefined;
};

export type PutCollectionIntent = {
  readonly scope: Scope;
  readonly name: string;
  readonly schema?: JsonObject | undefined;
  /** True if documents that do not fit the schema may stay. */
  readonly allowUnfit: boolean;
  /** True if a new collection is to be ordered. */
  readonly isOrdered: boolean;
  /** Must equal the collection's version, if given. */
  readonly version?: number | undefined;
  readonly nowMs: number;
};

export type CollectionPut = {
  readonly collection: Collection;
  readonly unfitCount: number;
  /** Ids of the oldest documents that do not fit. */
  readonly unfitIds: readonly string[];
};
