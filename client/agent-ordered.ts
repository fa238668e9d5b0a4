/** Ordered collections, whose documents are kept in the order in which they were written. */
import type {
  DocumentWrite as WireWrite,
  OrderedDocument as WireDocument,
} from '../proto/gen/recorda/v1/collection.ts';
import type { Calls } from './agent-calls.ts';
import type { JsonObject, WriteOptions } from './agent-types.ts';
import { ORDERED_CHECKS } from './option-names.ts';
import { refusingUnknown } from './options.ts';
import { pages } from './pages.ts';
import type { CallOptions } from './typed-client.ts';

/** A document of an ordered collection. */
export type OrderedDocument = {
  /** The position: later documents have larger numbers, with gaps. */
  readonly sequence: number;
  readonly data: JsonObject;
  readonly etag: string;
  readonly createTime: Date;
  readonly updateTime: Date;
};

/** A write of `write`. With an etag it fails unless the document is unchanged since it was read. */
export type OrderedWrite =
  | { readonly append: JsonObject }
  | { readonly replace: number; readonly data: JsonObject; readonly etag?: string | undefined }
  | { readonly remove: number; readonly etag?: string | undefined };

/** The result of a write. */
export type OrderedWriteResult = {
  readonly sequence: number;
  /** The document's new etag; '' if it was removed. */
  readonly etag: string;
};

/**
 * An ordered collection. The first write creates it; it keeps its documents until they are removed, at most 10,000 and 100 MB per user
 * in all ordered collections together; no search finds them.
 */
export type OrderedCollection = {
  readonly name: string;
  /** Appends documents, at most 100 at once: all or none. Throws QUOTA_EXCEEDED. */
  append(documents: JsonObject | readonly JsonObject[], options?: WriteOptions): Promise<readonly OrderedWriteResult[]>;
  /** Applies at most 100 writes in their order: all or none. Throws MEMORY_NOT_FOUND, ETAG_MISMATCH, SCHEMA_MISMATCH, QUOTA_EXCEEDED. */
  write(writes: readonly OrderedWrite[], options?: WriteOptions): Promise<readonly OrderedWriteResult[]>;
  /** Removes the newest document and returns it; undefined if there is none. */
  pop(options?: WriteOptions): Promise<OrderedDocument | undefined>;
  /** Lists the documents in their order, or the newest first; pages are fetched as they are needed. */
  list(
    options?: CallOptions & { readonly newestFirst?: boolean | undefined; readonly pageSize?: number | undefined },
  ): AsyncIterable<OrderedDocument>;
};

export function orderedCollection({ memory, scope }: Calls, name: string): OrderedCollection {
  const handle: OrderedCollection = {
    name,
    append: (documents, options) =>
      handle.write(
        [documents].flat().map((append) => ({ append })),
        options,
      ),
    async write(writes, { requestId = '', ...options } = {}) {
      const request = { scope, collection: name, writes: writes.map(wireWrite), requestId };
      return (await memory.batchWriteDocuments(request, options)).results;
    },
    async pop({ requestId = '', ...options } = {}) {
      const { document } = await memory.popDocument({ scope, collection: name, requestId }, options);
      return document && agentDocument(document);
    },
    list: ({ newestFirst = false, pageSize = 0, ...options } = {}) =>
      pages(async (pageToken) => {
        const orderBy = newestFirst ? 'sequence desc' : 'sequence';
        const asked = { scope, collection: name, pageSize, pageToken, orderBy };
        const { documents, nextPageToken } = await memory.listDocuments(asked, options);
        return { elements: documents.map(agentDocument), nextPageToken };
      }),
  };
  return refusingUnknown('agent.documents.ordered', handle, ORDERED_CHECKS);
}

function wireWrite(write: OrderedWrite): { readonly write: WireWrite['write'] } {
  if ('append' in write) return { write: { $case: 'append', value: { data: write.append } } };
  const { etag = '' } = write;
  if ('remove' in write) return { write: { $case: 'remove', value: { sequence: write.remove, etag } } };
  return { write: { $case: 'replace', value: { sequence: write.replace, data: write.data, etag } } };
}

function agentDocument({ sequence, data, etag, createTime, updateTime }: WireDocument): OrderedDocument {
  if (data === undefined || createTime === undefined || updateTime === undefined)
    throw new TypeError('The server sent a document without its data or its times.');
  return { sequence, data, etag, createTime, updateTime };
}
