/** PutCollection, GetCollection, ListCollections and DeleteCollection. */
import { RecordaError } from '../../domain/errors.ts';
import type { Scope } from '../../domain/memory.ts';
import { decodePageToken, encodePageToken } from '../../domain/page-token.ts';
import { DEFAULTS, DELETE_PAGE_SIZE } from '../../policy/limits.ts';
import type { Collection, ListCursor } from '../../ports/stores.ts';
import type {
  Collection as CollectionMessage,
  DeleteCollectionRequest,
  DeleteCollectionResponse,
  GetCollectionRequest,
  GetCollectionResponse,
  ListCollectionsRequest,
  ListCollectionsResponse,
  PutCollectionRequest,
  PutCollectionResponse,
} from '../../../proto/gen/recorda/v1/collection.ts';
import type { Scope as ScopeMessage } from '../../../proto/gen/recorda/v1/resources.ts';
import type { ServiceCall } from '../call.ts';
import { toScope } from '../scope.ts';
import { deleteUnchanged } from './delete-many.ts';
import type { MemoryDependencies } from './dependencies.ts';
import { toVersion } from './translate.ts';

export function documentCollections({ collections, ordered, stores }: MemoryDependencies) {
  async function existing(scope: Scope, name: string, call: ServiceCall): Promise<Collection> {
    const found = await collections.get(scope, name, call);
    if (found === undefined) throw collectionNotFound(name);
    return found;
  }

  async function putCollection(request: PutCollectionRequest, call: ServiceCall): Promise<PutCollectionResponse> {
    const { name, jsonSchema, etag, ordered: isOrdered } = request.collection!;
    const intent = {
      scope: collectionScope(request, call),
      name,
      ...(jsonSchema !== undefined && { schema: jsonSchema }),
      allowUnfit: request.allowUnfit,
      isOrdered,
      version: toVersion(etag),
      nowMs: call.nowMs,
    };
    const { collection, unfitCount, unfitIds } = await collections.put(intent, call);
    return {
      collection: fromCollection(collection),
      unfitCount,
      unfitIds: [...unfitIds],
      latencyMs: call.elapsedMs(),
    };
  }

  async function getCollection(request: GetCollectionRequest, call: ServiceCall): Promise<GetCollectionResponse> {
    const collection = await existing(collectionScope(request, call), request.name, call);
    return { collection: fromCollection(collection), latencyMs: call.elapsedMs() };
  }

  async function listCollections(request: ListCollectionsRequest, call: ServiceCall): Promise<ListCollectionsResponse> {
    const scope = collectionScope(request, call);
    const listed = ['collections', scope.tenant, scope.userId];
    const page = await collections.list(
      {
        scope,
        pageSize: request.pageSize === 0 ? DEFAULTS.pageSize : request.pageSize,
        after: decodePageToken(request.pageToken, listed)?.id,
      },
      call,
    );
    return {
      collections: page.collections.map(fromCollection),
      nextPageToken: page.next === undefined ? '' : encodePageToken({ createTimeMs: 0, id: page.next }, listed),
      latencyMs: call.elapsedMs(),
    };
  }

  async function deleteCollection(
    request: DeleteCollectionRequest,
    call: ServiceCall,
  ): Promise<DeleteCollectionResponse> {
    const scope = collectionScope(request, call);
    const { name, force } = request;
    const { documentCount, isOrdered } = await existing(scope, name, call);
    let deletedCount = 0;
    if (force) {
      deletedCount = isOrdered
        ? await deleteOrdered(ordered, scope, name, call)
        : await deleteDocuments(stores.STRUCTURED, scope, name, call);
      await collections.remove(scope, name, call);
    }
    return { documentCount, deletedCount, latencyMs: call.elapsedMs() };
  }

  return { putCollection, getCollection, listCollections, deleteCollection };
}

/** Returns how many there were. */
async function deleteDocuments(
  store: MemoryDependencies['stores']['STRUCTURED'],
  scope: Scope,
  name: string,
  call: ServiceCall,
): Promise<number> {
  let deleted = 0;
  let after: ListCursor | undefined;
  do {
    const query = { scope, named: { kind: name }, pageSize: DELETE_PAGE_SIZE, descending: false, after };
    const { records, next } = await store.list({ ...query, nowMs: call.nowMs }, call);
    deleted += (await deleteUnchanged(store, records, call)).count;
    after = next;
  } while (after !== undefined);
  return deleted;
}

/** Returns how many there were. */
async function deleteOrdered(
  ordered: MemoryDependencies['ordered'],
  scope: Scope,
  collection: string,
  call: ServiceCall,
): Promise<number> {
  const { nowMs } = call;
  let deleted = 0;
  let removed: number;
  do {
    removed = await ordered.removeOldest({ scope, collection, limit: DELETE_PAGE_SIZE, nowMs }, call);
    deleted += removed;
  } while (removed > 0);
  return deleted;
}

/** A collection belongs to a user, whatever else the scope names. */
export function collectionScope(
  { scope }: { readonly scope: ScopeMessage | undefined },
  { tenant }: ServiceCall,
): Scope {
  return { ...toScope(tenant, undefined), userId: scope?.userId ?? '' };
}

function fromCollection(collection: Collection): CollectionMessage {
  const { name, schema, documentCount, isOrdered, createTimeMs, updateTimeMs, version } = collection;
  return {
    name,
    jsonSchema: schema,
    documentCount,
    createTime: createTimeMs === undefined ? undefined : new Date(createTimeMs),
    updateTime: updateTimeMs === undefined ? undefined : new Date(updateTimeMs),
    etag: version === undefined ? '' : String(version),
    ordered: isOrdered,
  };
}

function collectionNotFound(name: string): RecordaError {
  return new RecordaError(
    'COLLECTION_NOT_FOUND',
    `No collection ${name} of this user. ListCollections lists the existing ones; PutCollection creates one.`,
    { resource: { type: 'recorda.v1.Collection', name } },
  );
}
