/** Documents of ordered collections, and the requests that callers make of them. */
import type { Quota } from '../policy/memory-types.ts';
import { overQuotaInAll, roomLeft, type Usage } from './decide/quota.ts';
import { RecordaError } from './errors.ts';
import type { Remaining, RequestId } from './intents.ts';
import type { JsonObject, Scope } from './memory.ts';

/** A document and its position: a later write has a larger sequence, which no other document of the user ever had. */
export type OrderedDocument = {
  readonly sequence: number;
  readonly data: JsonObject;
  /** 1 when first written, increased by one with each replacement. */
  readonly version: number;
  readonly createTimeMs: number;
  readonly updateTimeMs: number;
};

/** One write; `version`, if given, must equal the document's. `Body` is the written content. */
export type DocumentWrite<Body = { readonly data: JsonObject }> =
  | ({ readonly kind: 'APPEND' } & Body)
  | ({ readonly kind: 'REPLACE'; readonly sequence: number; readonly version?: number | undefined } & Body)
  | { readonly kind: 'REMOVE'; readonly sequence: number; readonly version?: number | undefined };

export type WriteDocumentsIntent<Body = { readonly data: JsonObject }> = {
  readonly scope: Scope;
  readonly collection: string;
  readonly writes: readonly DocumentWrite<Body>[];
  readonly requestId?: RequestId | undefined;
  readonly nowMs: number;
};

export type WrittenDocuments = {
  /** One result for each write; that of a removal has no version. */
  readonly results: readonly { readonly sequence: number; readonly version?: number | undefined }[];
  readonly remaining: Remaining;
};

export type PopDocumentIntent = {
  readonly scope: Scope;
  readonly collection: string;
  readonly requestId?: RequestId | undefined;
  readonly nowMs: number;
};

export type DocumentListQuery = {
  readonly scope: Scope;
  readonly collection: string;
  readonly pageSize: number;
  readonly descending: boolean;
  /** Starts after the document with this sequence. */
  readonly after?: number | undefined;
};

export type DocumentPage = {
  readonly documents: readonly OrderedDocument[];
  /** The sequence after which the next page starts; absent at the end. */
  readonly next?: number | undefined;
};

/** The kind of a collection: one that keeps an order, or a plain one. */
export type CollectionKind = 'ORDERED' | 'PLAIN';

/** Returns the room that growth leaves under the quota. Throws QUOTA_EXCEEDED if it does not fit; shrinking always fits. */
export function roomAfter(scope: Scope, before: Usage, grown: Usage, quota: Quota): Remaining {
  const after = { count: before.count + grown.count, bytes: before.bytes + grown.bytes };
  const isOver = (grown.count > 0 && after.count > quota.count) || (grown.bytes > 0 && after.bytes > quota.bytes);
  if (isOver) throw overQuotaInAll('ORDERED_DOCUMENT', scope, before, grown, quota);
  return roomLeft(after, quota);
}

export function noSuchDocument(field: string, collection: string, sequence: number): RecordaError {
  return new RecordaError(
    'MEMORY_NOT_FOUND',
    `${field}: the collection ${collection} has no document ${sequence}; it may have been removed. Nothing was written. ListDocuments lists the existing ones.`,
    { resource: { type: 'recorda.v1.OrderedDocument', name: `${collection}/${sequence}` } },
  );
}

export function changedDocument(field: string, collection: string, sequence: number): RecordaError {
  return new RecordaError(
    'ETAG_MISMATCH',
    `${field}: document ${sequence} of the collection ${collection} has changed since its etag was read. Nothing was written. Read it again and repeat the call with the new etag.`,
    {
      precondition: {
        type: 'ETAG',
        subject: `${collection}/${sequence}`,
        description: 'The etag is not the current one.',
      },
    },
  );
}

/** Returns the error for a call for collections of one kind on a collection of the other. */
export function kindMismatch(collection: string, kind: CollectionKind): RecordaError {
  const advice =
    kind === 'ORDERED'
      ? 'is ordered: write it with BatchWriteDocuments and PopDocument and read it with ListDocuments, or put plain documents into another collection'
      : 'is not ordered: add documents to it with AddMemory and read them with ListMemories, or put ordered documents into another collection';
  return new RecordaError('COLLECTION_KIND_MISMATCH', `The collection ${collection} ${advice}.`, {
    precondition: { type: 'COLLECTION_KIND', subject: collection, description: `The collection ${advice}.` },
  });
}
