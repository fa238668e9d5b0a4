/** Exports a user's rows in the file beside memories. */
import type { Database } from 'better-sqlite3';
import { PORTABLE_ROWS, ROW_KINDS, type PortableRow, type RowKind } from '../../../domain/portable-rows.ts';
import { SQLITE } from '../../../policy/backends.ts';
import { readText } from '../../stored-text.ts';
import type { UserKey } from '../../../domain/accounts.ts';

/** A row's own number, by which pages are ordered, and its table. Rows that are put back get theirs in the same order. */
type From = { readonly number: string; readonly from: string };

const SESSION = 'JOIN sessions s USING (session_no) WHERE s.user_no = @userNo';
/** A number above the segments of any session. */
const MOST_SEGMENTS = 1 << 20;
const EVENTS = `(SELECT json_group_array(json_array(e.kind, e.at_ms, e.other_id, e.count)) FROM
  (SELECT * FROM fact_events WHERE fact_no = r.fact_no ORDER BY at_ms, event_no) e)`;

const FROM: Readonly<Record<RowKind, From>> = {
  tier: { number: '1', from: 'tiers r JOIN users u USING (tenant, user_id) WHERE u.user_no = @userNo' },
  quota: {
    number:
      '1 + (SELECT count(*) FROM quotas q WHERE (q.tenant, q.user_id) = (r.tenant, r.user_id) AND q.name < r.name)',
    from: 'quotas r JOIN users u USING (tenant, user_id) WHERE u.user_no = @userNo',
  },
  collection: { number: 'r.rowid', from: 'collections r WHERE r.user_no = @userNo' },
  document_sequence: { number: '1', from: 'document_sequences r WHERE r.user_no = @userNo' },
  ordered_document: { number: 'r.document_no', from: 'ordered_documents r WHERE r.user_no = @userNo' },
  session: { number: 'r.session_no', from: 'sessions r WHERE r.user_no = @userNo' },
  turn: { number: 'r.turn_no', from: `turns r ${SESSION}` },
  summary: { number: `r.session_no * ${MOST_SEGMENTS} + r.segment`, from: `segments r ${SESSION}` },
  error: { number: 'r.session_no', from: `errors r ${SESSION}` },
  recalled_turn: {
    number: 'r.memory_no',
    from: `memories r JOIN owners o USING (owner_no) WHERE o.user_no = @userNo AND o.type = 'RECALL'`,
  },
  fact: { number: 'r.fact_no', from: 'facts r WHERE r.user_no = @userNo' },
  answer: { number: 'r.response_no', from: 'responses r WHERE r.user_no = @userNo' },
};

function columnOf(kind: RowKind, field: string): string {
  if (field === 'events') return `${EVENTS} AS events`;
  const ofSession = field === 'session_id' && ['turn', 'summary', 'error'].includes(kind);
  return ofSession ? 's.session_id' : `r.${field}`;
}

type Row = Readonly<Record<string, string | number | null | Buffer>> & { readonly row_number: number };

export type RowReads = {
  /** Returns a page of a user's rows beside memories. */
  exportRows(argument: { readonly whose: UserKey; readonly after: string | undefined }): {
    readonly rows: readonly PortableRow[];
    readonly next?: string | undefined;
  };
};

export function exportRows(db: Database): RowReads {
  const findUser = db
    .prepare<[object], number>('SELECT user_no FROM users WHERE tenant = @tenant AND user_id = @userId')
    .pluck();
  const selects = ROW_KINDS.map((kind) => {
    const { number, from } = FROM[kind];
    const columns = Object.keys(PORTABLE_ROWS[kind]).map((field) => columnOf(kind, field));
    return db.prepare<[object], Row>(
      `SELECT ${number} AS row_number, ${columns.join(', ')} FROM ${from} AND row_number > @after ORDER BY row_number`,
    );
  });

  return {
    exportRows: ({ whose, after }) =>
      db.transaction(() => {
        const userNo = findUser.get({ tenant: whose.tenant, userId: whose.userId });
        if (userNo === undefined) return { rows: [] };
        const [firstKind, afterNumber] = after === undefined ? [0, 0] : (JSON.parse(after) as [number, number]);
        const rows: PortableRow[] = [];
        let bytes = 0;
        for (const [kindNo, kind] of ROW_KINDS.entries()) {
          if (kindNo < firstKind) continue;
          const from = kindNo === firstKind ? afterNumber : 0;
          for (const row of selects[kindNo]!.iterate({ userNo, after: from })) {
            const fields = toFields(kind, row);
            rows.push({ row: kind, fields });
            bytes += Object.values(fields).reduce<number>((sum, value) => sum + (String(value).length + 1), 0);
            if (bytes >= SQLITE.exportPageBytes) return { rows, next: JSON.stringify([kindNo, row.row_number]) };
          }
        }
        return { rows };
      })(),
  };
}

function toFields(kind: RowKind, row: Row): PortableRow['fields'] {
  // False values are left out, so that the line of an unpinned fact or a plain collection is the same as in older backups.
  const isLeftOut = (field: string): boolean => (field === 'is_pinned' || field === 'is_ordered') && row[field] === 0;
  const fields = Object.entries(PORTABLE_ROWS[kind]).filter(([field]) => !isLeftOut(field));
  return Object.fromEntries(
    fields.map(([field, form]) => {
      const value = row[field] ?? null;
      if (!Buffer.isBuffer(value)) return [field, value];
      return [field, form === 'bytes?' ? value.toString('base64') : readText(value)];
    }),
  );
}
