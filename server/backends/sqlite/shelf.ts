/** The writer's hold on the rows of `memories`. */
import type { Database } from 'better-sqlite3';
import type { Sized } from '../../domain/decide/quota.ts';
import type { MemoryRecord, Scope } from '../../domain/memory.ts';
import type { Owner } from './ledger.ts';
import type { Embedders, Vectors } from './embedders-of-store.ts';
import { FIND_MEMORY, toRecord, type FoundRow } from './rows.ts';
import type { StoredText } from './stored-text.ts';
import type { AddOrder, StoredType } from './thread-api.ts';

export type Found = { readonly record: MemoryRecord; readonly userNo: number; readonly ownerSessionId: string };

export type Shelf = ReturnType<typeof shelf>;

export function shelf(db: Database, embedders: Embedders) {
  const insert = db.prepare(
    `INSERT INTO memories (owner_no, id, create_ms, update_ms, version, size_bytes, stored_bytes, is_compressed, agent_id,
       session_id, namespace, task_id, role, said_ms, speaker, event_ms, turn, source, metadata, content, vector,
       other_vector)
     VALUES (@ownerNo, @id, @nowMs, @nowMs, 1, @sizeBytes, @storedBytes, @isCompressed, @agentId,
       @sessionId, @namespace, @taskId, @role, @saidMs, @speaker, @eventMs, @turn, @source, @metadata, @content, @vector,
       @otherVector)`,
  );
  const update = db.prepare(
    `UPDATE memories SET update_ms = @updateMs, version = @version, size_bytes = @sizeBytes, role = @role, said_ms = @saidMs,
       speaker = @speaker, event_ms = @eventMs, turn = @turn, metadata = @metadata WHERE id = @id`,
  );
  const updateContent = db.prepare(
    `UPDATE memories SET content = @content, stored_bytes = @storedBytes, is_compressed = @isCompressed, vector = @vector,
       other_vector = @otherVector
     WHERE id = @id`,
  );
  const remove = db.prepare('DELETE FROM memories WHERE id = @id');
  const selectOldest = db.prepare<[object], Sized>(
    'SELECT id, size_bytes AS sizeBytes FROM memories WHERE owner_no = @ownerNo ORDER BY create_ms, id',
  );
  const selectOne = db.prepare<[object], FoundRow>(FIND_MEMORY);

  return {
    /** Read lazily, and to the end before anything else is written. */
    oldest: ({ ownerNo }: Owner): Iterable<Sized> => ({
      [Symbol.iterator]: () => selectOldest.iterate({ ownerNo }),
    }),

    /** The memory of this tenant and user, unless it has expired. */
    find(type: StoredType, id: string, { tenant, userId }: Scope, nowMs: number): Found | undefined {
      const row = selectOne.get({ id, type, tenant, userId, nowMs });
      if (row === undefined) return undefined;
      const record = toRecord(row, { tenant, userId, expireMs: row.expire_ms });
      return { record, userNo: row.user_no, ownerSessionId: row.owner_session_id };
    },

    insert({ ownerNo }: Owner, order: AddOrder): void {
      const { id, nowMs, sizeBytes, scope, payload, text } = order;
      const { agentId, sessionId, namespace, taskId } = scope;
      insert.run({
        ownerNo,
        id,
        nowMs,
        sizeBytes,
        agentId,
        sessionId,
        namespace,
        taskId,
        source: order.source ?? null,
        ...smallColumns(payload),
        ...contentColumns(text),
        ...embedders.columns(order),
        metadata: order.metadataJson ?? null,
      });
      if (payload.type === 'LONG_TERM') embedders.noteVectors(id, order);
    },

    /** `text` and vectors where the content changed. */
    replace(record: MemoryRecord, text: StoredText | undefined, vectors: Vectors): void {
      const { id, updateTimeMs: updateMs, version, sizeBytes, metadata } = record;
      const metadataJson = metadata === undefined ? null : JSON.stringify(metadata);
      update.run({ id, updateMs, version, sizeBytes, ...smallColumns(record.payload), metadata: metadataJson });
      if (text === undefined) return;
      updateContent.run({ id, ...contentColumns(text), ...embedders.columns(vectors) });
      if (record.payload.type === 'LONG_TERM') embedders.noteVectors(id, vectors);
    },

    remove(id: string): void {
      remove.run({ id });
    },
  };
}

function smallColumns(payload: MemoryRecord['payload']): Record<string, string | number | null> {
  const none = { role: null, saidMs: null, speaker: null, eventMs: null, turn: null };
  if (payload.type === 'SHORT_TERM') return { ...none, role: payload.role, saidMs: payload.timeMs };
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
