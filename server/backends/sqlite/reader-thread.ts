/** A reader's thread: a connection that cannot write, and the indexes of the users that are pinned to it. */
import { parentPort } from 'node:worker_threads';
import type { Database } from 'better-sqlite3';
import { staticEncoder } from '../../embedders/static/static-encoder.ts';
import { warmUp, warmUpPacks } from '../../retrieval/warm-up.ts';
import { SQLITE } from '../../policy/sqlite.ts';
import { answer, serveCalls, type QueuedCall, type Reply } from './batch-channel.ts';
import { openForReading } from './open-file.ts';
import { readRecords } from './read-records.ts';
import { retrieveRecords } from './retrieve-records.ts';
import type { ReaderApi } from './thread-api.ts';

let db: Database | undefined;

function notOpen(): never {
  throw new Error('The reader is not open.');
}

let api: ReaderApi = {
  open({ file, table, ...indexing }) {
    db = openForReading(file);
    const encoder = staticEncoder(table);
    warmUp(encoder);
    setImmediate(() => warmUpPacks(encoder));
    api = { ...api, ...readRecords(db), ...retrieveRecords(db, encoder, indexing) };
  },
  get: notOpen,
  list: notOpen,
  retrieve: notOpen,
  pack: notOpen,
  packPiece: notOpen,
  close: () => db?.close(),
};

function serve(queue: QueuedCall<ReaderApi>[]): readonly Reply[] {
  const replies: Reply[] = [];
  const startMs = performance.now();
  do {
    replies.push(...queue.splice(0, 1).map((call) => answer(api, call)));
  } while (queue.length > 0 && performance.now() - startMs < SQLITE.replyAfterMs);
  return replies;
}

if (parentPort !== null) serveCalls<ReaderApi>(parentPort, serve);
