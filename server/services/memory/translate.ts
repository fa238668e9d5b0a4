/** Translates between the contract's messages and the domain's types. */
import { toScope } from '../scope.ts';
import { compileFilter } from '../../domain/filter.ts';
import type { Archival as ArchivalOfHit } from '../../domain/archived.ts';
import type { Reached } from '../../domain/graph/walk.ts';
import type { RecordaError } from '../../domain/errors.ts';
import {
  MEMORY_TYPES,
  SOURCES,
  type JsonObject,
  type MemoryRecord,
  type MemoryType,
  type Source,
} from '../../domain/memory.ts';
import { DEFAULT_IMPORTANCE } from '../../policy/lifecycle.ts';
import { STATUS_CODES } from '../../policy/serving.ts';
import type { Added, AutoPrune, FilterSource, Hit, MemoryRef } from '../../ports/stores.ts';
import type { Error as ErrorMessage } from '../../../proto/gen/recorda/v1/error_reason.ts';
import type {
  AddMemoryResponse,
  Archival,
  ReachedEntity,
  RetrievedMemory,
} from '../../../proto/gen/recorda/v1/memory.ts';
import { fromPayload } from './translate-payload.ts';
import type { Memory, Scope as ScopeMessage } from '../../../proto/gen/recorda/v1/resources.ts';

type TypeNames = { readonly [Type in MemoryType]: `MEMORY_TYPE_${Type}` };
type SourceNames = { readonly [Name in Source]: `SOURCE_${Name}` };

/**
 * The contract's names are put together once: doing so for each memory takes a tenth of the time to translate and encode
 * it.
 */
const TYPE_NAMES = Object.fromEntries(MEMORY_TYPES.map((type) => [type, `MEMORY_TYPE_${type}`])) as TypeNames;
const SOURCE_NAMES = Object.fromEntries(SOURCES.map((name) => [name, `SOURCE_${name}`])) as SourceNames;

export function toRef(tenant: string, request: { scope: ScopeMessage | undefined; id: string }): MemoryRef {
  return { scope: toScope(tenant, request.scope), id: request.id };
}

/** Returns undefined if none is set. */
export function toSource(source: string): Source | undefined {
  return SOURCES.find((name) => source === SOURCE_NAMES[name]);
}

/** Returns undefined if none is set. */
export function toType(type: string): MemoryType | undefined {
  return MEMORY_TYPES.find((name) => type === TYPE_NAMES[name]);
}

export function fromType(type: MemoryType) {
  return TYPE_NAMES[type];
}

/** The default is off. */
export function toAutoPrune(autoPrune: string): AutoPrune {
  if (autoPrune === 'AUTO_PRUNE_TO_FIT') return 'TO_FIT';
  return autoPrune === 'AUTO_PRUNE_FRACTION' ? 'FRACTION' : 'OFF';
}

export function toMetadata(metadata: Memory['metadata']): JsonObject | undefined {
  return metadata;
}

/** If `withContent` is false, leaves out payload and metadata: MEMORY_VIEW_BASIC. */
export function fromRecord(record: MemoryRecord, withContent = true): Memory {
  const { userId, agentId, sessionId, taskId, namespace } = record.scope;
  return {
    id: record.id,
    type: fromType(record.payload.type),
    scope: { userId, agentId, sessionId, taskId, namespace },
    payload: withContent ? fromPayload(record.payload) : undefined,
    metadata: withContent ? record.metadata : undefined,
    createTime: new Date(record.createTimeMs),
    updateTime: new Date(record.updateTimeMs),
    expireTime: record.expireTimeMs === undefined ? undefined : new Date(record.expireTimeMs),
    etag: String(record.version),
    sizeBytes: record.sizeBytes,
    storedBytes: record.storedBytes,
    isCompressed: record.isCompressed,
    source: record.source === undefined ? 'SOURCE_UNSPECIFIED' : SOURCE_NAMES[record.source],
    importance: record.importance ?? DEFAULT_IMPORTANCE,
    pinned: record.isPinned ?? false,
    accessCount: record.accessCount ?? 0,
    lastAccessTime: record.lastAccessTimeMs === undefined ? undefined : new Date(record.lastAccessTimeMs),
  };
}

/**
 * Returns the version for which an etag stands; undefined if none was sent, and -1, which no memory has, if it is not
 * valid.
 */
export function toVersion(etag: string): number | undefined {
  if (etag === '') return undefined;
  return /^[1-9]\d{0,14}$/.test(etag) ? Number(etag) : -1;
}

export function fromAdded(added: Added, latencyMs: number): AddMemoryResponse {
  return {
    memory: fromRecord(added.record),
    operation: `ADD_OPERATION_${added.operation}` as const,
    latencyMs,
    quotaRemaining: { ...added.remaining },
    prunedCount: added.prunedCount,
    evictedCount: added.evictedCount,
    removedIds: [...added.removedIds],
    indexState: fromPending(added),
  };
}

/** Says whether searches on every server already find what was written. */
export function fromPending({ isPending }: Pick<Added, 'isPending'>) {
  return isPending === true ? ('INDEX_STATE_PENDING' as const) : ('INDEX_STATE_SEARCHABLE' as const);
}

export function fromHit(hit: Hit): RetrievedMemory {
  return {
    memory: fromRecord(hit.record),
    score: hit.score,
    similarity: hit.similarity,
    signals: hit.signals.map((signal) => ({ ...signal })),
    neighbors: (hit.neighbors?.entities ?? []).map(fromReached),
    neighborRelationships: (hit.neighbors?.relationships ?? []).map((record) => fromRecord(record)),
    neighborsTruncated: hit.neighbors?.isTruncated ?? false,
    archive: hit.archive && fromArchival(hit.archive),
    inferred: [...(hit.inferred ?? [])],
  };
}

function fromArchival({ reason, archiveMs, mergedInto = '' }: ArchivalOfHit): Archival {
  return { archiveTime: new Date(archiveMs), reason: `ARCHIVE_REASON_${reason}` as const, mergedInto };
}

export function fromReached({ record, distance }: Reached): ReachedEntity {
  return { entity: fromRecord(record), distance };
}

export function fromError(error: RecordaError): ErrorMessage {
  return {
    reason: `ERROR_REASON_${error.reason}` as const,
    message: error.message,
    code: STATUS_CODES[error.code],
    fields: (error.detail.fields ?? []).map(({ field }) => field),
  };
}

/** Returns the filter's source after compiling it as a check; undefined if none was sent. */
export function toFilter(source: string): FilterSource | undefined {
  if (source === '') return undefined;
  compileFilter(source);
  return source;
}
