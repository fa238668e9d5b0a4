/** A reader's thread, whose connection cannot write. */
import { parentPort } from 'node:worker_threads';
import type { StaticTable } from '../../embedders/static/static-table.ts';
import { staticEncoder } from '../../embedders/static/static-encoder.ts';
import { MOST_QUERIES } from '../../policy/retrieval.ts';
import { SQLITE } from '../../policy/backends.ts';
import { openKernelFile, warmUp, warmUpPacks } from '../../retrieval/warm-up.ts';
import { openForReading } from './engine/file/open-file.ts';
import type { Lookahead } from './memories/retrieve-records.ts';
import { storeReads, type StoreReads } from './reads.ts';
import { answer, serveCalls, type QueuedCall, type Reply } from './engine/batch-channel.ts';

export type ReaderData = {
  readonly file: string;
  /** The table for texts that are stored without a vector; its arrays are not copied if they are in shared memory. */
  readonly table: StaticTable;
  /** The most bytes that the indexes of this reader may take. */
  readonly indexBytes: number;
  /** True if it searches made-up texts before its first call; otherwise it opens sooner, and its first searches take longer. */
  readonly warmsUp?: boolean | undefined;
};

export type ReaderApi = StoreReads & {
  /** Opens the file; must come first. */
  open(data: ReaderData): void;
  close(argument: Record<string, never>): void;
};

let lookahead: Lookahead = { expect: () => undefined };
let api: Partial<ReaderApi> & Pick<ReaderApi, 'open'> = {
  open({ file, table, indexBytes, warmsUp = true }) {
    const db = openForReading(file);
    const encoder = staticEncoder(table);
    openKernelFile();
    if (warmsUp) {
      warmUp(encoder);
      setImmediate(() => warmUpPacks(encoder));
    }
    const { reads, expect } = storeReads(db, encoder, indexBytes);
    lookahead = { expect };
    api = { ...api, ...reads, close: () => db.close() };
  },
};

function retrieval(call: QueuedCall<ReaderApi>) {
  return call.method === 'retrieve' ? [call.argument] : [];
}

function serve(queue: QueuedCall<ReaderApi>[]): readonly Reply[] {
  const replies: Reply[] = [];
  const startMs = performance.now();
  do {
    const [call] = queue.splice(0, 1) as [QueuedCall<ReaderApi>];
    if (call.method === 'retrieve') lookahead.expect(queue.slice(0, MOST_QUERIES).flatMap(retrieval));
    replies.push(answer<ReaderApi>(api, call));
  } while (queue.length > 0 && performance.now() - startMs < SQLITE.replyAfterMs);
  return replies;
}

if (parentPort !== null) serveCalls<ReaderApi>(parentPort, serve);
