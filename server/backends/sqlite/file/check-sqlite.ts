/** Whether a data folder can be used, and by which SQLite. */
import { accessSync, constants, existsSync, statfsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { Sqlite } from '../sqlite.ts';

const BYTES_PER_GB = 1024 ** 3;

/** Of the folder, or of where it would be made. The engine answers from memory: a server may have the file. */
export function checkSqlite(dataDir: string): string {
  let folder = resolve(dataDir);
  while (!existsSync(folder)) folder = dirname(folder);
  accessSync(folder, constants.W_OK);
  const { bavail, bsize } = statfsSync(folder);
  const memory = new Sqlite(':memory:');
  try {
    const version = memory.prepare<[], string>('SELECT sqlite_version()').pluck().get() ?? '';
    return `SQLite ${version}, ${((bavail * bsize) / BYTES_PER_GB).toFixed(1)} GB free`;
  } finally {
    memory.close();
  }
}
