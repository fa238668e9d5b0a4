/** Reads the audit log, and checks whether it is complete. */
import type { Database } from 'better-sqlite3';
import {
  checkEnd,
  checkPages,
  pseudonym,
  readRecords,
  type AuditPage,
  type AuditCheck,
  type AuditEnd,
  type AuditHead,
} from '../../../domain/audit.ts';
import { AUDITING } from '../../../policy/lifecycle.ts';
import type { NumberedRecord, AuditList, AuditQuery } from '../../../ports/audit.ts';

const COLUMNS = 'page_no AS pageNo, first_no AS firstNo, count, records, hash';

export type AuditReads = {
  /** Checks at most so many pages after `read`; `isAtEnd` is true if there are no more. */
  checkAudit(argument: {
    readonly read: AuditCheck;
    readonly head: AuditHead | undefined;
  }): AuditCheck & { readonly isAtEnd: boolean };
  listAudit(query: AuditQuery): AuditList;
  /** Returns the end of the log; undefined if it has no pages. */
  endOfAudit(argument: Record<string, never>): AuditEnd | undefined;
  /** Returns the hashes of these pages, without those that are not there. */
  hashesOfAudit(argument: { readonly pageNos: readonly number[] }): readonly AuditHead[];
};

export function readAudit(db: Database): AuditReads {
  const selectAfter = db.prepare<[object], AuditPage>(
    `SELECT ${COLUMNS} FROM audit_pages WHERE page_no > @pageNo ORDER BY page_no LIMIT @limit + 0`,
  );
  const selectBefore = db.prepare<[object], AuditPage>(
    `SELECT ${COLUMNS} FROM audit_pages WHERE page_no <= @pageNo ORDER BY page_no DESC LIMIT @limit + 0`,
  );
  // Numbers of records grow with their pages, so a record's page is the last one that starts before it.
  const findPage = db.prepare<[number], number>('SELECT max(page_no) FROM audit_pages WHERE first_no < ?').pluck();
  const selectEnd = db.prepare<[], AuditEnd>(
    `SELECT page_no AS pageNo, first_no + count - 1 AS count, hash,
       (SELECT hash FROM audit_pages ORDER BY page_no LIMIT 1) AS log
     FROM audit_pages ORDER BY page_no DESC LIMIT 1`,
  );
  const selectHash = db.prepare<[number], AuditHead>(
    'SELECT page_no AS pageNo, hash FROM audit_pages WHERE page_no = ?',
  );
  const selectKey = db
    .prepare<[object], Buffer>('SELECT key FROM audit_keys WHERE tenant = @tenant AND user_id = @userId')
    .pluck();

  return {
    checkAudit({ read, head }) {
      const pages = selectAfter.all({ pageNo: read.pageNo, limit: AUDITING.pagesAtOnce });
      const check = checkPages(read, pages, head);
      const isAtEnd = check.fault !== undefined || pages.length < AUDITING.pagesAtOnce;
      return { ...(isAtEnd ? checkEnd(check, head) : check), isAtEnd };
    },

    endOfAudit: () => selectEnd.get(),
    hashesOfAudit: ({ pageNos }) => pageNos.flatMap((pageNo) => selectHash.get(pageNo) ?? []),

    listAudit: ({ tenant, userId, withTenantless = false, limit, before = Number.MAX_SAFE_INTEGER }) =>
      db.transaction(() => {
        const key = userId === '' ? undefined : selectKey.get({ tenant, userId });
        // Without a key nobody can tell which records are the user's.
        if (userId !== '' && key === undefined) return { records: [] };
        const user = key === undefined ? undefined : pseudonym(key, userId);
        const records: NumberedRecord[] = [];
        const pageNo = findPage.get(before) ?? 0;
        let looked = 0;
        for (const page of selectBefore.iterate({ pageNo, limit: AUDITING.mostPages + 1 })) {
          if (looked === AUDITING.mostPages) return { records, next: page.firstNo + page.count };
          looked += 1;
          const found = readRecords(page.records).map((record, index) => ({
            ...record,
            recordNo: page.firstNo + index,
          }));
          for (const record of found.reverse()) {
            if (record.recordNo >= before) continue;
            if (record.tenant !== tenant && !(withTenantless && record.tenant === '')) continue;
            if (user !== undefined && record.user !== user) continue;
            if (records.length === limit) return { records, next: records.at(-1)!.recordNo };
            records.push(record);
          }
        }
        return { records };
      })(),
  };
}
