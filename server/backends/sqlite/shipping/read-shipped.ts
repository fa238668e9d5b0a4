/** Reads the rows of a segment as of one moment: those that have changed, and a part of a walk through all rows. */
import { coldPartition } from '../../../domain/cold-name.ts';
import type { Database, Statement } from 'better-sqlite3';
import { STANDBY } from '../../../policy/lifecycle.ts';
import type {
  PartOwner,
  ReadChanges,
  ReadMoment,
  ReadCommand,
  RowKey,
  SealCommand,
  ShippedClass,
  WalkCursor,
} from '../../../ports/standby.ts';
import { lastAuditPage, lastNote } from './ship-log.ts';
import { sealSegment, type SegmentHead } from './segment.ts';
import {
  classOf,
  keyColumns,
  keySql,
  keyValues,
  NOBODY,
  SHIPPED_TABLES,
  whereKey,
  type ShippedTable,
} from './shipped-tables.ts';

type Part = {
  readonly partition: string;
  readonly shippedClass: ShippedClass;
  readonly rows: Record<string, unknown[][]>;
  readonly keys: Record<string, RowKey[]>;
};

type Pending = {
  readonly head: Omit<SegmentHead, 'timeline' | 'address' | 'parent' | 'ancestors' | 'atMs' | 'parts'>;
  readonly parts: readonly Part[];
};
type Note = { readonly n: number; readonly t: string; readonly k: RowKey | null };

const NO_USER: PartOwner = { partition: '', shippedClass: 'ROWS' };

export function readShipped(db: Database) {
  const tables = new Map(SHIPPED_TABLES.map((table) => [table.table, tableReader(db, table)]));
  const notes = db.prepare<[number], Note>('SELECT n, t, k FROM ship_log WHERE n > ? ORDER BY n');
  const sequences = db.prepare<[], [string, number]>('SELECT name, seq FROM sqlite_sequence ORDER BY name').raw();
  let pending: Pending | undefined;

  function readNow({ after, walk }: ReadCommand): ReadChanges | undefined {
    const last = lastNote(db);
    if (last <= after && walk === undefined) return undefined;
    const gathered = gather(db);
    let to = after;
    const seen = new Set<string>();
    let count = 0;
    for (const { n, t, k } of notes.iterate(after)) {
      if (count >= STANDBY.changesAtOnce || gathered.bytes() >= STANDBY.bytesAtOnce) break;
      to = n;
      count += 1;
      const name = `${t} ${k}`;
      const table = tables.get(t);
      if (k === null || table === undefined || seen.has(name)) continue;
      seen.add(name);
      gathered.take(table, k, true);
    }
    const next = walk === undefined ? undefined : walkOn(tables, walk, gathered);
    const auditPage = lastAuditPage(db);
    const parts = gathered.parts();
    const used = new Set(parts.flatMap(({ rows }) => Object.keys(rows)));
    const columns = Object.fromEntries([...used].map((name) => [name, tables.get(name)?.columns ?? []]));
    const schema = db.pragma('user_version', { simple: true }) as number;
    pending = { head: { schema, columns, sequences: sequences.all(), to, auditPage }, parts };
    const owners = parts.map(({ partition, shippedClass }) => ({ partition, shippedClass }));
    return { to, isWhole: to === last, walk: next, auditPage, owners };
  }

  return {
    read: (command: ReadCommand): ReadMoment =>
      db
        .transaction(() => {
          const readMs = Date.now();
          return { readMs, changes: readNow(command) };
        })
        .deferred(),

    seal({ facts: { name, ...facts }, headKey, keys }: SealCommand): Uint8Array {
      if (pending === undefined) throw new Error('Nothing was read that could be sealed.');
      const { head, parts } = pending;
      pending = undefined;
      return sealSegment(
        name,
        headKey,
        { ...facts, ...head },
        parts.map(({ partition, shippedClass, rows, keys: rowKeys }, index) => {
          const key = partition === '' ? { id: '', bytes: headKey, madeMs: undefined } : keys[index];
          if (key === undefined) throw new Error('A part of a segment has no key.');
          const { id: keyId, bytes, madeMs } = key;
          return { partition, shippedClass, keyId, madeMs, key: bytes, holds: { rows, keys: rowKeys } };
        }),
      );
    },
  };
}

type TableReader = ReturnType<typeof tableReader>;

/** Reads one table. Each row comes with its user's number, its type, and the tenant and user if it names them: PREFIX columns. */
function tableReader(db: Database, shipped: ShippedTable) {
  const { table, key, whose, walkedBy = table } = shipped;
  const named = db.prepare<[string], string>('SELECT name FROM pragma_table_info(?)').pluck().all(table);
  const columns = key === undefined && !isRowid(db, table, named) ? ['rowid', ...named] : named;
  const userNo = whose.by === 'number' ? whose.userNo : `${NOBODY}`;
  const type = whose.by === 'number' ? (whose.type ?? 'NULL') : 'NULL';
  const names = whose.by === 'name' ? 't.tenant, t.user_id' : 'NULL, NULL';
  const select = db
    .prepare(
      `SELECT ${userNo}, ${type}, ${names}, ${columns.map((column) => `t.${column}`).join(', ')}
       FROM ${table} t WHERE ${whereKey(shipped, 't.')}`,
    )
    .raw() as Statement<unknown[], readonly unknown[]>;
  const order = keyColumns(shipped).join(', ');
  const placeholders = keyColumns(shipped).map(() => '?');
  const walked = (where: string): Statement<unknown[], RowKey> =>
    db
      .prepare(`SELECT ${keySql(shipped)} FROM ${walkedBy} ${where} ORDER BY ${order} LIMIT ${STANDBY.walkedRows}`)
      .pluck() as Statement<unknown[], RowKey>;
  const first = walked('');
  const following = walked(`WHERE (${order}) > (${placeholders.join(', ')})`);
  return {
    shipped,
    columns,
    rows: (value: RowKey): readonly (readonly unknown[])[] => select.all(...keyValues(shipped, value)),
    keysAfter: (after: RowKey | undefined): readonly RowKey[] =>
      after === undefined ? first.all() : following.all(...keyValues(shipped, after)),
  };
}

/** Tells whether a column of the table is the rowid. */
function isRowid(db: Database, table: string, columns: readonly string[]): boolean {
  const keys = db
    .prepare<[string], { name: string; type: string; pk: number }>('SELECT name, type, pk FROM pragma_table_info(?)')
    .all(table)
    .filter(({ pk }) => pk > 0);
  return keys.length === 1 && keys[0]?.type === 'INTEGER' && columns.includes(keys[0].name);
}

/** Continues the walk from the cursor until the segment is full. Returns undefined once all tables are done. */
function walkOn(
  tables: ReadonlyMap<string, TableReader>,
  walk: WalkCursor,
  gathered: ReturnType<typeof gather>,
): WalkCursor | undefined {
  const order = SHIPPED_TABLES.map(({ table }) => table);
  let rows = 0;
  const startBytes = gathered.bytes();
  let after = walk.after;
  for (const name of order.slice(Math.max(0, order.indexOf(walk.table)))) {
    const table = tables.get(name) as TableReader;
    for (;;) {
      const keys = table.keysAfter(after);
      for (const key of keys) {
        if (rows >= STANDBY.walkedRows || gathered.bytes() - startBytes >= STANDBY.walkedBytes)
          return { table: name, after };
        gathered.take(table, key, false);
        after = key;
        rows += 1;
      }
      if (keys.length === 0) break;
    }
    after = undefined;
  }
  return undefined;
}

const PREFIX = 4;

/** Collects rows by their owner. */
function gather(db: Database) {
  const selectUser = db.prepare<[unknown], { tenant: string; userId: string }>(
    'SELECT tenant, user_id AS userId FROM users WHERE user_no = ?',
  );
  const partitions = new Map<unknown, string | undefined>();
  const partitionOf = (userNo: unknown): string | undefined => {
    if (!partitions.has(userNo)) {
      const user = selectUser.get(userNo);
      partitions.set(userNo, user && coldPartition(user));
    }
    return partitions.get(userNo);
  };
  const parts = new Map<string, Part>();
  let bytes = 0;
  const partOf = ({ partition, shippedClass }: PartOwner): Part => {
    const name = `${partition} ${shippedClass}`;
    const found = parts.get(name);
    if (found !== undefined) return found;
    const made: Part = { partition, shippedClass, rows: {}, keys: {} };
    parts.set(name, made);
    return made;
  };
  /** Returns undefined for a row of an erased user. */
  const ownerOf = ([userNo, type, tenant, userId]: readonly unknown[]): PartOwner | undefined => {
    if (typeof tenant === 'string' && typeof userId === 'string') return ownerNamed(tenant, userId);
    if (userNo === NOBODY) return NO_USER;
    const partition = userNo === null ? undefined : partitionOf(userNo);
    return partition === undefined ? undefined : { partition, shippedClass: classOf(type) };
  };

  return {
    /** Adds rows of a key. With `isNoted` the segment also names the key, even if its rows are deleted, so that a restore removes them. */
    take({ shipped, rows }: TableReader, key: RowKey, isNoted: boolean): void {
      const { table, whose } = shipped;
      for (const row of rows(key)) {
        const owner = ownerOf(row);
        if (owner === undefined) continue;
        const values = row.slice(PREFIX).map(stored);
        (partOf(owner).rows[table] ??= []).push(values);
        bytes += sizeOf(values);
      }
      if (!isNoted) return;
      bytes += 1;
      // A key that names a user belongs in the part that only that user's key opens.
      const owner = whose.by === 'name' && typeof key === 'string' ? ownerOfKey(key) : NO_USER;
      (partOf(owner).keys[table] ??= []).push(key);
    },
    parts: (): readonly Part[] => [...parts.values()],
    bytes: () => bytes,
  };
}

function ownerNamed(tenant: string, userId: string): PartOwner {
  return userId === '' ? NO_USER : { partition: coldPartition({ tenant, userId }), shippedClass: 'ROWS' };
}

function ownerOfKey(key: string): PartOwner {
  const [tenant, userId] = JSON.parse(key) as readonly string[];
  return ownerNamed(tenant ?? '', userId ?? '');
}

/** Converts a value for JSON, which has no bytes: they become base64, in an array that distinguishes them from text. */
function stored(value: unknown): unknown {
  return value instanceof Uint8Array ? [Buffer.from(value).toString('base64')] : value;
}

function sizeOf(values: readonly unknown[]): number {
  let size = 0;
  for (const value of values) {
    size += typeof value === 'string' ? value.length : Array.isArray(value) ? String(value[0]).length : 1;
  }
  return size;
}
