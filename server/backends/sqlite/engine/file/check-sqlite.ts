/** Checks whether a data folder can be used, with which SQLite, and whether the store in it is whole. */
import { accessSync, constants, existsSync, statfsSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { stopSignal } from '../../../../domain/abort.ts';
import { MB } from '../../../../policy/units.ts';
import { STORE_FILE } from '../../migrations/migrations.ts';
import { checkStore } from './check-store.ts';
import { adviseOn } from '../store-failure.ts';
import { AUDIT_HEAD_FILE } from './audit-head.ts';
import { Sqlite } from '../sqlite.ts';

const BYTES_PER_GB = 1024 ** 3;

/** Checks the folder, or the one in which it would be made. SQLite is tried in memory, since a server may have the file open. */
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

/** Reads the whole store, also beside a server that has it open. Rejects with STORE_DAMAGED. */
export async function checkWhole(
  dataDir: string,
  auditHead: string | undefined,
  restoreAdvice: () => Promise<string>,
): Promise<string> {
  const file = resolve(dataDir, STORE_FILE);
  const found = await checkStore(file, auditHead ?? join(dataDir, AUDIT_HEAD_FILE), stopSignal());
  if (found !== undefined) throw await adviseOn(found, restoreAdvice);
  return existsSync(file) ? `whole, ${(statSync(file).size / MB).toFixed(1)} MB` : 'not created yet';
}
