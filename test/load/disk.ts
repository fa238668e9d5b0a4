/**
 * Measures what the disk alone takes to make something durable: the part of a write that no server can save.
 */
import { closeSync, fdatasyncSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { Sqlite as Database } from '../../server/backends/sqlite/engine/sqlite.ts';
import { timeCalls, type Timings } from './timings.ts';

const COMMITS = 400;
const WARMUP = 50;

/** About the size of a memory in SQLite's log: a few pages. */
const APPEND_BYTES = 8192;

/** Makes small appends, each with its fdatasync, one after another. */
export async function measureAppend(folder: string): Promise<Timings> {
  const file = openSync(join(folder, 'append.probe'), 'a');
  const bytes = Buffer.alloc(APPEND_BYTES, 1);
  try {
    return await timeCalls(COMMITS, WARMUP, async () => {
      writeSync(file, bytes);
      fdatasyncSync(file);
    });
  } finally {
    closeSync(file);
  }
}

/** Makes bare SQLite inserts and commits in WAL mode with synchronous=FULL, one after another. */
export async function measureCommit(folder: string): Promise<Timings> {
  const database = new Database(join(folder, 'commit.probe'));
  try {
    database.pragma('journal_mode = WAL');
    database.pragma('synchronous = FULL');
    database.exec('CREATE TABLE probe (id INTEGER PRIMARY KEY, body BLOB)');
    const insert = database.prepare('INSERT INTO probe (body) VALUES (?)');
    const body = Buffer.alloc(200, 1);
    return await timeCalls(COMMITS, WARMUP, async () => void insert.run(body));
  } finally {
    database.close();
  }
}
