import { mkdtemp, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Database } from 'better-sqlite3';
import { expect } from 'chai';
import { Sqlite } from '../../../../../server/backends/sqlite/engine/sqlite.ts';
import { pageGaps } from '../../../../../server/backends/sqlite/engine/file/page-gaps.ts';
import { seededRandom } from '../../../../load/sentences.ts';

const PAGE_BYTES = 4096;
const MARK = 'zanahoria';
const ROWS = 2000;

describe('the gaps of pages', () => {
  let folder: string;
  let file: string;
  let db: Database;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'recorda-gaps-'));
    file = join(folder, 'store.db');
    db = new Sqlite(file);
    db.pragma('journal_mode = WAL');
    db.pragma('secure_delete = ON');
  });
  afterEach(async () => {
    db.close();
    await rm(folder, { recursive: true, force: true });
  });

  /** Fills a table and an index with rows of two owners in turns, and deletes those of one. */
  const deleteOne = (): void => {
    const random = seededRandom(7);
    db.exec('CREATE TABLE rows (id TEXT PRIMARY KEY, owner INTEGER, text TEXT); CREATE INDEX texts ON rows (text)');
    const insert = db.prepare('INSERT INTO rows VALUES (?, ?, ?)');
    for (let row = 0; row < ROWS; row += 1) {
      const owner = row % 2;
      const text = `${Math.floor(random() * 1e9)} ${owner === 1 ? MARK : 'x'.repeat(Math.floor(random() * 300))}`;
      insert.run(String(random()), owner, text);
    }
    db.exec('DELETE FROM rows WHERE owner = 1');
  };
  const traces = async (): Promise<number> => (await readFile(file)).toString('latin1').split(MARK).length - 1;
  const rows = (): unknown => db.prepare('SELECT * FROM rows ORDER BY id').all();

  it('have copies of deleted rows until they are overwritten, slice by slice', async () => {
    deleteOne();
    db.pragma('wal_checkpoint(TRUNCATE)');
    const kept = rows();
    expect(await traces(), 'if SQLite leaves none, this is needless').to.be.greaterThan(0);

    const gaps = pageGaps(file, PAGE_BYTES);
    let slices = 0;
    for (let from: number | undefined = 0; from !== undefined; slices += 1) {
      const done = gaps.overwrite(from, 10);
      if (done === 'TOO_LARGE') throw new Error(done);
      from = done.next;
    }
    db.pragma('shrink_memory');
    expect(slices).to.be.greaterThan(2);
    expect(await traces()).to.equal(0);
    expect(rows()).to.deep.equal(kept);
    expect(db.pragma('integrity_check', { simple: true })).to.equal('ok');
    db.close();
    gaps.close();
    const again = new Sqlite(file);
    expect(again.prepare('SELECT * FROM rows ORDER BY id').all()).to.deep.equal(kept);
    expect(again.pragma('integrity_check', { simple: true })).to.equal('ok');
    again.close();
  });

  it('leave every page as it is that has no cells: overflow, free and tree pages', async () => {
    db.exec('CREATE TABLE blobs (id INTEGER PRIMARY KEY, bytes BLOB)');
    // Bytes that look like the header of a page of cells.
    const bytes = Buffer.alloc(5 * PAGE_BYTES, 13);
    const insert = db.prepare('INSERT INTO blobs (bytes) VALUES (?)');
    for (let blob = 0; blob < 50; blob += 1) insert.run(bytes);
    db.exec('DELETE FROM blobs WHERE id % 3 = 0');
    db.pragma('wal_checkpoint(TRUNCATE)');
    const gaps = pageGaps(file, PAGE_BYTES);
    gaps.overwrite(0, 1000);
    db.pragma('shrink_memory');
    const kept = db.prepare<[], Buffer>('SELECT bytes FROM blobs').pluck().all();
    expect(kept.length).to.equal(34);
    expect(kept.every((blob) => blob.equals(bytes))).to.equal(true);
    expect(db.pragma('integrity_check', { simple: true })).to.equal('ok');
    db.close();
    gaps.close();
  });

  it('are left in a file so large that kinds of pages cannot be told apart', async () => {
    const large = join(folder, 'large.db');
    await writeFile(large, '');
    await truncate(large, PAGE_BYTES * 2 ** 25);
    const gaps = pageGaps(large, PAGE_BYTES);
    expect(gaps.overwrite(0, 10)).to.equal('TOO_LARGE');
    gaps.close();
  });
});
