/** Reads the audit log as it is shipped to receivers outside. */
import type { Database } from 'better-sqlite3';
import { FROM_START, readRecords, type AuditPage, type ShippedUpTo } from '../../../domain/audit.ts';
import type { FedRecord, FeedPage, FeedQuery } from '../../../ports/audit.ts';

export type FeedReads = {
  /** Returns the records after one that was shipped. */
  auditAfter(query: FeedQuery): FeedPage;
  shippedUpTo(argument: { readonly receiver: string }): ShippedUpTo;
};

export function readFeed(db: Database): FeedReads {
  const selectFrom = db.prepare<[object], AuditPage>(
    `SELECT page_no AS pageNo, first_no AS firstNo, count, records, hash FROM audit_pages WHERE page_no >= @pageNo ORDER BY page_no`,
  );
  // The last page that was shipped may be long, and is mostly shipped whole: its records are not read again for nothing.
  const selectExtent = db.prepare<[object], Omit<AuditPage, 'records'>>(
    'SELECT page_no AS pageNo, first_no AS firstNo, count, hash FROM audit_pages WHERE page_no = @pageNo',
  );
  const selectShipped = db.prepare<[object], ShippedUpTo>(
    'SELECT record_no AS recordNo, page_no AS pageNo, hash FROM audit_shipped WHERE receiver = @receiver',
  );
  const selectNewest = db
    .prepare<[], number>('SELECT first_no + count - 1 FROM audit_pages ORDER BY page_no DESC LIMIT 1')
    .pluck();

  return {
    shippedUpTo: ({ receiver }) => selectShipped.get({ receiver }) ?? FROM_START,

    auditAfter: ({ after, limit, bytes }) =>
      db.transaction(() => {
        const { pageNo, recordNo } = after;
        const shipped = selectExtent.get({ pageNo });
        const end = shipped === undefined ? 0 : shipped.firstNo + shipped.count - 1;
        const isThere = shipped !== undefined && shipped.firstNo <= recordNo && recordNo <= end;
        const hash = isThere ? shipped.hash : '';
        const newest = selectNewest.get() ?? 0;
        const records: FedRecord[] = [];
        let taken = 0;
        for (const page of selectFrom.iterate({ pageNo: recordNo < end ? pageNo : pageNo + 1 })) {
          const { firstNo, count } = page;
          const found = readRecords(page.records);
          for (let at = Math.max(0, recordNo + 1 - firstNo); at < found.length; at += 1) {
            if (records.length === limit || taken >= bytes) return { records, hash, newest };
            records.push({ ...found[at]!, recordNo: firstNo + at, pageNo: page.pageNo, hash: page.hash });
            taken += page.records.length / count;
          }
        }
        return { records, hash, newest };
      })(),
  };
}
