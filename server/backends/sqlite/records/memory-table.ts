/** The writer's part of the rows of `memories`. */
import type { Database } from 'better-sqlite3';
import type { Sized } from '../../../domain/decide/quota.ts';
import { mergeKey } from '../../../domain/types/merge-payload.ts';
import {
  isJsonPayload,
  type JsonPayload,
  type MemoryRecord,
  type Payload,
  type Scope,
} from '../../../domain/memory.ts';
import { DAY_MS } from '../../../policy/units.ts';
import { edges } from './edges.ts';
import type { Owner, ChangeScope } from './quota-accounts.ts';
import { FIND_MEMORY, FULL_COLUMNS, toRecord, type FoundRow, type FullRow, type RowOwner } from './rows.ts';
import type { Access } from '../../access-buffer.ts';
import type { StoredText } from '../../stored-text.ts';
import type { Totals } from './totals.ts';
import type { OwnerType } from './stored-types.ts';
import type { StoredAdd, StoredPutBack } from './memory-commands.ts';
import type { MadeBy } from '../../../domain/intents.ts';

export type Found = {
  readonly record: MemoryRecord;
  readonly userNo: number;
  readonly ownerType: OwnerType;
  readonly ownerSessionId: string;
};

export type Vectors = MadeBy & { readonly vector?: Float32Array | undefined };

/** Puts vectors into the columns of their embedders. */
export interface VectorColumns {
  /** Throws EMBEDDER_CHANGED. */
  columns(vectors: Vectors): { readonly vector: Uint8Array | null; readonly otherVector: Uint8Array | null };
  /** Notes a memory without a vector of the next embedder, which is to be embedded. */
  noteVectors(id: string, vectors: Vectors): void;
}

/** A new memory, as its retention needs it. */
export type Entered = {
  readonly memoryNo: number | bigint;
  readonly ownerNo: number;
  readonly userNo: number;
  readonly tenant: string;
  readonly agentId: string;
  readonly payload: Payload;
  readonly nowMs: number;
  readonly importance: number | undefined;
};

/** Keeps the retention metadata of memories. */
export interface RetentionOfMemories {
  entered(memory: Entered): void;
  /** Must be called after every write; `isApart` if it had been merged, and must not be again. */
  written(id: string, payload: Payload, nowMs: number, isApart?: boolean): void;
}

export type MemoryTable = ReturnType<typeof memoryTable>;

export function memoryTable(db: Database, embedders: VectorColumns, sums: Totals, lived: RetentionOfMemories) {
  const sql = statements(db);

  return {
    /** Returns memories that are not pinned. The result is read lazily, and must be read to the end before anything else is written. */
    oldest: ({ ownerNo }: Owner): Iterable<Sized> => ({
      [Symbol.iterator]: () => sql.selectOldest.iterate({ ownerNo }),
    }),

    /** Returns the memory of this tenant and user, unless it has expired. */
    find(id: string, { tenant, userId }: Scope, nowMs: number): Found | undefined {
      const row = sql.selectOne.get({ id, tenant, userId, nowMs });
      if (row === undefined) return undefined;
      const record = toRecord(row, { tenant, userId, expireMs: row.expire_ms });
      return { record, userNo: row.user_no, ownerType: row.owner_type, ownerSessionId: row.owner_session_id };
    },

    /** Tells whether any user's memory has the id. */
    isTaken: (id: string): boolean => sql.selectId.get({ id }) !== undefined,

    /** Returns the owner's memories of this key, the oldest first. */
    ofKey({ ownerNo }: Owner, payload: JsonPayload, owner: RowOwner): readonly MemoryRecord[] {
      const wanted = mergeKey(payload);
      if (wanted === undefined || wanted.key === '') return [];
      return sql.selectSameKey.all({ ownerNo, ...wanted }).map((row) => toRecord(row, owner));
    },

    insert({ ownerNo, userNo, type }: Owner, command: StoredAdd): void {
      const { id, nowMs, sizeBytes, payload } = command;
      const { tenant, agentId } = command.scope;
      const row = { ownerNo, ...columnsOf(command), ...embedders.columns(command) };
      const { lastInsertRowid: memoryNo } = sql.insert.run(row);
      sql.joined.put(id, payload);
      const { importance } = command;
      lived.entered({ memoryNo, ownerNo, userNo, tenant, agentId, payload, nowMs, importance });
      if (payload.type === 'LONG_TERM') embedders.noteVectors(id, command);
      sums.note({ userNo, type, agentId, count: 1, bytes: sizeBytes });
    },

    /** Restores the columns that `insert` resets, for a memory that was put back. */
    putBack({ id, payload, updateTimeMs: updateMs, version, isApart, ...accesses }: StoredPutBack): void {
      sql.updateTimes.run({ id, updateMs, version });
      lived.written(id, payload, updateMs, isApart);
      const { accessCount, lastAccessTimeMs } = accesses;
      if (accessCount === undefined) return;
      sql.countAccess.run({ id, count: accessCount, lastMs: lastAccessTimeMs ?? updateMs });
    },

    /** Replaces a memory; `text` and vectors are set if the content changed; `grownBytes` is the growth. */
    replace(
      { userNo, type }: Owner,
      record: MemoryRecord,
      grownBytes: number,
      text: StoredText | undefined,
      vectors: Vectors,
    ): void {
      const { id, updateTimeMs: updateMs, version, sizeBytes, metadata, importance = null } = record;
      const isPinned = record.isPinned ? 1 : 0;
      const metadataJson = metadata === undefined ? null : JSON.stringify(metadata);
      const columns = smallColumns(record.payload);
      sql.update.run({ id, updateMs, version, sizeBytes, ...columns, metadata: metadataJson, importance, isPinned });
      sums.note({ userNo, type, agentId: record.scope.agentId, count: 0, bytes: grownBytes });
      sql.joined.put(id, record.payload);
      lived.written(id, record.payload, updateMs);
      if (text === undefined) return;
      sql.updateContent.run({ id, ...contentColumns(text), ...embedders.columns(vectors) });
      if (record.payload.type === 'LONG_TERM') embedders.noteVectors(id, vectors);
    },

    touch(accesses: readonly Access[]): void {
      for (const access of accesses) sql.countAccess.run(access);
    },

    /** Returns the relationships from an entity and to it. */
    relationshipsAt: sql.joined.at,

    /** Removes a memory; returns its scope. */
    remove({ userNo, type }: Owner, id: string): ChangeScope {
      const removed = sql.remove.get({ id });
      if (removed === undefined) return NO_CHANGE_SCOPE;
      sums.note({ userNo, type, agentId: removed.agentId, count: -1, bytes: -removed.sizeBytes });
      return removed;
    },
  };
}

/** Returns the columns of a new row, except its owner and its vectors. */
function columnsOf({ id, nowMs, sizeBytes, scope, payload, text, source, ...command }: StoredAdd) {
  const { agentId, sessionId, namespace, taskId } = scope;
  return {
    id,
    nowMs,
    sizeBytes,
    agentId,
    sessionId,
    namespace,
    taskId,
    source: source ?? null,
    ...smallColumns(payload),
    ...contentColumns(text),
    metadata: command.metadataJson ?? null,
    importance: command.importance ?? null,
    isPinned: command.isPinned ? 1 : 0,
  };
}

function statements(db: Database) {
  return {
    insert: db.prepare(
      `INSERT INTO memories (owner_no, id, create_ms, update_ms, version, size_bytes, stored_bytes, is_compressed, agent_id,
       session_id, namespace, task_id, role, said_ms, speaker, event_ms, turn, source, metadata, content, vector,
       other_vector, kind, key, importance, is_pinned)
     VALUES (@ownerNo, @id, @nowMs, @nowMs, 1, @sizeBytes, @storedBytes, @isCompressed, @agentId,
       @sessionId, @namespace, @taskId, @role, @saidMs, @speaker, @eventMs, @turn, @source, @metadata, @content, @vector,
       @otherVector, @kind, @key, @importance, @isPinned)`,
    ),
    update: db.prepare(
      `UPDATE memories SET update_ms = @updateMs, version = @version, size_bytes = @sizeBytes, role = @role, said_ms = @saidMs,
       speaker = @speaker, event_ms = @eventMs, turn = @turn, metadata = @metadata, kind = @kind, key = @key,
       importance = @importance, is_pinned = @isPinned
     WHERE id = @id`,
    ),
    updateContent: db.prepare(
      `UPDATE memories SET content = @content, stored_bytes = @storedBytes, is_compressed = @isCompressed, vector = @vector,
       other_vector = @otherVector
     WHERE id = @id`,
    ),
    remove: db.prepare<[object], ChangeScope & Pick<Sized, 'sizeBytes'>>(
      `DELETE FROM memories WHERE id = @id
     RETURNING agent_id AS agentId, session_id AS sessionId, namespace, size_bytes AS sizeBytes`,
    ),
    countAccess: db.prepare<[Access]>(
      `INSERT INTO accesses (memory_no, count, last_ms)
     SELECT memory_no, @count, @lastMs FROM memories WHERE id = @id
     ON CONFLICT (memory_no) DO UPDATE SET count = count + excluded.count,
       days = days + (CAST(excluded.last_ms / ${DAY_MS} AS INTEGER) > last_ms / ${DAY_MS}), last_ms = max(last_ms, excluded.last_ms)`,
    ),
    updateTimes: db.prepare('UPDATE memories SET update_ms = @updateMs, version = @version WHERE id = @id'),
    joined: edges(db),
    selectSameKey: db.prepare<[object], FullRow>(
      `SELECT ${FULL_COLUMNS} FROM memories m
     WHERE m.owner_no = @ownerNo AND m.kind = @kind AND m.key = @key ORDER BY m.create_ms, m.id`,
    ),
    selectOldest: db.prepare<[object], Sized>(
      'SELECT id, size_bytes AS sizeBytes FROM memories WHERE owner_no = @ownerNo AND is_pinned = 0 ORDER BY create_ms, id',
    ),
    selectId: db.prepare<[object], number>('SELECT 1 FROM memories WHERE id = @id').pluck(),
    selectOne: db.prepare<[object], FoundRow>(FIND_MEMORY),
  };
}

const NO_CHANGE_SCOPE: ChangeScope = { agentId: '', sessionId: '', namespace: '' };

function smallColumns(payload: Payload): Record<string, string | number | null> {
  const none = { role: null, saidMs: null, speaker: null, eventMs: null, turn: null, kind: null, key: null };
  if (payload.type === 'SHORT_TERM') return { ...none, role: payload.role, saidMs: payload.timeMs };
  if (isJsonPayload(payload)) return { ...none, ...mergeKey(payload) };
  if (payload.type === 'WORKING') return none;
  const { speaker, eventTimeMs, turn } = payload;
  return { ...none, speaker, eventMs: eventTimeMs ?? null, turn: turn ?? null };
}

function contentColumns({ body, bytes }: StoredText): Record<string, unknown> {
  return {
    content: body,
    storedBytes: bytes,
    isCompressed: typeof body === 'string' ? 0 : 1,
  };
}
