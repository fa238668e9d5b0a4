/** BatchWriteDocuments, PopDocument and ListDocuments. */
import type { DocumentWrite, OrderedDocument } from '../../domain/ordered-documents.ts';
import type { Scope } from '../../domain/memory.ts';
import { decodePageToken, encodePageToken } from '../../domain/page-token.ts';
import { inTurns } from '../../ports/in-turns.ts';
import { DEFAULTS } from '../../policy/limits.ts';
import type {
  BatchWriteDocumentsRequest,
  BatchWriteDocumentsResponse,
  DocumentWrite as DocumentWriteMessage,
  ListDocumentsRequest,
  ListDocumentsResponse,
  OrderedDocument as OrderedDocumentMessage,
  PopDocumentRequest,
  PopDocumentResponse,
} from '../../../proto/gen/recorda/v1/collection.ts';
import type { ServiceCall } from '../call.ts';
import { requestIdOf } from '../request-id.ts';
import { collectionScope } from './collections.ts';
import type { MemoryDependencies } from './dependencies.ts';
import { toVersion } from './translate.ts';

export function orderedDocuments({ ordered }: Pick<MemoryDependencies, 'ordered'>) {
  async function batchWriteDocuments(
    request: BatchWriteDocumentsRequest,
    call: ServiceCall,
  ): Promise<BatchWriteDocumentsResponse> {
    const intent = {
      scope: collectionScope(request, call),
      collection: request.collection,
      writes: request.writes.map(toWrite),
      requestId: requestIdOf(request),
      nowMs: call.nowMs,
    };
    const { results, remaining } = await ordered.write(intent, call);
    return {
      results: results.map(({ sequence, version }) => ({ sequence, etag: etagOf(version) })),
      remainingCount: remaining.count,
      remainingBytes: remaining.bytes,
      latencyMs: call.elapsedMs(),
    };
  }

  async function popDocument(request: PopDocumentRequest, call: ServiceCall): Promise<PopDocumentResponse> {
    const { collection } = request;
    const scope = collectionScope(request, call);
    const document = await ordered.pop({ scope, collection, requestId: requestIdOf(request), nowMs: call.nowMs }, call);
    return { document: document && fromDocument(document), latencyMs: call.elapsedMs() };
  }

  async function listDocuments(request: ListDocumentsRequest, call: ServiceCall): Promise<ListDocumentsResponse> {
    const { collection, pageSize, pageToken, orderBy } = request;
    const scope: Scope = collectionScope(request, call);
    const descending = orderBy === 'sequence desc';
    const listed = ['ordered documents', scope.tenant, scope.userId, collection, `${descending}`];
    const cursor = decodePageToken(pageToken, listed);
    const { documents, next } = await ordered.list(
      {
        scope,
        collection,
        descending,
        pageSize: pageSize === 0 ? DEFAULTS.pageSize : pageSize,
        after: cursor && Number(cursor.id),
      },
      call,
    );
    return {
      documents: await inTurns(documents, call.signal, fromDocument),
      nextPageToken: next === undefined ? '' : encodePageToken({ createTimeMs: 0, id: `${next}` }, listed),
      latencyMs: call.elapsedMs(),
    };
  }

  return { batchWriteDocuments, popDocument, listDocuments };
}

function toWrite({ write }: DocumentWriteMessage): DocumentWrite {
  const { $case, value } = write!;
  if ($case === 'append') return { kind: 'APPEND', data: value.data! };
  const { sequence } = value;
  const version = toVersion(value.etag);
  if ($case === 'remove') return { kind: 'REMOVE', sequence, version };
  return { kind: 'REPLACE', sequence, version, data: value.data! };
}

function fromDocument(document: OrderedDocument): OrderedDocumentMessage {
  const { sequence, data, version, createTimeMs, updateTimeMs } = document;
  return {
    sequence,
    data,
    etag: etagOf(version),
    createTime: new Date(createTimeMs),
    updateTime: new Date(updateTimeMs),
  };
}

function etagOf(version: number | undefined): string {
  return version === undefined ? '' : String(version);
}
