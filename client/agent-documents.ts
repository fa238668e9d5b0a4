/** Documents by collection and key, and the schemas of collections. */
import type { Collection } from '../proto/gen/recorda/v1/collection.ts';
import { MemoryType } from '../proto/gen/recorda/v1/resources.ts';
import { addPayload, found, listed, targeted, type Calls, type Which } from './agent-calls.ts';
import { agentMemory } from './agent-memory.ts';
import type {
  Added,
  AddOptions,
  DocumentCollection,
  FindDocumentsOptions,
  JsonObject,
  MemoryTarget,
  StructuredMemory,
  WriteOptions,
} from './agent-types.ts';
import { orderedCollection, type OrderedCollection } from './agent-ordered.ts';
import { COLLECTION_CHECKS, DOCUMENT_CHECKS } from './option-names.ts';
import { refusingUnknown } from './options.ts';
import { pages } from './pages.ts';
import type { CallOptions } from './typed-client.ts';

/** The collection and the key of a document; a document that is put may lack a key. */
export type DocumentKey = { readonly collection: string; readonly key?: string | undefined };
/** A document: its collection and key, its id, or the document as it was read (then a change fails if it has changed since). */
export type DocumentTarget = { readonly collection: string; readonly key: string } | MemoryTarget;

/**
 * JSON documents in named collections: at most 5,000 and 50 MB per user, 1 MiB each. Every call on a document takes its target first.
 */
export type Documents = {
  /**
   * Puts a document: replaces the one with this key, or adds one if no key is given. Throws SCHEMA_MISMATCH if it does not fit the
   * schema of its collection, and QUOTA_EXCEEDED.
   */
  put(target: DocumentKey, data: JsonObject, options?: AddOptions): Promise<Added<StructuredMemory>>;
  /** Returns the current document, or undefined if there is none. */
  get(target: DocumentTarget, options?: CallOptions): Promise<StructuredMemory | undefined>;
  /** Lists the documents of a collection that a filter matches, in an order; pages are fetched as they are needed. */
  find(collection: string, options?: FindDocumentsOptions): AsyncIterable<StructuredMemory>;
  /** Applies a JSON Merge Patch (RFC 7396): null removes a field, objects are merged, any other value replaces. */
  patch(target: DocumentTarget, patch: JsonObject, options?: WriteOptions): Promise<StructuredMemory>;
  /** Deletes one document. Throws MEMORY_NOT_FOUND. */
  delete(target: DocumentTarget, options?: WriteOptions): Promise<void>;
  /** Returns the handle of an ordered collection, whose documents stay in their order and are appended and popped. */
  ordered(collection: string): OrderedCollection;
  /** The collections themselves. */
  readonly collections: Collections;
};

/** The user's collections, and the JSON Schema (draft 2020-12) that each may have. */
export type Collections = {
  /**
   * Sets the schema, or clears it if none is given; returns how many documents do not fit. Throws SCHEMA_CONFLICT if there are any,
   * unless `allowUnfit`.
   */
  put(
    name: string,
    options?: CallOptions & {
      readonly schema?: JsonObject | undefined;
      readonly allowUnfit?: boolean | undefined;
      /** Whether to create an ordered collection. Throws COLLECTION_KIND_MISMATCH if the name is that of a plain one. */
      readonly ordered?: boolean | undefined;
      readonly etag?: string | undefined;
    },
  ): Promise<{ readonly collection: DocumentCollection; readonly unfitCount: number }>;
  /** Returns a collection. Throws COLLECTION_NOT_FOUND. */
  get(name: string, options?: CallOptions): Promise<DocumentCollection>;
  /** Lists the collections by name. */
  list(options?: CallOptions): AsyncIterable<DocumentCollection>;
  /** Deletes a collection and its documents; without `force` it only returns how many there are. Throws COLLECTION_NOT_FOUND. */
  delete(
    name: string,
    options?: CallOptions & { readonly force?: boolean | undefined },
  ): Promise<{ readonly documentCount: number; readonly deletedCount: number }>;
};

const type = MemoryType.STRUCTURED;

export function documents(calls: Calls): Documents {
  const { memory, scope } = calls;
  const idOf = async (target: DocumentTarget, options: CallOptions): Promise<{ id: string; etag: string }> => {
    if (typeof target === 'string' || 'id' in target) return targeted(target);
    const response = await memory.getMemory({ scope, ...whichOf(target) }, options);
    return { id: response.memory?.id ?? '', etag: '' };
  };

  const handle: Documents = {
    put: ({ collection, key = '' }, data, options = {}) =>
      addPayload(calls, { $case: 'document', value: { collection, key, data } }, options) as Promise<
        Added<StructuredMemory>
      >,
    get: (target, options) => found(calls, whichOf(target), options) as Promise<StructuredMemory | undefined>,
    find: (collection, options) =>
      listed(calls, { ...options, type, collection }) as AsyncGenerator<StructuredMemory, void>,
    async patch(target, mergePatch, options = {}) {
      const which = await idOf(target, options);
      const request = { memory: { ...which, scope }, mergePatch, requestId: options.requestId ?? '' };
      return agentMemory((await memory.updateMemory(request, options)).memory) as StructuredMemory;
    },
    async delete(target, options = {}) {
      const which = await idOf(target, options);
      await memory.deleteMemory({ scope, ...which, requestId: options.requestId ?? '' }, options);
    },
    ordered: (collection) => orderedCollection(calls, collection),
    collections: collections(calls),
  };
  return refusingUnknown('agent.documents', handle, DOCUMENT_CHECKS);
}

/** Returns the id or the name that GetMemory takes. */
function whichOf(target: DocumentTarget): Which {
  if (typeof target === 'string') return { id: target };
  if ('id' in target) return { id: target.id };
  return { name: { type, kind: target.collection, key: target.key } };
}

function collections({ memory, scope }: Calls): Collections {
  const handle: Collections = {
    async put(name, { schema, allowUnfit = false, ordered = false, etag = '', ...options } = {}) {
      const request = { scope, collection: { name, jsonSchema: schema, ordered, etag }, allowUnfit };
      const { collection, unfitCount } = await memory.putCollection(request, options);
      return { collection: agentCollection(collection), unfitCount };
    },
    async get(name, options) {
      return agentCollection((await memory.getCollection({ scope, name }, options)).collection);
    },
    list: (options) =>
      pages(async (pageToken) => {
        const response = await memory.listCollections({ scope, pageToken }, options);
        return { elements: response.collections.map(agentCollection), nextPageToken: response.nextPageToken };
      }),
    async delete(name, { force = false, ...options } = {}) {
      const { documentCount, deletedCount } = await memory.deleteCollection({ scope, name, force }, options);
      return { documentCount, deletedCount };
    },
  };
  return refusingUnknown('agent.documents.collections', handle, COLLECTION_CHECKS);
}

function agentCollection(collection: Collection | undefined): DocumentCollection {
  if (collection === undefined) throw new TypeError('The server sent no collection.');
  const { jsonSchema: schema, ...rest } = collection;
  return { ...rest, schema };
}
