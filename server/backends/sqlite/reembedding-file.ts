/**
 * New vectors on their way into a store: a file beside it, so that the store itself changes only once, in one transaction, when all
 * of them are there. Whoever opens the store to serve removes the file: its vectors would outlive memories that are erased.
 */
import { chmodSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import type { EmbedderIdentity } from '../../ports.ts';
import { vectorBytes } from './rows.ts';

const FILE = 'recorda.reembedding.db';
const OWNER_ONLY = 0o600;

export type NewVector = { readonly id: string; readonly version: number; readonly vector: Float32Array };

export interface ReembeddingFile {
  readonly path: string;
  has(id: string, version: number): boolean;
  put(vectors: readonly NewVector[]): void;
  close(): void;
}

/** Opens what an earlier run left, if it was for the same embedder; else begins anew. */
export function openReembeddingFile(dataDir: string, target: EmbedderIdentity): ReembeddingFile {
  const path = join(dataDir, FILE);
  let db = open(path);
  const find = 'SELECT 1 FROM target WHERE name = @name AND version = @version AND dimensions = @dimensions';
  if (db.prepare(find).get(target) === undefined) {
    db.close();
    removeReembeddingFile(dataDir);
    db = open(path);
    db.prepare('INSERT INTO target (name, version, dimensions) VALUES (@name, @version, @dimensions)').run(target);
  }
  const select = db.prepare('SELECT 1 FROM vectors WHERE id = ? AND version = ?');
  const insert = db.prepare('INSERT OR REPLACE INTO vectors (id, version, vector) VALUES (?, ?, ?)');
  return {
    path,
    has: (id, version) => select.get(id, version) !== undefined,
    put: db.transaction((vectors: readonly NewVector[]) => {
      for (const { id, version, vector } of vectors) insert.run(id, version, vectorBytes(vector));
    }),
    close: () => void db.close(),
  };
}

export function removeReembeddingFile(dataDir: string): void {
  for (const suffix of ['-journal', '-wal', '-shm', '']) rmSync(join(dataDir, FILE + suffix), { force: true });
}

function open(path: string): Sqlite.Database {
  const db = new Sqlite(path);
  chmodSync(path, OWNER_ONLY);
  db.exec(`
CREATE TABLE IF NOT EXISTS target (name TEXT NOT NULL, version TEXT NOT NULL, dimensions INTEGER NOT NULL) STRICT;
CREATE TABLE IF NOT EXISTS vectors (id TEXT PRIMARY KEY, version INTEGER NOT NULL, vector BLOB NOT NULL) STRICT;
`);
  return db;
}
