/** Brings a file's schema up to date, with a copy of the file before each step. */
import { closeSync, existsSync, fsyncSync, openSync, rmSync } from 'node:fs';
import type { Database } from 'better-sqlite3';
import { openError } from '../open-error.ts';

export type Migration = {
  /** The schema's number after it; the first is 1 and each is one more. */
  readonly version: number;
  readonly sql: string;
  /** A step in code, which SQL alone cannot do, right after the SQL. */
  readonly and?: ((db: Database) => void) | undefined;
};

/**
 * Applies missing migrations, each in a transaction of its own. Refuses a schema newer than the last one. A file that has just been
 * created gets `newest` instead, if given: the schema that all of them leave.
 */
export function migrate(db: Database, migrations: readonly Migration[], newest?: Migration): void {
  const latest = migrations.at(-1)?.version ?? 0;
  const found = db.pragma('user_version', { simple: true }) as number;
  if (found > latest) {
    throw openError(
      'STORE_NEWER',
      `${db.name} has schema ${found}; this version of Recorda knows up to ${latest}. Start the version that wrote it, or a newer one.`,
    );
  }
  const isNew = found === 0;
  if (isNew && newest !== undefined) return applyMigration(db, newest);
  for (const migration of migrations.filter(({ version }) => version > found)) {
    // A file that has just been created holds nothing yet.
    if (!isNew) copyFile(db, migration.version - 1);
    applyMigration(db, migration);
  }
}

/** Applies one migration, in a transaction of its own. The schema must be the one right before it. */
export function applyMigration(db: Database, { version, sql, and }: Migration): void {
  db.transaction(() => {
    db.exec(sql);
    and?.(db);
    db.pragma(`user_version = ${version}`);
  }).immediate();
}

/** The copy has the store's mode. */
const OWNER_ONLY = 0o600;

/** Copies `recorda.db` with schema 1 to `recorda.db.schema-1.backup`; an existing copy is kept. */
function copyFile(db: Database, version: number): void {
  let copy = `${db.name}.schema-${version}.backup`;
  for (let attempt = 2; existsSync(copy); attempt += 1) copy = `${db.name}.schema-${version}.${attempt}.backup`;
  // The file is created first, since SQLite fills an existing empty file and keeps its mode: its own would let everybody read.
  closeSync(openSync(copy, 'wx', OWNER_ONLY));
  try {
    db.prepare('VACUUM INTO ?').run(copy);
  } catch (error) {
    rmSync(copy, { force: true });
    throw error;
  }
  const descriptor = openSync(copy, 'r+');
  fsyncSync(descriptor);
  closeSync(descriptor);
}
