/** Commits changes in PostgreSQL, and reads those of others. */
import { userKeyText, type UserKey } from '../../domain/accounts.ts';
import { readRecords, writeRecords } from '../../domain/audit.ts';
import type {
  AlertNote,
  CellChange,
  HeldChange,
  ImageRow,
  Position,
  RowImage,
  SharedNotes,
  SharedSums,
  StoreChange,
} from '../sqlite/engine/store-change.ts';
import { filledRows } from '../sqlite/copying/row-forms.ts';
import type { Pool } from './connect-postgres.ts';
import type { RowOpening, RowSealing } from './row-sealing.ts';
import { readOrNote, type RefusedUsers } from './refused-users.ts';
import { isSealable } from './row-seal.ts';
import { ALERT_NOTE, digestOf, ERASED_BY_NAME, POOL_NOTE, UNCOUNTED_NOTE } from './schema.ts';
import { POSTGRES } from '../../policy/postgres.ts';

/** A row of `changes`. */
export type NotedRow = UserKey & {
  readonly table: string;
  readonly key: string;
  readonly isNew: boolean;
  readonly image: string | null;
  readonly sequence?: number | null;
};

/** The notes in `commits` that belong to no user: sums of tenants, and audit records. */
type PoolNote = Omit<SharedSums['pools'][number], 'tenant' | 'userId'>;
type Shared = { readonly totals: SharedSums['totals']; readonly audit: string };

const COMMIT =
  'SELECT recorda.commit_change($1,$2,$3,$4,$5,$6,$7,$8,$9,$10,$11,$12,$13::bytea[],$14,$15)::int8 AS number';
const COMMIT_SEALED =
  'SELECT recorda.commit_change($1,$2,$3,$4,$5,$6,$7,$8,$9,$10,$11,$12,$13::bytea[],$14,$15,$16)::int8 AS number';

type Place = { readonly position: number; readonly token: string };

/**
 * Commits a change that was tried out at `position`, and resolves to its number; undefined if the copy lacks a commit that touched the same
 * cells, or if a user has another key by now. If it rejects with an error of the connection, the change may stand or not. `sealing` is there
 * if the rows of the database may be sealed. Throws why if the change writes rows of a user of whom the copy has nothing, since the user's
 * rows cannot be read.
 */
export async function commitChange(
  pool: Pool,
  { position, token }: Place,
  change: StoreChange,
  { sealing, refused }: { readonly sealing?: RowSealing | undefined; readonly refused?: RefusedUsers | undefined } = {},
): Promise<number | undefined> {
  const refusal = change.cells.flatMap((cell) => (writesRows(cell) ? [refused?.refusalOf(cell)] : []));
  for (const why of refusal) if (why !== undefined) throw why;
  const erased = erasedUsers(change);
  const cells = cellsOf(change, erased);
  const whose = cells.map(([tenant, userId]) => ({ tenant, userId }));
  const noted = [
    ...notedRows(change),
    ...(await unreadable(
      pool,
      erased.filter((one) => refused?.hasUser(one) === true),
    )),
  ];
  const { rows, keyIds } = sealing === undefined ? { rows: noted } : await sealing.seal(whose, noted);
  const audit = writeRecords(change.shared.audit);
  const shared: Shared = { totals: change.shared.sums.totals, audit };
  const values = [
    position,
    token,
    JSON.stringify(shared),
    audit,
    cells.map(([tenant]) => tenant),
    cells.map(([, userId]) => userId),
    erased.map(({ tenant }) => tenant),
    erased.map(({ userId }) => userId),
    rows.map(({ tenant }) => tenant),
    rows.map(({ userId }) => userId),
    rows.map(({ table }) => table),
    rows.map(({ key }) => key),
    rows.map(({ key }) => digestOf(key)),
    rows.map(({ isNew }) => isNew),
    rows.map(({ image }) => image),
    ...(keyIds === undefined ? [] : [keyIds]),
  ];
  const withinMs = POSTGRES.answerMs + rows.length * POSTGRES.commitRowMs;
  const asked = { text: keyIds === undefined ? COMMIT : COMMIT_SEALED, values, query_timeout: withinMs };
  const { rows: answers } = await pool.query<{ number: number | null }>(asked);
  const number = answers[0]?.number ?? undefined;
  if (number === undefined) sealing?.forget(whose);
  return number;
}

/** Tells whether it writes rows of a user, beside the note that an erasure has begun. */
const writesRows = ({ userId, rows }: CellChange): boolean =>
  rows.some(({ table, rows: left }) => left.length > 0 && isSealable(userId, table));

/**
 * Returns what a commit must name besides, if it erases users whose rows this server cannot read: their rows that an erasure names, as
 * deleted, and a note that their sums are not known.
 */
async function unreadable(pool: Pool, erased: readonly UserKey[]): Promise<readonly NotedRow[]> {
  const found = new Map(erased.map((whose) => [userKeyText(whose), whose]));
  const all = [...found.values()].map(async ({ tenant, userId }) => {
    const { rows } = await pool.query<{ table: string; key: string }>(NAMED_ROWS, [tenant, userId, ERASED_BY_NAME]);
    const note = { tenant, userId, table: UNCOUNTED_NOTE, key: '', isNew: false, image: '{}' };
    return [...rows.map((row) => ({ tenant, userId, ...row, isNew: false, image: null })), note];
  });
  return (await Promise.all(all)).flat();
}

const NAMED_ROWS =
  'SELECT tbl AS "table", key FROM recorda.rows WHERE tenant = $1 AND user_id = $2 AND tbl = ANY ($3::text[])';

/**
 * Returns a change of the same cells that changes nothing: it keeps whatever else was tried out at an earlier position from being
 * committed.
 */
export function barrierFor({ cells }: StoreChange): StoreChange {
  return {
    cells: cells.map(({ tenant, userId }) => ({ tenant, userId, rows: [] })),
    shared: { sums: { totals: [], pools: [] }, alerts: [], audit: [] },
  };
}

/**
 * A change of nothing but notes is one of the whole store, so that a barrier can come after it. The cell of an erased user is locked also if
 * this copy has no rows of the user: another server may be about to write the first ones, with a key that the erasure kills.
 */
function cellsOf(
  { cells }: StoreChange,
  erased: readonly UserKey[],
): readonly (readonly [tenant: string, userId: string])[] {
  const own: readonly UserKey[] = cells.length === 0 ? [{ tenant: '', userId: '' }] : cells;
  const all = new Map([...own, ...erased].map((cell) => [userKeyText(cell), cell]));
  return [...all.values()].map(({ tenant, userId }) => [tenant, userId]);
}

export function erasedUsers({ cells, shared }: StoreChange): readonly UserKey[] {
  const gone = cells.filter(({ rows }) => rows.some(({ table, rows: left }) => table === 'users' && left.length === 0));
  return [
    ...gone,
    ...shared.alerts.flatMap((note) =>
      note.does === 'FORGET' && note.userId !== '' ? [{ tenant: note.tenant, userId: note.userId }] : [],
    ),
  ];
}

function notedRows({ cells, shared }: StoreChange): readonly NotedRow[] {
  const alerts = shared.alerts.flatMap((note): readonly AlertNote[] =>
    // Alerts of erased users are blanked for copies that have not seen them yet, and go with these.
    note.does === 'FORGET' ? [note, { does: 'FORGET', tenant: '', userId: '' }] : [note],
  );
  return [
    ...cells.flatMap(({ tenant, userId, rows }) =>
      rows.map(({ table, key, isNew, rows: left }) => {
        return { tenant, userId, table, key, isNew, image: left.length === 0 ? null : imageText(left) };
      }),
    ),
    ...shared.sums.pools.map(({ tenant, userId, ...pool }) => {
      return { tenant, userId, table: POOL_NOTE, key: '', isNew: false, image: JSON.stringify(pool) };
    }),
    ...alerts.map((note) => {
      const { tenant, userId } = note.does === 'EXPIRE' ? { tenant: '', userId: '' } : note;
      return { tenant, userId, table: ALERT_NOTE, key: '', isNew: false, image: alertText(note) };
    }),
  ];
}

/** Writes a note about alerts. SQL tells notes apart by how they begin. */
export function alertText({ does, ...rest }: AlertNote): string {
  return JSON.stringify({ does, ...rest });
}

/** Writes the rows of an image as JSON that can be queried. Bytes are in base64. */
export function imageText(rows: readonly ImageRow[]): string {
  // A replacer would see a Buffer only after that has made an array of itself.
  const texts = rows.map((row) =>
    Object.fromEntries(Object.entries(row).map(([column, value]) => [column, textOf(value)])),
  );
  return JSON.stringify(texts);
}

function textOf(value: unknown): unknown {
  if (!(value instanceof Uint8Array)) return value;
  return { base64: Buffer.from(value.buffer, value.byteOffset, value.length).toString('base64') };
}

export function readImage(table: string, text: string): readonly ImageRow[] {
  const rows = JSON.parse(text) as readonly Readonly<Record<string, unknown>>[];
  const read = rows.map((row) => {
    const values = Object.entries(row).map(([column, value]) => [column, bytesOf(value)] as const);
    return Object.fromEntries(values);
  });
  return filledRows(table, read);
}

function bytesOf(value: unknown): unknown {
  if (value === null || typeof value !== 'object') return value;
  return Buffer.from((value as { readonly base64: string }).base64, 'base64');
}

type FoundRow = {
  readonly head: number;
  readonly headToken: string;
  readonly keptFrom: number;
  readonly logged: number;
  readonly tables: number;
  readonly number: number | null;
  readonly token: string;
  readonly before: string;
  readonly shared: string;
  readonly n: number | null;
} & NotedRow;

/**
 * Rows of the change log come with their numbers: rows of users who were erased since are left out, so that a copy cannot count them. The
 * number is looked up for each row by itself, since a join might read all rows that there are.
 */
const NEWER = `
SELECT h.number AS head, h.token AS "headToken", h.kept_from AS "keptFrom", h.logged, (h.form::json ->> 'tables')::int AS tables, c.number, c.token, c.before, c.shared,
  r.n, r.tenant, r.user_id AS "userId", r.tbl AS "table", r.key, r.is_new AS "isNew", r.image,
  CASE WHEN r.tbl = 'changes' AND r.is_new THEN (
    SELECT s.sequence FROM recorda.rows s WHERE s.tenant = r.tenant AND s.user_id = r.user_id AND s.tbl = 'changes'
      AND s.digest = sha256(convert_to(r.key, 'UTF8'))
  ) END AS sequence
FROM recorda.head h
LEFT JOIN recorda.commits c ON c.number > $1 AND c.number <= $1 + $2::int8
LEFT JOIN recorda.changes r ON r.number = c.number
ORDER BY c.number, r.n`;

/** The newest commit, and changes after a position in their order; the last one is told what the log of changes has come to with it. */
export type Newer = {
  readonly head: Position;
  readonly keptFrom: number;
  /** The version of the tables in whose form rows are written. */
  readonly tables: number;
  readonly changes: readonly NextChange[];
  /** True if rows are left out whose key an erasure has destroyed. The commit of that erasure is newer than these changes. */
  readonly isTorn: boolean;
};
export type NextChange = HeldChange & { readonly position: Position; readonly before: string };

export type Reading = {
  /** It is there if rows may be sealed. */
  readonly opening?: RowOpening | undefined;
  /** Is told of users with damaged rows, which are left out; if it is absent, such a row throws STORE_DAMAGED. */
  readonly refused?: RefusedUsers | undefined;
};

/** Reads the next changes after a position, at most a few, as one snapshot. */
export async function readNewer(pool: Pool, after: number, { opening, refused }: Reading = {}): Promise<Newer> {
  const { rows: stored } = await pool.query<FoundRow>(NEWER, [after, POSTGRES.commitsAtOnce]);
  const rows = opening === undefined ? stored : await openedRows(stored, opening);
  const [first] = rows;
  if (first === undefined) throw new Error('The table recorda.head has no row.');
  const { head, headToken, keptFrom, logged, tables } = first;
  const changes = byCommit(rows).map((found) => {
    const { number, token, before, shared } = found[0]!;
    const change = changeOf(
      JSON.parse(shared) as Shared,
      found.filter(({ n }) => n !== null),
      refused,
    );
    const lastSequence = number === head ? logged : undefined;
    return { change, position: { number: number!, token }, before, lastSequence };
  });
  const isTorn = rows.some(({ n }, index) => n !== stored[index]!.n && opening?.lacks(stored[index]!) !== true);
  return { head: { number: head, token: headToken }, keptFrom, tables, changes, isTorn };
}

/** Leaves out rows that cannot be opened, since a later commit erases their user or the user is refused. Their commits stay. */
async function openedRows(rows: readonly FoundRow[], opening: RowOpening): Promise<readonly FoundRow[]> {
  const there = rows.filter(({ n }) => n !== null);
  const opened = (await opening.open(there)).values();
  return rows.map((row) => (row.n === null ? row : (opened.next().value ?? { ...row, n: null })));
}

/** Groups rows that are in the order of their commits. */
function byCommit(rows: readonly FoundRow[]): readonly (readonly FoundRow[])[] {
  const groups: FoundRow[][] = [];
  for (const row of rows) {
    if (row.number === null) continue;
    if (groups.at(-1)?.[0]?.number === row.number) groups.at(-1)!.push(row);
    else groups.push([row]);
  }
  return groups;
}

function changeOf(
  { totals, audit }: Shared,
  rows: readonly NotedRow[],
  refused: RefusedUsers | undefined,
): StoreChange {
  const cells: (Omit<CellChange, 'rows'> & { readonly rows: RowImage[]; isUncounted?: boolean })[] = [];
  for (const row of rows) {
    const { tenant, userId, table, key, isNew, image, sequence } = row;
    if (table.startsWith('#') && table !== UNCOUNTED_NOTE) continue;
    let cell = cells.at(-1);
    if (cell?.tenant !== tenant || cell.userId !== userId) cells.push((cell = { tenant, userId, rows: [] }));
    if (table === UNCOUNTED_NOTE) {
      cell.isUncounted = true;
      continue;
    }
    const left = image === null ? [] : readOrNote(row, () => readImage(table, image), refused);
    if (left === undefined) continue;
    cell.rows.push({ table, key, isNew, rows: left, number: sequence ?? undefined });
  }
  const pools = rows
    .filter(({ table }) => table === POOL_NOTE)
    .map(({ tenant, userId, image }) => ({ ...(JSON.parse(image ?? '') as PoolNote), tenant, userId }));
  const alerts = rows.filter(({ table }) => table === ALERT_NOTE).map(({ image }) => alertOf(image ?? ''));
  return { cells, shared: { sums: { totals, pools }, alerts, audit: auditOf(audit) } };
}

export function alertOf(text: string): AlertNote {
  return JSON.parse(text) as AlertNote;
}

export function auditOf(text: string): SharedNotes['audit'] {
  return text === '' ? [] : readRecords(text);
}
