/** Reads all data of a user, part by part, as lines of JSON. */
import type { Database } from 'better-sqlite3';
import type { ArchivedLine } from '../lifecycle/put-archived.ts';
import type { UserKey } from '../../../domain/accounts.ts';
import { typeCalled } from '../../../domain/memory.ts';
import { BACKING_UP, type BackupPart } from '../../../policy/lifecycle.ts';
import type { PartPage } from '../../../ports/backups.ts';
import { exportMemories } from '../users/export-memories.ts';
import { exportRows } from '../users/export-rows.ts';
import type { StoredType } from '../records/stored-types.ts';

export function readParts(db: Database) {
  const memories = exportMemories(db);
  const rows = exportRows(db);
  const selectArchived = db.prepare<[object], ArchivedLine>(
    `SELECT a.id, a.type, a.object, a.line, a.reason, a.archive_ms, a.head, a.agent_id, a.namespace, a.size_bytes,
       a.merged_into
     FROM users u JOIN archived a USING (user_no)
     WHERE u.tenant = @tenant AND u.user_id = @userId AND a.id > @after ORDER BY a.id LIMIT @limit + 0`,
  );

  return {
    users: (after: UserKey): readonly UserKey[] => memories.everybody({ after, limit: BACKING_UP.usersAtOnce }),

    /** A part holds nothing that expires, so no time is needed. */
    part(whose: UserKey, part: BackupPart, after: string | undefined): PartPage {
      const type = typeCalled(part) as StoredType | undefined;
      if (type !== undefined) {
        const page = memories.exportMemories({ type, whose, after, nowMs: 0 });
        return { lines: page.memories.map((memory) => JSON.stringify(memory)), next: page.next };
      }
      if (part === 'rows') {
        const page = rows.exportRows({ whose, after });
        return { lines: page.rows.map((row) => JSON.stringify(row)), next: page.next };
      }
      const limit = BACKING_UP.usersAtOnce;
      const { tenant, userId } = whose;
      const found = selectArchived.all({ tenant, userId, after: after ?? '', limit });
      return {
        lines: found.map((line) => JSON.stringify(line)),
        ...(found.length === limit && { next: found.at(-1)?.id }),
      };
    },
  };
}
