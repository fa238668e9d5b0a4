/** Reads what is known of archived memories, without their content. */
import type { Database } from 'better-sqlite3';
import type { ArchivedHead, ArchiveReason } from '../../../domain/archived.ts';
import { filterWithin } from '../../../domain/filter.ts';
import type { RetentionOverride } from '../../../domain/retention.ts';
import { FILTER_BUDGET_MS } from '../../../policy/limits.ts';
import type { RetiredType } from '../../../policy/retention.ts';
import { SQLITE } from '../../../policy/sqlite.ts';
import type { ArchivedPlace, ArchiveObject } from '../../../ports/keeping.ts';
import type { KeepingReads } from '../threads/keeping-api.ts';

type ArchivedRow = {
  readonly id: string;
  readonly type: RetiredType;
  readonly reason: ArchiveReason;
  readonly archive_ms: number;
  readonly head: string;
};

type ArchiveReads = 'looseObjects' | 'archived' | 'archivedPlaces' | 'retention' | 'lastRun';

export function readArchive(db: Database): Pick<KeepingReads, ArchiveReads> {
  const selectLoose = db.prepare<[], Omit<ArchiveObject, 'isComplete'> & { readonly complete: number }>(
    `SELECT b.object, b.is_complete AS complete, u.tenant, u.user_id AS userId,
       (SELECT count(*) FROM archived a WHERE a.object = b.object) AS left
     FROM archive_objects b JOIN users u USING (user_no)
     WHERE b.is_complete = 0 OR NOT EXISTS (SELECT 1 FROM archived a WHERE a.object = b.object)`,
  );
  const selectPage = db.prepare<[object], ArchivedRow>(
    `SELECT a.id, a.type, a.reason, a.archive_ms, a.head FROM users u JOIN archived a USING (user_no)
     WHERE u.tenant = @tenant AND u.user_id = @userId AND (@type = '' OR a.type = @type)
       AND (a.archive_ms, a.id) > (@archiveMs, @id) ORDER BY a.archive_ms, a.id LIMIT @limit + 0`,
  );
  const selectPlace = db.prepare<[object], ArchivedPlace>(
    `SELECT a.id, a.object, a.line FROM users u JOIN archived a USING (user_no)
     WHERE u.tenant = @tenant AND u.user_id = @userId AND a.id = @id`,
  );
  const selectRetention = db.prepare<[], RetentionOverride>('SELECT tenant, type, days FROM retention');
  const selectRun = db.prepare<[object], number>('SELECT at_ms FROM job_runs WHERE job = @job').pluck();

  return {
    looseObjects: () => selectLoose.all().map(({ complete, ...object }) => ({ ...object, isComplete: complete === 1 })),

    archived: ({ tenant, userId, type = '', filter, pageSize, after }) =>
      db.transaction(() => {
        const accepts =
          filter === undefined ? () => true : filterWithin(filter, FILTER_BUDGET_MS.reader, () => performance.now());
        const limit = Math.max(SQLITE.listScanRows, pageSize) + 1;
        const place = after ?? { archiveMs: Number.MIN_SAFE_INTEGER, id: '' };
        const found = [];
        let looked = 0;
        let last: typeof after;
        for (const row of selectPage.iterate({ tenant, userId, type, ...place, limit })) {
          if (found.length === pageSize || looked + 1 === limit) return { archived: found, next: last };
          looked += 1;
          last = { archiveMs: row.archive_ms, id: row.id };
          const head = JSON.parse(row.head) as ArchivedHead;
          if (accepts(head)) found.push({ head, type: row.type, reason: row.reason, archiveMs: row.archive_ms });
        }
        return { archived: found, next: undefined };
      })(),

    archivedPlaces: ({ whose: { tenant, userId }, ids }) =>
      ids.flatMap((id) => selectPlace.get({ tenant, userId, id }) ?? []),

    retention: () => selectRetention.all(),
    lastRun: ({ job }) => selectRun.get({ job }),
  };
}
