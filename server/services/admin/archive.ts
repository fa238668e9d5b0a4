/** ListArchive and RestoreArchived. */
import type { Archived } from '../../domain/archived.ts';
import { decodePageToken, encodePageToken } from '../../domain/page-token.ts';
import { DEFAULTS } from '../../policy/limits.ts';
import type {
  ArchivedMemory,
  ListArchiveRequest,
  ListArchiveResponse,
  RestoreArchivedRequest,
  RestoreArchivedResponse,
} from '../../../proto/gen/recorda/v1/archive.ts';
import type { ServiceCall } from '../call.ts';
import { fromType, toFilter } from '../memory/translate.ts';
import { toRetiredType, type LifecycleDependencies } from './lifecycle.ts';

export function archiveCalls({ lifecycle, lifecycleRuns }: LifecycleDependencies) {
  async function listArchive(request: ListArchiveRequest, call: ServiceCall): Promise<ListArchiveResponse> {
    const { userId, type, filter, pageSize, pageToken } = request;
    const sealed = ['archive', call.tenant, userId, type, filter];
    const cursor = decodePageToken(pageToken, sealed);
    const query = {
      tenant: call.tenant,
      userId,
      type: toRetiredType(type),
      filter: toFilter(filter),
      pageSize: pageSize === 0 ? DEFAULTS.pageSize : pageSize,
      after: cursor && { archiveMs: cursor.createTimeMs, id: cursor.id },
    };
    const { archived, next } = await lifecycle.archived(query, call);
    return {
      memories: archived.map(fromArchived),
      nextPageToken: next === undefined ? '' : encodePageToken({ createTimeMs: next.archiveMs, id: next.id }, sealed),
    };
  }

  async function restoreArchived(
    { userId, ids }: RestoreArchivedRequest,
    call: ServiceCall,
  ): Promise<RestoreArchivedResponse> {
    const restored = await lifecycleRuns.restore({ tenant: call.tenant, userId }, [...new Set(ids)], call);
    return { restoredIds: [...restored.ids], skippedIds: [...restored.skipped] };
  }

  return { listArchive, restoreArchived };
}

function fromArchived({ head, type, reason, archiveMs, mergedInto = '' }: Archived): ArchivedMemory {
  const { id, scope, source, metadata, createTimeMs, updateTimeMs, sizeBytes, payload } = head;
  const { tenant: _, ...rest } = scope;
  return {
    id,
    type: fromType(type),
    scope: rest,
    reason: `ARCHIVE_REASON_${reason}` as const,
    archiveTime: new Date(archiveMs),
    createTime: new Date(createTimeMs),
    updateTime: new Date(updateTimeMs),
    source: source === undefined ? 'SOURCE_UNSPECIFIED' : `SOURCE_${source}`,
    metadata,
    sizeBytes,
    collection: payload.collection ?? '',
    key: payload.key ?? '',
    mergedInto,
  };
}
