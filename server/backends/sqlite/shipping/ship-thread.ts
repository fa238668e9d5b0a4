/** This thread reads and seals changes for a standby, so that this work delays no call. */
import { parentPort } from 'node:worker_threads';
import type { Database } from 'better-sqlite3';
import { answer, serveCalls, type QueuedCall } from '../engine/batch-channel.ts';
import { openForReading } from '../engine/file/open-file.ts';
import { readShipped } from './read-shipped.ts';
import { readShipState } from './ship-log.ts';
import type { ShipApi } from './ship-api.ts';

let db: Database | undefined;
let api: Partial<ShipApi> = {
  open({ file }) {
    const opened = openForReading(file);
    db = opened;
    api = { ...api, ...readShipped(opened), state: () => readShipState(opened) };
  },
  close: () => void db?.close(),
};

function serve(queue: QueuedCall<ShipApi>[]) {
  return queue.splice(0, 1).map((call) => answer<ShipApi>(api, call));
}

if (parentPort !== null) serveCalls<ShipApi>(parentPort, serve);
