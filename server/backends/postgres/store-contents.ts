/** Sums up what a store has, per user, so that two can be compared without holding either of them in memory. */
import { createHash } from 'node:crypto';
import { userKeyText, type UserKey } from '../../domain/accounts.ts';
import { FIRST_HASH, pageHash, type AuditHead } from '../../domain/audit.ts';
import type { StoreContent } from '../sqlite/copying/read-images.ts';
import { imageText, readImage } from './commits.ts';
import type { Client, Pool } from './connect-postgres.ts';
import { inParts } from './load-copy.ts';
import type { RowOpening } from './row-sealing.ts';

/** The number of rows of a user, and their digests, combined so that the order does not matter. */
type Sum = { rows: number; readonly digest: Buffer };

/** Is told how many rows are done. */
export type OnRows = (count: number) => void;

export type Contents = ReturnType<typeof storeContents>;

export function storeContents() {
  const sums = new Map<string, Sum>();
  let rows = 0;
  let count = 0;
  let head: AuditHead = { pageNo: 0, hash: FIRST_HASH };
  return {
    sums,
    rows: (): number => rows,
    /** The number of users, and of tenants with settings of their own. */
    cells: (): number => sums.size,
    auditHead: (): AuditHead => head,

    add(whose: UserKey, table: string, key: string, image: string): void {
      const name = userKeyText(whose);
      const sum = sums.get(name) ?? { rows: 0, digest: Buffer.alloc(DIGEST_BYTES) };
      const digest = createHash('sha256')
        .update(JSON.stringify([table, JSON.parse(key), image]))
        .digest();
      for (const [at, byte] of digest.entries()) sum.digest[at] = (sum.digest[at] ?? 0) ^ byte;
      sum.rows += 1;
      rows += 1;
      sums.set(name, sum);
    },

    /** Adds a page of the audit log, each of which has a hash of all before it. */
    addPage(records: string): void {
      const page = { pageNo: head.pageNo + 1, firstNo: count + 1, count: records.split('\n').length, records };
      head = { pageNo: page.pageNo, hash: pageHash(head.hash, page) };
      count += page.count;
    },
  };
}

const DIGEST_BYTES = 32;

/** Returns in what they differ; undefined if they are the same. It names no user. */
export function difference(source: Contents, target: Contents): string | undefined {
  const names = new Set([...source.sums.keys(), ...target.sums.keys()]);
  const others = [...names].filter((name) => {
    const [one, other] = [source.sums.get(name), target.sums.get(name)];
    return one === undefined || other === undefined || one.rows !== other.rows || !one.digest.equals(other.digest);
  });
  if (others.length > 0)
    return `the rows of ${others.length} of ${names.size} users and tenants differ, with ${source.rows()} rows there and ${target.rows()} here`;
  const [one, other] = [source.auditHead(), target.auditHead()];
  if (one.hash === other.hash) return undefined;
  return `the audit log differs, with ${one.pageNo} pages there and ${other.pageNo} here`;
}

/** Sums up what a database has, as of one snapshot. */
export async function contentsOfDatabase(pool: Pool, onRows: OnRows, opening?: RowOpening): Promise<Contents> {
  const client = await pool.connect();
  let failed: unknown;
  try {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    const contents = await readContents(client, onRows, opening);
    await client.query('COMMIT');
    return contents;
  } catch (error) {
    failed = error;
    throw error;
  } finally {
    client.release(failed !== undefined);
  }
}

type Row = UserKey & { readonly table: string; readonly key: string; readonly image: string };

/** Sums up what a database has, within the transaction of a client. `opening` is there if rows may be sealed. */
export async function readContents(client: Client, onRows: OnRows, opening?: RowOpening): Promise<Contents> {
  const contents = storeContents();
  const sql = 'SELECT tenant, user_id AS "userId", tbl AS "table", key, image FROM recorda.rows';
  for await (const stored of inParts<Row>(client, sql)) {
    const rows = (await opening?.open(stored))?.filter((row) => row !== undefined) ?? stored;
    for (const { tenant, userId, table, key, image } of rows)
      if (isCompared(table)) contents.add({ tenant, userId }, table, key, sorted(readImage(table, image)));
    onRows(contents.rows());
  }
  const pages = "SELECT image FROM recorda.notes WHERE kind = 'audit' ORDER BY number, n";
  for await (const rows of inParts<{ readonly image: string }>(client, pages))
    for (const { image } of rows) contents.addPage(image);
  return contents;
}

/** Sums up what a folder has. */
export function contentsOfFolder(store: StoreContent): Contents {
  const contents = storeContents();
  for (const { image, ...whose } of store.images())
    if (isCompared(image.table)) contents.add(whose, image.table, image.key, sorted(image.rows));
  for (const records of store.auditPages()) contents.addPage(records);
  return contents;
}

/** Texts that wait for an index of RECORDA_LONG_TERM are not moved, so they are not compared. */
const isCompared = (table: string): boolean => table !== 'outbox';

/** Returns the same text for the same rows, whatever the order of the columns of a table. */
function sorted(rows: ReturnType<typeof readImage>): string {
  return imageText(rows.map((row) => Object.fromEntries(Object.entries(row).toSorted(([a], [b]) => (a < b ? -1 : 1)))));
}
