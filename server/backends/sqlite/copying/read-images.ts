/** Reads the whole of a store that is not open: what another one needs to become the same, in the form in which writes are copied. */
import { join } from 'node:path';
import type { Database } from 'better-sqlite3';
import type { UserKey } from '../../../domain/accounts.ts';
import { openForReading } from '../engine/file/open-file.ts';
import type { AlertNote, ImageRow, RowImage } from '../engine/store-change.ts';
import { STORE_FILE } from '../migrations/migrations.ts';
import { NEWEST } from '../migrations/newest.ts';
import { copiedTables, type CopiedTable } from './copied-tables.ts';
import { refuseCopy } from './copy-position.ts';

export type FoundImage = UserKey & { readonly image: RowImage };

/** A store as it is read. */
export interface StoreContent {
  /** The embedder of the vectors, as [name, version, dimensions] in JSON. */
  readonly embedder: string;
  /** The number of rows that have images. */
  countRows(): number;
  /** The images of all rows, those that others refer to first; a user's in the order in which they were inserted. */
  images(): Iterable<FoundImage>;
  /** The notes that make the alerts anew, with the numbers that they have. */
  alerts(): Iterable<AlertNote>;
  /** The records of each page of the audit log, as text, in order. */
  auditPages(): Iterable<string>;
  /** The number of the newest change in the change log. */
  lastChange(): number;
  /** Throws if the file is damaged, or has what only a plain store can have. */
  refuseDamaged(): void;
  close(): void;
}

/** Opens the store in a folder that is locked. Throws an error that says what to do if it is a copy, of another version, or mirrored. */
export function readStore(dataDir: string, { isCopy = false }: { readonly isCopy?: boolean } = {}): StoreContent {
  const db = openForReading(join(dataDir, STORE_FILE));
  try {
    if (!isCopy) refuseCopy(db);
    const version = db.pragma('user_version', { simple: true });
    if (version !== NEWEST.version)
      throw new Error(
        `The store in ${dataDir} is of ${Number(version) > NEWEST.version ? 'a newer' : 'an earlier'} version of Recorda. Start a server of this version with it once, which upgrades an earlier one, and stop it.`,
      );
    return contentOf(db);
  } catch (error) {
    db.close();
    throw error;
  }
}

function contentOf(db: Database): StoreContent {
  // Servers over PostgreSQL deliver to no index of RECORDA_LONG_TERM, so the outbox stays behind.
  const tables = copiedTables(db).filter(({ table }) => table !== 'outbox');
  const number = (sql: string): number => db.prepare<[], number>(sql).pluck().get() ?? 0;
  return {
    embedder:
      db
        .prepare<[], string>("SELECT json_array(name, version, dimensions) FROM embedder WHERE state = 'CURRENT'")
        .pluck()
        .get() ?? '',
    countRows: () => tables.reduce((sum, { table }) => sum + number(`SELECT count(*) FROM ${table}`), 0),
    *images() {
      for (const table of tables) yield* imagesOf(db, table);
    },
    alerts: () => alertNotes(db),
    *auditPages() {
      yield* db.prepare<[], string>('SELECT records FROM audit_pages ORDER BY page_no').pluck().iterate();
    },
    lastChange: () => number('SELECT max(sequence) FROM changes'),
    refuseDamaged() {
      const [found] = db.pragma('quick_check(1)') as readonly { readonly quick_check: string }[];
      if (found?.quick_check !== 'ok')
        throw new Error(`The store is damaged: ${found?.quick_check}. Restore a backup, and move that.`);
      if (number('SELECT count(*) FROM index_erasures') > 0)
        throw new Error(
          'Erasures wait for the index of RECORDA_LONG_TERM, which servers over PostgreSQL do not use. Start the server with it until they are done.',
        );
    },
    close: () => void db.close(),
  };
}

type Found = readonly [tenant: string, userId: string, key: string, number: number | null, ...values: unknown[]];

/** Yields an image for each row, or for all rows of a key in a table of groups. Rows of users who were erased are left out. */
function* imagesOf(db: Database, copied: CopiedTable): Generator<FoundImage> {
  const { table, columns, number, isGroup } = copied;
  const whose = (name: string): string => `(SELECT w.${name} FROM ${copied.whose('t')} w)`;
  const read = columns.map((column) => copied.read(column, 't'));
  const all = [whose('tenant'), whose('user_id'), copied.keyOf('t'), number === undefined ? 'NULL' : `t.${number}`];
  const order = [...(isGroup ? ['1', '2', '3'] : []), ...(number === undefined ? [] : ['4'])];
  const sql = `SELECT ${[...all, ...read].join(', ')} FROM ${table} t WHERE ${whose('tenant')} IS NOT NULL AND ${copied.hasKey('t')}
    ${order.length === 0 ? '' : `ORDER BY ${order.join(', ')}`}`;
  let group: (FoundImage & { readonly image: { readonly rows: ImageRow[] } }) | undefined;
  for (const found of db.prepare<[], Found>(sql).raw().iterate()) {
    const [tenant, userId, key, itsNumber, ...values] = found;
    const row = Object.fromEntries(columns.map((column, at) => [column, values[at]]));
    if (isGroup && group?.image.key === key && group.tenant === tenant && group.userId === userId) {
      group.image.rows.push(row);
      continue;
    }
    if (group !== undefined) yield group;
    // Changes have the same number in every copy.
    const shared = table === 'changes' ? (itsNumber ?? undefined) : undefined;
    group = { tenant, userId, image: { table, key, isNew: true, rows: [row], number: shared } };
  }
  if (group !== undefined) yield group;
}

type RaiseNote = Extract<AlertNote, { readonly does: 'RAISE' }>;
type Alert = { readonly note: RaiseNote; readonly sequence: number; readonly resolvedMs: number | null };

/** No user has this name. */
const NOBODY = { tenant: '', userId: '\u0001gone' };
/** Stands for an alert that was deleted, so that the next one has its number. */
const GONE: RaiseNote = {
  does: 'RAISE',
  ...NOBODY,
  place: '',
  name: 'LONG_TERM',
  measure: 'COUNT',
  level: 'WARNING',
  current: 0,
  max: 0,
  nowMs: 0,
};

function* alertNotes(db: Database): Generator<AlertNote> {
  const last = db.prepare<[], number>("SELECT seq FROM sqlite_sequence WHERE name = 'alerts'").pluck().get() ?? 0;
  const count = db.prepare<[], number>('SELECT count(*) FROM alerts').pluck().get() ?? 0;
  let next = 1;
  for (const { note, sequence, resolvedMs } of storedAlerts(db)) {
    for (; next < sequence; next += 1) yield GONE;
    yield note;
    const { tenant, userId, place } = note;
    if (resolvedMs !== null) yield { does: 'RESOLVE', tenant, userId, place, nowMs: resolvedMs };
    next = sequence + 1;
  }
  for (; next <= last; next += 1) yield GONE;
  if (count < last) yield { does: 'FORGET', ...NOBODY };
}

function* storedAlerts(db: Database): Generator<Alert> {
  const alerts = db.prepare<[], Omit<Alert, 'note'>>(
    `SELECT sequence, tenant, user_id AS userId, place, name, measure, level, current, max, at_ms AS nowMs, resolved_ms AS resolvedMs
     FROM alerts ORDER BY sequence`,
  );
  for (const { sequence, resolvedMs, ...raised } of alerts.iterate())
    yield { note: { does: 'RAISE', ...raised } as unknown as RaiseNote, sequence, resolvedMs };
}
