/** Converts rows of `memories` into records. */
import type { Filterable } from '../../../domain/filter.ts';
import {
  isJsonPayload,
  typeOfId,
  type JsonObject,
  type JsonPayload,
  type MemoryRecord,
  type MessagePayload,
  type Payload,
  type Scope,
  type Source,
  type TextPayload,
} from '../../../domain/memory.ts';
import { readText } from '../../stored-text.ts';
import type { OwnerType } from './stored-types.ts';

/** All columns but content and vector. */
export const HEAD_COLUMNS = `m.id, m.create_ms, m.update_ms, m.version, m.size_bytes, m.stored_bytes, m.is_compressed,
  m.agent_id, m.session_id, m.namespace, m.task_id, m.role, m.said_ms, m.speaker, m.event_ms, m.turn, m.source,
  m.metadata, m.importance, m.is_pinned,
  (SELECT a.count FROM accesses a WHERE a.memory_no = m.memory_no) AS access_count,
  (SELECT a.last_ms FROM accesses a WHERE a.memory_no = m.memory_no) AS last_access_ms`;

export type HeadRow = {
  readonly id: string;
  readonly create_ms: number;
  readonly update_ms: number;
  readonly version: number;
  readonly size_bytes: number;
  readonly stored_bytes: number;
  readonly is_compressed: number;
  readonly agent_id: string;
  readonly session_id: string;
  readonly namespace: string;
  readonly task_id: string;
  readonly role: MessagePayload['role'] | null;
  readonly said_ms: number | null;
  readonly speaker: string | null;
  readonly event_ms: number | null;
  readonly turn: number | null;
  readonly source: Source | null;
  readonly metadata: string | null;
  readonly importance: number | null;
  readonly is_pinned: number;
  readonly access_count: number | null;
  readonly last_access_ms: number | null;
};

/** Selects the vector of the store's embedder, as of the transaction. */
export const CURRENT_VECTOR = `CASE (SELECT slot FROM embedder WHERE state = 'CURRENT') WHEN 0 THEN m.vector ELSE m.other_vector END
  AS vector`;

export const FULL_COLUMNS = `${HEAD_COLUMNS}, m.content`;
export type FullRow = HeadRow & { readonly content: string | Buffer };

/** Selects one memory of a tenant and user, unless it has expired. */
export const FIND_MEMORY = `SELECT ${FULL_COLUMNS}, o.owner_no, o.user_no, o.type AS owner_type, o.session_id AS owner_session_id,
    o.expire_ms
  FROM memories m JOIN owners o USING (owner_no) JOIN users u USING (user_no)
  WHERE m.id = @id AND u.tenant = @tenant AND u.user_id = @userId AND o.type NOT IN ('RECALL', 'FACT')
    AND (o.expire_ms IS NULL OR o.expire_ms > @nowMs)`;

export type FoundRow = FullRow & {
  readonly owner_no: number;
  readonly user_no: number;
  readonly owner_type: OwnerType;
  /** The session or agent of the owner that the memory counts for; '' if it is the user's. */
  readonly owner_session_id: string;
  readonly expire_ms: number | null;
};

/** The owner of a row, with the fields that the row takes from it. */
export type RowOwner = { readonly tenant: string; readonly userId: string; readonly expireMs: number | null };

export function toRecord(row: FullRow, owner: RowOwner): MemoryRecord {
  return withPayload(row, owner, payloadOf(row));
}

/** Returns what a filter may see: for messages and texts no content is read. */
export function toFilterable(row: HeadRow & { readonly content?: FullRow['content'] }, owner: RowOwner): Filterable {
  const { content } = row;
  return withPayload(row, owner, content === undefined ? smallFields(row) : filterablePayload({ ...row, content }));
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

/** Optional fields are set one by one: a spread takes several times as long. */
function withPayload<P>(row: HeadRow, owner: RowOwner, payload: P): Omit<MemoryRecord, 'payload'> & { payload: P } {
  const record: Mutable<Omit<MemoryRecord, 'payload'>> & { payload: P } = {
    id: row.id,
    scope: scopeOf(row, owner),
    payload,
    createTimeMs: row.create_ms,
    updateTimeMs: row.update_ms,
    version: row.version,
    sizeBytes: row.size_bytes,
    storedBytes: row.stored_bytes,
    isCompressed: row.is_compressed === 1,
  };
  if (row.source !== null) record.source = row.source;
  if (row.metadata !== null) record.metadata = JSON.parse(row.metadata) as JsonObject;
  if (row.importance !== null) record.importance = row.importance;
  if (row.is_pinned === 1) record.isPinned = true;
  if (row.access_count !== null) record.accessCount = row.access_count;
  if (row.last_access_ms !== null) record.lastAccessTimeMs = row.last_access_ms;
  if (owner.expireMs !== null) record.expireTimeMs = owner.expireMs;
  return record;
}

function scopeOf(row: HeadRow, { tenant, userId }: RowOwner): Scope {
  return {
    tenant,
    userId,
    agentId: row.agent_id,
    sessionId: row.session_id,
    namespace: row.namespace,
    taskId: row.task_id,
  };
}

type SmallRow = Pick<HeadRow, 'role' | 'said_ms' | 'speaker' | 'event_ms' | 'turn'>;

function smallFields(row: HeadRow): Filterable['payload'] {
  if (row.role !== null) return { role: row.role, timeMs: row.said_ms ?? row.create_ms };
  return {
    speaker: row.speaker ?? '',
    ...(row.event_ms !== null && { eventTimeMs: row.event_ms }),
    ...(row.turn !== null && { turn: row.turn }),
  };
}

function filterablePayload(row: FullRow): Filterable['payload'] {
  const payload = payloadOf(row);
  return isJsonPayload(payload) ? payload : smallFields(row);
}

function payloadOf(row: Pick<FullRow, 'id' | 'create_ms' | 'content' | keyof SmallRow>): Payload {
  const content = readText(row.content);
  const type = typeOfId(row.id);
  if (type !== 'SHORT_TERM' && type !== 'LONG_TERM') return { type, ...JSON.parse(content) } as JsonPayload;
  if (row.role !== null) {
    return { type: 'SHORT_TERM', role: row.role, content, timeMs: row.said_ms ?? row.create_ms };
  }
  const text: Mutable<TextPayload> = {
    type: 'LONG_TERM',
    content,
    speaker: row.speaker ?? '',
  };
  if (row.event_ms !== null) text.eventTimeMs = row.event_ms;
  if (row.turn !== null) text.turn = row.turn;
  return text;
}

export function vectorBytes(vector: Float32Array | undefined): Uint8Array | null {
  return vector === undefined ? null : new Uint8Array(vector.buffer, vector.byteOffset, vector.byteLength);
}

/** Returns a copy: a float array must start at a multiple of four bytes, which a row's bytes need not. */
export function vectorOf(bytes: Buffer): Float32Array {
  return new Float32Array(Uint8Array.from(bytes).buffer);
}
