/** Loads a new copy of the store from the rows as they are now, instead of from all commits that there ever were. */
import type { UserKey } from '../../domain/accounts.ts';
import { RecordaError } from '../../domain/errors.ts';
import { POSTGRES } from '../../policy/postgres.ts';
import type { CellChange, ImageRow, Position, RowImage, SharedNotes } from '../sqlite/engine/store-change.ts';
import { copiedTableNames } from '../sqlite/copying/copied-tables.ts';
import type { Copy } from '../sqlite/copying/holder.ts';
import { alertOf, auditOf, readImage, type Reading } from './commits.ts';
import type { Client, Pool } from './connect-postgres.ts';
import { readOrNote, type RefusedUsers } from './refused-users.ts';
import { isSealable } from './row-seal.ts';
import { ALERT_NOTE } from './schema.ts';

type Head = Position & { readonly logged: number };
type Row = UserKey & {
  readonly table: string;
  readonly key: string;
  readonly sequence: number | null;
  readonly image: string;
};
type Note = { readonly number: number; readonly kind: string; readonly image: string };

/** Sums are in no row: they are made from those of agents, which come before rows that belong to a pool. */
const FIRST = ['users', 'agent_totals'];

export const NO_NOTES: SharedNotes = { sums: { totals: [], pools: [] }, alerts: [], audit: [] };

/**
 * Loads everything as of one snapshot; resolves to the position that the copy has reached. Rows of users who are erased meanwhile may be left
 * out: the copy then hears of the erasure. Rows that were loaded of a user who is refused later are still to be taken out.
 */
export async function loadCopy(pool: Pool, copy: Copy, reading: Reading = {}): Promise<Position> {
  const client = await pool.connect();
  let failed: unknown;
  try {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    const { rows } = await client.query<Head>('SELECT number, token, logged FROM recorda.head');
    const { number, token, logged } = rows[0]!;
    const tables = copiedTableNames();
    for (const table of [...FIRST, ...tables.filter((name) => !FIRST.includes(name))]) {
      await loadTable(client, table, copy, reading);
    }
    await loadNotes(client, copy);
    const position = { number, token };
    // A copy without a position is not whole, and is loaded again.
    await copy.apply([{ change: { cells: [], shared: NO_NOTES }, position, lastSequence: logged }]);
    await client.query('COMMIT');
    return position;
  } catch (error) {
    failed = error;
    throw error;
  } finally {
    client.release(failed !== undefined);
  }
}

async function loadTable(client: Client, table: string, copy: Copy, { opening, refused }: Reading): Promise<void> {
  const sql = `SELECT tenant, user_id AS "userId", tbl AS "table", key, sequence, image FROM recorda.rows WHERE tbl = '${table}'
    ORDER BY sequence, number, n, tenant, user_id, digest`;
  for await (const stored of inParts<Row>(client, sql)) {
    const rows = (await opening?.open(stored))?.filter((row) => row !== undefined) ?? stored;
    const cells: LoadedCell[] = [];
    for (const row of rows) {
      const { tenant, userId, key, sequence, image } = row;
      const read = readOrNote(row, () => readImage(table, image), refused);
      if (read === undefined) continue;
      let cell = cells.at(-1);
      if (cell?.tenant !== tenant || cell.userId !== userId) cells.push((cell = { tenant, userId, rows: [] }));
      cell.rows.push({ table, key, isNew: true, rows: read, number: sequence ?? undefined });
    }
    const isThere = (cell: UserKey): boolean => refused?.hasUser(cell) !== true || !isSealable(cell.userId, table);
    await applyRows(copy, table, cells.filter(isThere), refused);
  }
}

type LoadedCell = CellChange & { readonly rows: RowImage[] };

/** Applies rows of a table. If some do not fit the table, their users are noted, and all other rows are applied. */
async function applyRows(
  copy: Copy,
  table: string,
  cells: readonly LoadedCell[],
  refused: RefusedUsers | undefined,
): Promise<void> {
  const apply = (some: readonly CellChange[]): Promise<void> =>
    copy.apply([{ change: { cells: some, shared: { ...NO_NOTES, sums: sumsOf(table, some) } } }]);
  let failed = 0;
  const applyCell = async (cell: LoadedCell): Promise<void> => {
    for (const row of cell.rows) {
      const error = await failureOf(apply([{ ...cell, rows: [row] }]));
      if (error === undefined) continue;
      if (isOfServer(error) || cell.userId === '') throw error;
      refused?.noteRow({ ...cell, table, key: row.key });
      failed += 1;
      return;
    }
  };
  const error = await failureOf(apply(cells));
  if (error === undefined) return;
  if (refused === undefined || isOfServer(error)) throw error;
  for (const cell of cells) await applyCell(cell);
  // If not one of several fits, the rows are not to blame.
  if (cells.length > 1 && failed === cells.length) throw error;
}

const failureOf = (work: Promise<unknown>): Promise<Error | undefined> =>
  work.then(
    () => undefined,
    (error: Error) => error,
  );

/** Tells whether the copy itself cannot be written. */
const isOfServer = (error: Error): boolean => error instanceof RecordaError;

/** Applies alerts and audit records commit by commit, since the records of each commit are a page. */
async function loadNotes(client: Client, copy: Copy): Promise<void> {
  const sql = 'SELECT number, kind, image FROM recorda.notes ORDER BY number, n';
  let last:
    { readonly number: number; alerts: SharedNotes['alerts'][number][]; audit: SharedNotes['audit'] } | undefined;
  for await (const notes of inParts<Note>(client, sql)) {
    const whole: NonNullable<typeof last>[] = [];
    for (const { number, kind, image } of notes) {
      if (last?.number !== number) {
        if (last !== undefined) whole.push(last);
        last = { number, alerts: [], audit: [] };
      }
      if (kind === ALERT_NOTE) last.alerts.push(alertOf(image));
      else last.audit = auditOf(image);
    }
    await applyNotes(copy, whole);
  }
  if (last !== undefined) await applyNotes(copy, [last]);
}

async function applyNotes(copy: Copy, notes: readonly Pick<SharedNotes, 'alerts' | 'audit'>[]): Promise<void> {
  if (notes.length === 0) return;
  await copy.apply(
    notes.map(({ alerts, audit }) => ({ change: { cells: [], shared: { ...NO_NOTES, alerts, audit } } })),
  );
}

/** Yields the rows of a query a few at a time. */
export async function* inParts<R extends object>(client: Client, sql: string): AsyncGenerator<readonly R[]> {
  // The first of them come once all are sorted.
  const patient = { query_timeout: POSTGRES.loadMs };
  await client.query({ text: `DECLARE part NO SCROLL CURSOR FOR ${sql}`, ...patient });
  for (;;) {
    const { rows } = await client.query<R>({ text: `FETCH ${POSTGRES.loadedRows} FROM part`, ...patient });
    if (rows.length > 0) yield rows;
    if (rows.length < POSTGRES.loadedRows) break;
  }
  await client.query('CLOSE part');
}

/** Returns what the rows of a table add to the sums that are nobody's alone. */
function sumsOf(table: string, cells: readonly CellChange[]): SharedNotes['sums'] {
  if (table === 'users') {
    return {
      totals: cells.map(({ tenant, rows }) => ({ tenant, type: 'USER', count: rows.length, bytes: 0 })),
      pools: [],
    };
  }
  if (table !== 'agent_totals') return NO_NOTES.sums;
  const sums = cells.flatMap(({ tenant, userId, rows }) =>
    rows.flatMap(({ rows: all }) => all.map((row) => ({ tenant, userId, ...agentSum(row) }))),
  );
  return {
    totals: sums.map(({ tenant, type, count, bytes }) => ({ tenant, type, count, bytes })),
    pools: sums
      .filter(({ type }) => type === 'LONG_TERM')
      .map(({ tenant, userId, agentId, count }) => ({ tenant, userId, agentId, count })),
  };
}

function agentSum(row: ImageRow) {
  const {
    agent_id: agentId,
    type,
    count,
    bytes,
  } = row as {
    readonly agent_id: string;
    readonly type: string;
    readonly count: number;
    readonly bytes: number;
  };
  return { agentId, type, count, bytes };
}
