/** Opens the store's file for writing, or for reading, with the settings that durability and erasure need. */
import { chmodSync } from 'node:fs';
import type { Database } from 'better-sqlite3';
import { Sqlite } from '../sqlite.ts';
import type { EmbedderIdentity } from '../../../../ports/stores.ts';
import { MIN_SQLITE_VERSION, SQLITE } from '../../../../policy/backends.ts';
import { KB } from '../../../../policy/units.ts';
import { migrate } from '../../migrations/migrate.ts';
import { embedderKey, embedderText } from '../../../../embedders/embedder-key.ts';
import { openError } from '../../open-error.ts';
import { APPLICATION_ID, MIGRATIONS } from '../../migrations/migrations.ts';
import { NEWEST } from '../../migrations/newest.ts';

const FULL = 2;
const OWNER_ONLY = 0o600;

/** Creates or migrates the file. Refuses a file with vectors of another embedder than the given one. */
export function openForWriting(file: string, embedder?: EmbedderIdentity): Database {
  const db = new Sqlite(file, { timeout: SQLITE.busyTimeoutMs });
  try {
    refuseOldSqlite(db.prepare('SELECT sqlite_version()').pluck().get() as string);
    refuseForeignFile(db);
    // SQLite's other files take their mode from this one.
    chmodSync(file, OWNER_ONLY);
    db.pragma('journal_mode = WAL');
    db.pragma('secure_delete = ON');
    db.pragma('wal_autocheckpoint = 0');
    // Temporary data of sorting and savepoints then takes neither disk nor a file handle.
    db.pragma('temp_store = MEMORY');
    db.pragma(`cache_size = -${SQLITE.pageCacheBytes / KB}`);
    db.pragma('synchronous = FULL');
    if (db.pragma('application_id', { simple: true }) !== APPLICATION_ID)
      db.pragma(`application_id = ${APPLICATION_ID}`);
    migrate(db, MIGRATIONS, NEWEST);
    if (embedder !== undefined) refuseOtherEmbedder(db, embedder);
    assertDurable(db);
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

export function openForReading(file: string): Database {
  const db = new Sqlite(file, { readonly: true, timeout: SQLITE.busyTimeoutMs });
  db.pragma('temp_store = MEMORY');
  db.pragma(`cache_size = -${SQLITE.pageCacheBytes / KB}`);
  return db;
}

/** Throws STORE_SQLITE_TOO_OLD. */
export function refuseOldSqlite(version: string): void {
  const found = version.split('.').map(Number);
  for (const [index, least] of MIN_SQLITE_VERSION.entries()) {
    const part = found[index] ?? 0;
    if (part > least) return;
    if (part === least) continue;
    const text = `SQLite ${version} can corrupt a store; at least ${MIN_SQLITE_VERSION.join('.')} is needed. Reinstall better-sqlite3 with its own SQLite.`;
    throw openError('STORE_SQLITE_TOO_OLD', text);
  }
}

function refuseForeignFile(db: Database): void {
  const id = db.pragma('application_id', { simple: true });
  const tables = db.prepare('SELECT count(*) FROM sqlite_schema').pluck().get();
  if (id === APPLICATION_ID || tables === 0) return;
  throw openError('STORE_FOREIGN', `${db.name} is the database of another program. Give Recorda its own data folder.`);
}

/** Reads the file first, since some builds lower `synchronous` when the log is first opened. */
function assertDurable(db: Database): void {
  db.prepare('SELECT count(*) FROM embedder').get();
  const synchronous = db.pragma('synchronous', { simple: true });
  const journal = db.pragma('journal_mode', { simple: true });
  if (synchronous === FULL && journal === 'wal') return;
  throw new Error(
    `SQLite runs with journal_mode ${String(journal)} and synchronous ${String(synchronous)}, not WAL and FULL.`,
  );
}

function refuseOtherEmbedder(db: Database, embedder: EmbedderIdentity): void {
  const found = db.prepare("SELECT name, version, dimensions FROM embedder WHERE state = 'CURRENT'").get() as
    EmbedderIdentity | undefined;
  if (found !== undefined && embedderKey(found) === embedderKey(embedder)) return;
  const hasVectors =
    db.prepare('SELECT 1 FROM memories WHERE vector IS NOT NULL OR other_vector IS NOT NULL LIMIT 1').get() !==
    undefined;
  if (found !== undefined && hasVectors) {
    throw openError(
      found.name === embedder.name ? 'STORE_OF_EARLIER_EMBEDDER' : 'STORE_OF_OTHER_EMBEDDER',
      `${db.name} holds vectors of ${embedderText(found)}; this server embeds with ${embedderText(embedder)}, and the two cannot be compared. Start with the embedder that made them, or replace the vectors with those of this one: run \`recorda reembed\` with the same settings.`,
    );
  }
  db.transaction(() => {
    db.exec('DELETE FROM embedder');
    db.prepare('INSERT INTO embedder (name, version, dimensions) VALUES (@name, @version, @dimensions)').run(embedder);
  }).immediate();
}
