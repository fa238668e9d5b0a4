/** A thread that reads the whole store for damage, a table at a time, so that nobody waits for it. */
import { existsSync } from 'node:fs';
import { setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import type { Database } from 'better-sqlite3';
import { answer, serveCalls } from '../batch-channel.ts';
import { damageIn, damageInCheck, faultOfHead } from './damage.ts';
import { openForReading } from './open-file.ts';
import { readHead } from './audit-head.ts';

export type CheckApi = {
  /** Returns the names of the tables to check, or damage that shows at once. */
  open(argument: { readonly file: string; readonly headFile: string }): { readonly names: readonly string[] } | Fault;
  /** Reads a table with its indexes; returns its damage, if any. */
  check(argument: { readonly name: string }): Fault | undefined;
  close(argument: Record<string, never>): void;
};

export type Fault = { readonly fault: string };

const LEAST_PRIORITY = 19;
let db: Database | undefined;

function faultOr<T>(work: () => T): T | Fault {
  try {
    return work();
  } catch (error) {
    const fault = damageIn(error);
    if (fault === undefined) throw error;
    return { fault };
  }
}

const api: CheckApi = {
  open: ({ file, headFile }) =>
    faultOr(() => {
      // On Linux the priority is this thread's alone; elsewhere it would be the whole server's.
      if (process.platform === 'linux') setPriority(LEAST_PRIORITY);
      // The head is read before the pages: pages written meanwhile come after it.
      const head = readHead(headFile);
      if (!existsSync(file)) {
        return head === undefined || head.pageNo === 0
          ? { names: [] }
          : { fault: 'its file is no longer there, though much was committed to it' };
      }
      db = openForReading(file);
      const fault = faultOfHead(db, head);
      if (fault !== undefined) return { fault };
      const names = db.prepare<[], string>(`SELECT name FROM sqlite_schema WHERE type = 'table'`).pluck().all();
      return { names };
    }),
  check: ({ name }) =>
    faultOr(() => {
      const said = db?.pragma(`integrity_check("${name}")`, { simple: true });
      return said === 'ok' ? undefined : { fault: damageInCheck(String(said)) };
    }),
  close: () => db?.close(),
};

if (parentPort !== null)
  serveCalls<CheckApi>(parentPort, (queue) => queue.splice(0, 1).map((call) => answer(api, call)));
