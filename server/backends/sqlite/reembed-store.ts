/**
 * Makes the vectors of a store anew, with another embedder, while no server has it. A kill at any time leaves the old store or the
 * new one: vectors and the embedder's name change in one transaction, and what was embedded before a kill is not embedded again.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Database } from 'better-sqlite3';
import { abortError } from '../../domain/abort.ts';
import { REEMBED_BATCH } from '../../policy/reembedding.ts';
import type { Embedder, EmbedderIdentity } from '../../ports.ts';
import { lockFolder } from './lock-folder.ts';
import { openError } from './open-error.ts';
import { openForWriting } from './open-file.ts';
import { openReembeddingFile, removeReembeddingFile, type ReembeddingFile } from './reembedding-file.ts';
import { STORE_FILE } from './schema.ts';
import { readText } from './stored-text.ts';

export type ReembedOptions = {
  readonly dataDir: string;
  readonly embedder: Embedder;
  /** Stops it between two batches; the store is then as it was. */
  readonly signal: AbortSignal;
  /** After each batch: how many memories have their new vector, of how many. */
  readonly onProgress: (done: number, total: number) => void;
};

export type Reembedded = {
  readonly from: EmbedderIdentity | undefined;
  /** Memories with a new vector; 0 where the store was of this embedder already. */
  readonly count: number;
  /** Of them, those that an earlier run had embedded. */
  readonly resumed: number;
};

const FLOAT_BYTES = 4;

const LONG_TERM = `memories m JOIN owners o USING (owner_no) WHERE o.type = 'LONG_TERM'`;

type TextRow = {
  readonly memory_no: number;
  readonly id: string;
  readonly version: number;
  readonly content: string | Buffer;
};

/** Rejects with an Error whose `code` says why where the folder cannot be used, or with the embedder's error. */
export async function reembedStore(options: ReembedOptions): Promise<Reembedded> {
  const { dataDir, embedder } = options;
  const file = join(dataDir, STORE_FILE);
  if (!existsSync(file)) {
    throw openError('STORE_MISSING', `${dataDir} holds no store. Give the folder that the server uses as --data-dir.`);
  }
  const unlock = lockFolder(dataDir);
  try {
    const db = openForWriting(file);
    try {
      const from = db.prepare('SELECT name, version, dimensions FROM embedder').get() as EmbedderIdentity | undefined;
      const isCurrent = from !== undefined && isSame(from, embedder.identity);
      const made = isCurrent ? { count: 0, resumed: 0 } : await makeAndSwap(db, options);
      removeReembeddingFile(dataDir);
      return { from, ...made };
    } finally {
      db.close();
    }
  } finally {
    unlock();
  }
}

async function makeAndSwap(db: Database, options: ReembedOptions): Promise<Omit<Reembedded, 'from'>> {
  const { dataDir, embedder } = options;
  const file = openReembeddingFile(dataDir, embedder.identity);
  let made: Omit<Reembedded, 'from'>;
  try {
    made = await makeVectors(db, file, options);
  } finally {
    file.close();
  }
  swap(db, file.path, embedder.identity);
  return made;
}

async function makeVectors(
  db: Database,
  file: ReembeddingFile,
  { embedder, signal, onProgress }: ReembedOptions,
): Promise<Omit<Reembedded, 'from'>> {
  const total = db.prepare(`SELECT count(*) FROM ${LONG_TERM}`).pluck().get() as number;
  const next = db.prepare<[number, number], TextRow>(
    `SELECT m.memory_no, m.id, m.version, m.content FROM ${LONG_TERM} AND m.memory_no > ? ORDER BY m.memory_no LIMIT ?`,
  );
  let count = 0;
  let resumed = 0;
  onProgress(count, total);
  for (let rows = next.all(0, REEMBED_BATCH); rows.length > 0;) {
    if (signal.aborted) throw abortError(signal);
    const missing = rows.filter(({ id, version }) => !file.has(id, version));
    const vectors = await embedder.embed(
      missing.map(({ content }) => readText(content)),
      { signal },
    );
    file.put(missing.map(({ id, version }, index) => ({ id, version, vector: vectors[index] as Float32Array })));
    count += rows.length;
    resumed += rows.length - missing.length;
    onProgress(count, total);
    rows = next.all((rows.at(-1) as TextRow).memory_no, REEMBED_BATCH);
  }
  return { count, resumed };
}

/** Writes one file only, since a transaction over two of them would not be one after a crash. */
function swap(db: Database, path: string, identity: EmbedderIdentity): void {
  db.prepare('ATTACH ? AS made').run(path);
  db.transaction(() => {
    const bytes = identity.dimensions * FLOAT_BYTES;
    const lacking = db
      .prepare(
        `SELECT count(*) FROM memories m JOIN owners o USING (owner_no)
         LEFT JOIN made.vectors v ON v.id = m.id AND v.version = m.version AND length(v.vector) = ?
         WHERE o.type = 'LONG_TERM' AND v.id IS NULL`,
      )
      .pluck()
      .get(bytes) as number;
    if (lacking > 0) throw new Error(`${lacking} memories have no new vector; the store is as it was.`);
    db.exec(
      `UPDATE memories SET vector = (SELECT v.vector FROM made.vectors v WHERE v.id = memories.id)
       WHERE owner_no IN (SELECT owner_no FROM owners WHERE type = 'LONG_TERM');
       DELETE FROM embedder;`,
    );
    db.prepare('INSERT INTO embedder (name, version, dimensions) VALUES (@name, @version, @dimensions)').run(identity);
  }).immediate();
  db.exec('DETACH made');
  // The log still holds the old vectors.
  db.pragma('wal_checkpoint(TRUNCATE)');
}

function isSame(left: EmbedderIdentity, right: EmbedderIdentity): boolean {
  return left.name === right.name && left.version === right.version && left.dimensions === right.dimensions;
}
