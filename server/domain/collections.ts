/** Collections of documents, and what callers want of them. */
import type { JsonObject, Scope } from './memory.ts';

/** A collection of a user's documents. What it was never put has no version and no times. */
export type Collection = {
  readonly name: string;
  readonly schema?: JsonObject | undefined;
  readonly documentCount: number;
  /** Whether its documents are in an order (ordered-documents.ts). */
  readonly isOrdered: boolean;
  readonly createTimeMs?: number | undefined;
  readonly updateTimeMs?: number | undefined;
  readonly version?: number | undefined;
};

export type PutCollectionIntent = {
  readonly scope: Scope;
  readonly name: string;
  readonly schema?: JsonObject | undefined;
  /** Whether documents may stay that do not fit. */
  readonly allowUnfit: boolean;
  /** Whether a new collection is to be an ordered one. */
  readonly isOrdered: boolean;
  /** Must be the collection's, if given. */
  readonly version?: number | undefined;
  readonly nowMs: number;
};

export type CollectionPut = {
  readonly collection: Collection;
  readonly unfitCount: number;
  /** The oldest of them. */
  readonly unfitIds: readonly string[];
};
