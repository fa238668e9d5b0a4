/** Restores the places of archived memories from a backup. */
import type { Database } from 'better-sqlite3';

/** The line of a row of `archived`. */
export type ArchivedLine = {
  readonly id: string;
  readonly type: string;
  readonly object: string;
  readonly line: number;
  readonly reason: string;
  readonly archive_ms: number;
  readonly head: string;
  readonly agent_id: string;
  readonly namespace: string;
  readonly size_bytes: number;
  /** Absent in backups of older servers. */
  readonly merged_into?: string | null;
};

export function putArchived(db: Database) {
  const insert = db.prepare(
    `INSERT OR IGNORE INTO archived
       (user_no, id, type, object, line, reason, archive_ms, head, agent_id, namespace, size_bytes, merged_into)
     SELECT @userNo, @id, @type, @object, @line, @reason, @archive_ms, @head, @agent_id, @namespace, @size_bytes, @merged_into
     WHERE NOT EXISTS (SELECT 1 FROM memories WHERE id = @id)`,
  );
  const insertObject = db.prepare(
    'INSERT OR IGNORE INTO archive_objects (object, user_no, is_complete) VALUES (@object, @userNo, 1)',
  );
  /** Returns the number of accepted lines. */
  return (userNo: number, lines: Iterable<string>): number => {
    let taken = 0;
    for (const text of lines) {
      const line = JSON.parse(text) as ArchivedLine;
      if (insert.run({ userNo, merged_into: null, ...line }).changes === 0) continue;
      insertObject.run({ userNo, object: line.object });
      taken += 1;
    }
    return taken;
  };
}
