/** Reads the archive's entries, without the content of memories. */
import type { Database } from 'better-sqlite3';
import type { Archived, ArchivedHead, ArchiveReason } from '../../../domain/archived.ts';
import { isWithin } from '../../../domain/scope.ts';
import type { RetentionOverride } from '../../../domain/retention.ts';
import type { RetiredType } from '../../../policy/memory-types.ts';
import { SQLITE } from '../../../policy/backends.ts';
import type { ArchivedAddress, ArchiveObject, ArchivedPage, ArchivedQuery, PastRun } from '../../../ports/lifecycle.ts';
import { cut, inSlices, type Slices } from '../engine/slices.ts';
import { searchFilter } from '../memories/search-filter.ts';
import type { UserKey } from '../../../domain/accounts.ts';

type ArchivedRow = {
  readonly id: string;
  readonly type: RetiredType;
  readonly reason: ArchiveReason;
  readonly archive_ms: number;
  readonly head: string;
  readonly merged_into: string | null;
};

type SlicedArchive = Omit<ArchivedPage, 'archived'> & { readonly archived: Slices<ArchivedPage['archived']> };

export type ArchiveReads = {
  looseObjects(argument: Record<string, never>): readonly ArchiveObject[];
  archived(query: ArchivedQuery): SlicedArchive;
  archivedAddresses(argument: { readonly whose: UserKey; readonly ids: readonly string[] }): readonly ArchivedAddress[];
  retention(argument: Record<string, never>): readonly RetentionOverride[];
  lastRun(argument: { readonly job: string }): number | undefined;
  pastRuns(argument: Record<string, never>): readonly PastRun[];
};

export function readArchive(db: Database): ArchiveReads {
  const selectLoose = db.prepare<[], Omit<ArchiveObject, 'isComplete'> & { readonly complete: number }>(
    `SELECT b.object, b.is_complete AS complete, u.tenant, u.user_id AS userId,
       (SELECT count(*) FROM archived a WHERE a.object = b.object) AS left
     FROM archive_objects b JOIN users u USING (user_no)
     WHERE b.is_complete = 0 OR NOT EXISTS (SELECT 1 FROM archived a WHERE a.object = b.object)`,
  );
  const selectPage = db.prepare<[object], ArchivedRow>(
    `SELECT a.id, a.type, a.reason, a.archive_ms, a.head, a.merged_into FROM users u JOIN archived a USING (user_no)
     WHERE u.tenant = @tenant AND u.user_id = @userId AND (@type = '' OR a.type = @type)
       AND (a.archive_ms, a.id) > (@archiveMs, @id) ORDER BY a.archive_ms, a.id LIMIT @limit + 0`,
  );
  // The caller skips, and counts, entries of other types: so a page reads no more rows than its limit.
  const selectNewest = db.prepare<[object], ArchivedRow>(
    `SELECT a.id, a.type, a.reason, a.archive_ms, a.head, a.merged_into FROM users u JOIN archived a USING (user_no)
     WHERE u.tenant = @tenant AND u.user_id = @userId
       AND (a.archive_ms, a.id) < (@archiveMs, @id) ORDER BY a.archive_ms DESC, a.id DESC LIMIT @limit + 0`,
  );
  const selectCursor = db.prepare<[object], ArchivedAddress>(
    `SELECT a.id, a.object, a.line FROM users u JOIN archived a USING (user_no)
     WHERE u.tenant = @tenant AND u.user_id = @userId AND a.id = @id`,
  );
  const selectRetention = db.prepare<[], RetentionOverride>('SELECT tenant, type, days FROM retention');
  const selectRuns = db.prepare<[], string>('SELECT runs FROM job_runs WHERE runs IS NOT NULL').pluck();
  const selectRun = db.prepare<[object], number>('SELECT at_ms FROM job_runs WHERE job = @job').pluck();

  return {
    looseObjects: () => selectLoose.all().map(({ complete, ...object }) => ({ ...object, isComplete: complete === 1 })),

    archived: ({ tenant, userId, type = '', filter, pageSize, after, within, newestFirst = false }) =>
      db.transaction(() => {
        const matches = filter === undefined ? () => true : searchFilter(filter);
        const accepts = (head: ArchivedHead, of: RetiredType): boolean =>
          (within === undefined || isWithin({ scope: head.scope, payload: { type: of } }, within)) && matches(head);
        const limit = Math.max(SQLITE.listScanRows, pageSize) + 1;
        const start = newestFirst ? Number.MAX_SAFE_INTEGER : Number.MIN_SAFE_INTEGER;
        const cursor = after ?? { archiveMs: start, id: '' };
        const select = newestFirst ? selectNewest : selectPage;
        const found: { readonly archived: Archived; readonly bytes: number }[] = [];
        const page = (next: typeof after) => ({
          archived: inSlices(cut(found, (one) => one.bytes).map((slice) => slice.map(({ archived }) => archived))),
          next,
        });
        let bytes = 0;
        let looked = 0;
        let last: typeof after;
        const named = newestFirst ? {} : { type };
        for (const row of select.iterate({ tenant, userId, ...named, ...cursor, limit })) {
          const isTooLarge = found.length > 0 && bytes + row.head.length > SQLITE.answerBytes;
          if (found.length === pageSize || looked + 1 === limit || isTooLarge) return page(last);
          looked += 1;
          last = { archiveMs: row.archive_ms, id: row.id };
          if (type !== '' && row.type !== type) continue;
          const head = JSON.parse(row.head) as ArchivedHead;
          if (!accepts(head, row.type)) continue;
          const { type: of, reason, archive_ms: archiveMs, merged_into: mergedInto } = row;
          const archived = { head, type: of, reason, archiveMs, mergedInto: mergedInto ?? undefined };
          found.push({ archived, bytes: row.head.length });
          bytes += row.head.length;
        }
        return page(undefined);
      })(),

    archivedAddresses: ({ whose: { tenant, userId }, ids }) =>
      ids.flatMap((id) => selectCursor.get({ tenant, userId, id }) ?? []),

    retention: () => selectRetention.all(),
    lastRun: ({ job }) => selectRun.get({ job }),
    pastRuns: () =>
      selectRuns
        .all()
        .flatMap((runs) => JSON.parse(runs) as PastRun[])
        .toSorted((one, other) => other.startMs - one.startMs),
  };
}
