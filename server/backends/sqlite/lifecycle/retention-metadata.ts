/** Retention metadata, the rows of `lives`: when a memory's age starts, and how much it matters. */
import type { Database } from 'better-sqlite3';
import { firstImportance } from '../../../domain/importance.ts';
import type { Payload } from '../../../domain/memory.ts';
import { ageFromMs, isRetired } from '../../../domain/retention.ts';
import type { Weight } from '../../../ports/lifecycle.ts';
import type { Entered } from '../records/memory-table.ts';
import { pools } from '../records/pools.ts';

/** A memory, as it was compared with others. */
type ComparedMemory = { readonly memoryNo: number; readonly id: string; readonly version: number };

export type RetentionMetadata = ReturnType<typeof retentionMetadata>;

export function retentionMetadata(db: Database) {
  const shared = pools(db);
  const insert = db.prepare(
    `INSERT INTO lives (memory_no, owner_no, type, agent_id, since_ms, worth, pool_no)
     VALUES (@memoryNo, @ownerNo, @type, @agentId, @sinceMs, @importance, @poolNo)`,
  );
  const update = db.prepare(
    `UPDATE lives SET since_ms = @sinceMs, is_compared = 0, is_apart = @apart
     WHERE memory_no = (SELECT memory_no FROM memories WHERE id = @id)`,
  );
  const setImportance = db.prepare(
    'UPDATE lives SET worth = @importance, is_graduated = @graduated WHERE memory_no = @memoryNo',
  );
  const noteCompared = db.prepare(
    `UPDATE lives SET is_compared = 1 WHERE memory_no = @memoryNo
     AND EXISTS (SELECT 1 FROM memories m WHERE m.memory_no = @memoryNo AND m.id = @id AND m.version = @version)`,
  );

  return {
    entered({ memoryNo, ownerNo, userNo, tenant, agentId, payload, nowMs, importance }: Entered): void {
      const { type } = payload;
      if (!isRetired(type)) return;
      const entry = { memoryNo, ownerNo, type, agentId, sinceMs: ageFromMs(payload, nowMs) };
      if (type !== 'LONG_TERM') return void insert.run({ importance: null, poolNo: null, ...entry });
      const poolNo = shared.of({ tenant, agentId, userNo });
      insert.run({ importance: firstImportance(importance), poolNo, ...entry });
    },

    /** Notes a memory that was written; `isApart` restores that mark of one that was put back. */
    written(id: string, payload: Payload, nowMs: number, isApart = false): void {
      if (isRetired(payload.type)) update.run({ id, sinceMs: ageFromMs(payload, nowMs), apart: isApart ? 1 : 0 });
    },

    /** Starts its age again; `isApart` if it had been merged, and must not be again. */
    begunAnew(id: string, nowMs: number, isApart: boolean): void {
      update.run({ id, sinceMs: nowMs, apart: isApart ? 1 : 0 });
    },

    setImportance(weights: readonly Weight[]): void {
      for (const { memoryNo, importance, hasGraduated } of weights) {
        setImportance.run({ memoryNo, importance, graduated: hasGraduated ? 1 : 0 });
      }
    },

    /** Leaves memories alone that were written since they were read. */
    noteCompared(memories: readonly ComparedMemory[]): void {
      for (const memory of memories) noteCompared.run(memory);
    },
  };
}
