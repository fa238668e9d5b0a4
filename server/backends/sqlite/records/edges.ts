/** The writer's part of the rows of `edges` and `evidence`: which relationship joins which entities, when, and by what evidence. */
import type { Database } from 'better-sqlite3';
import type { Sized } from '../../../domain/decide/quota.ts';
import type { Payload } from '../../../domain/memory.ts';

export function edges(db: Database) {
  const put = db.prepare(
    `INSERT OR REPLACE INTO edges (memory_no, from_id, to_id, valid_from_ms, valid_to_ms)
     SELECT memory_no, @fromId, @toId, @validFromMs, @validToMs FROM memories WHERE id = @id`,
  );
  const clearEvidence = db.prepare(
    'DELETE FROM evidence WHERE memory_no = (SELECT memory_no FROM memories WHERE id = @id)',
  );
  const putEvidence = db.prepare(
    'INSERT OR IGNORE INTO evidence (id, memory_no) SELECT @evidenceId, memory_no FROM memories WHERE id = @id',
  );
  const selectAt = db.prepare<[object], Sized>(
    `SELECT m.id, m.size_bytes AS sizeBytes FROM edges e JOIN memories m USING (memory_no) WHERE e.from_id = @id
     UNION
     SELECT m.id, m.size_bytes AS sizeBytes FROM edges e JOIN memories m USING (memory_no) WHERE e.to_id = @id`,
  );

  return {
    /** Writes the edge of a memory whose row exists; does nothing if it is no relationship. */
    put(id: string, payload: Payload): void {
      if (payload.type !== 'ENTITY') return;
      clearEvidence.run({ id });
      for (const evidenceId of payload.evidence) putEvidence.run({ id, evidenceId });
      if (payload.node !== 'RELATIONSHIP') return;
      const { fromId, toId, validFromMs = null, validToMs = null } = payload;
      put.run({ id, fromId, toId, validFromMs, validToMs });
    },

    /** Returns the relationships from an entity and to it. */
    at: (id: string): readonly Sized[] => selectAt.all({ id }),
  };
}
