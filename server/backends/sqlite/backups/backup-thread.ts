/**
 * A thread for backups, so that they delay no call: a connection that reads the store as of one moment, or an empty store in memory that
 * a backup is tried in.
 */
import { parentPort } from 'node:worker_threads';
import type { Database } from 'better-sqlite3';
import { Sqlite } from '../engine/sqlite.ts';
import { QUOTAS, GLOBAL_LIMITS } from '../../../policy/limits.ts';
import type { EmbedderIdentity } from '../../../ports/stores.ts';
import { auditBuffer } from '../audit/audit-buffer.ts';
import { stagedImports } from '../users/staged-imports.ts';
import { subjectWrites } from '../writes.ts';
import type { BackupApi } from './backup-api.ts';
import { answer, serveCalls, type QueuedCall } from '../engine/batch-channel.ts';
import { migrate } from '../migrations/migrate.ts';
import { openForReading } from '../engine/file/open-file.ts';
import { putParts } from './put-parts.ts';
import { readParts } from './reads.ts';
import { MIGRATIONS } from '../migrations/migrations.ts';
import { NEWEST } from '../migrations/newest.ts';

let db: Database | undefined;
let api: Partial<BackupApi> = {
  /** Until it is closed, the log of the store cannot be emptied: later writes stay in it. */
  openSnapshot({ file }) {
    db = openForReading(file);
    db.exec('BEGIN');
    const sequence = db.prepare<[], number>('SELECT coalesce(max(sequence), 0) FROM changes').pluck().get() ?? 0;
    const embedder = db
      .prepare<[], EmbedderIdentity>(`SELECT name, version, dimensions FROM embedder WHERE state = 'CURRENT'`)
      .get();
    reading(db);
    return { sequence, embedder };
  },

  openScratch({ embedder }) {
    db = new Sqlite(':memory:');
    migrate(db, MIGRATIONS, NEWEST);
    if (embedder !== undefined) {
      db.prepare('INSERT INTO embedder (name, version, dimensions) VALUES (@name, @version, @dimensions)').run(
        embedder,
      );
    }
    const data = { quotas: QUOTAS, limits: GLOBAL_LIMITS };
    const put = putParts(db, subjectWrites(db, data, { audit: auditBuffer(db, undefined), ...NOBODY_WAITS }));
    reading(db);
    api = { ...api, put: ({ whose, part, lines }) => put(whose, part, lines) };
  },

  close: () => void db?.close(),
};

function reading(open: Database): void {
  const { users, part } = readParts(open);
  api = {
    ...api,
    users: ({ after }) => users(after),
    part: ({ whose, part: name, after }) => part(whose, name, after),
  };
}

/** Parts are put one by one, without answers and staging. */
const NOBODY_WAITS = {
  imports: stagedImports(),
  savepoints: {
    one: <T>(apply: () => T) => apply(),
    asOutcome: <T>(apply: () => T) => ({ ok: true, value: apply() }) as const,
  },
};

function serve(queue: QueuedCall<BackupApi>[]) {
  return queue.splice(0, 1).map((call) => answer<BackupApi>(api, call));
}

if (parentPort !== null) serveCalls<BackupApi>(parentPort, serve);
