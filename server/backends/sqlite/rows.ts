/** Rows of `memories` as records. */
import type { Filterable } from '../../domain/filter.ts';
import type { JsonObject, MemoryRecord, MessagePayload, Payload, Scope, Source } from '../../domain/memory.ts';
import { readText } from './stored-text.ts';

/** All but content and vector. */
export const HEAD_COLUMNS = `m.id, m.create_ms, m.update_ms, m.version, m.size_bytes, m.stored_bytes, m.is_compressed,
  m.agent_id, m.session_id, m.namespace, m.task_id, m.role, m.said_ms, m.speaker, m.event_ms, m.turn, m.source,
  m.metadata`;

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
};

/** The vector of the embedder that the store is of, as of the transaction. */
export const CURRENT_VECTOR = `CASE (SELECT slot FROM embedder WHERE state = 'CURRENT') WHEN 0 THEN m.vector ELSE m.other_vector END
  AS vector`;

export const FULL_COLUMNS = `${HEAD_COLUMNS}, m.content`;
export type FullRow = HeadRow & { readonly content: string | Buffer };

/** One memory of a tenant and user, unless it has expired. */
export const FIND_MEMORY = `SELECT ${FULL_COLUMNS}, o.user_no, o.session_id AS owner_session_id, o.expire_ms
  FROM memories m JOIN owners o USING (owner_no) JOIN users u USING (user_no)
  WHERE m.id = @id AND o.type = @type AND u.tenant = @tenant AND u.user_id = @userId
    AND (o.expire_ms IS NULL OR o.expire_ms > @nowMs)`;

export type FoundRow = FullRow & {
  readonly user_no: number;
  /** Of the owner that the memory counts for. */
  readonly owner_session_id: string;
  readonly expire_ms: number | null;
};

/** Whose row it is, and what the owner lends it. */
export type RowOwner = { readonly tenant: string; readonly userId: string; readonly expireMs: number | null };

export function toRecord(row: FullRow, owner: RowOwner): MemoryRecord {
  return { ...toFilterable(row, owner), payload: payloadOf(row) };
}

/** What a filter may see: no content is read. */
export function toFilterable(row: HeadRow, owner: RowOwner): Filterable {
  return {
    id: row.id,
    scope: scopeOf(row, owner),
    payload: smallFields(row),
    ...(row.source !== null && { source: row.source }),
    ...(row.metadata !== null && { metadata: JSON.parse(row.metadata) as JsonObject }),
    createTimeMs: row.create_ms,
    updateTimeMs: row.update_ms,
    ...(owner.expireMs !== null && { expireTimeMs: owner.expireMs }),
    version: row.version,
    sizeBytes: row.size_bytes,
    storedBytes: row.stored_bytes,
    isCompressed: row.is_compressed === 1,
  };
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

function smallFields(row: HeadRow): Filterable['payload'] {
  if (row.role !== null) return { role: row.role, timeMs: row.said_ms ?? row.create_ms };
  return {
    speaker: row.speaker ?? '',
    ...(row.event_ms !== null && { eventTimeMs: row.event_ms }),
    ...(row.turn !== null && { turn: row.turn }),
  };
}

function payloadOf(row: FullRow): Payload {
  const content = readText(row.content);
  if (row.role !== null) {
    return { type: 'SHORT_TERM', role: row.role, content, timeMs: row.said_ms ?? row.create_ms };
  }
  return {
    type: 'LONG_TERM',
    content,
    speaker: row.speaker ?? '',
    ...(row.event_ms !== null && { eventTimeMs: row.event_ms }),
    ...(row.turn !== null && { turn: row.turn }),
  };
}

export function vectorBytes(vector: Float32Array | undefined): Uint8Array | null {
  return vector === undefined ? null : new Uint8Array(vector.buffer, vector.byteOffset, vector.byteLength);
}

/** A copy: a float array must start at a multiple of four bytes, which a row's bytes need not. */
export function vectorOf(bytes: Buffer): Float32Array {
  return new Float32Array(Uint8Array.from(bytes).buffer);
}
