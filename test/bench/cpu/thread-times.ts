/**
 * Is loaded into a server before its own code (`--import`): reports, whenever its parent asks, the CPU time that each kind of its
 * threads has used so far. Only Linux reports that for a single thread.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire, syncBuiltinESMExports } from 'node:module';
import { basename } from 'node:path';
import { isMainThread, type Worker, type WorkerOptions } from 'node:worker_threads';

/** The main thread, the store's writer and readers, and all others: garbage collection, compilation, the pool of libuv. */
export type ThreadTimes = Readonly<Record<'main' | 'writer' | 'reader' | 'other', number>>;
type Kind = keyof ThreadTimes;

const TASKS = '/proc/self/task';
const NANOSECONDS_PER_MS = 1e6;
const kinds = new Map<string, Kind>([[String(process.pid), 'main']]);

function kindOf(script: string | URL): Kind {
  const file = basename(String(script));
  return file.startsWith('writer-thread') ? 'writer' : file.startsWith('reader-thread') ? 'reader' : 'other';
}

/** The system's number of a worker's thread can only be observed when it is started. */
function noteWorkers(): void {
  const threads = createRequire(import.meta.url)('node:worker_threads') as { Worker: typeof Worker };
  threads.Worker = class extends threads.Worker {
    constructor(script: string | URL, options?: WorkerOptions) {
      const before = new Set(readdirSync(TASKS));
      super(script, options);
      for (const task of readdirSync(TASKS)) if (!before.has(task)) kinds.set(task, kindOf(script));
    }
  };
  syncBuiltinESMExports();
}

function threadTimes(): ThreadTimes {
  const times = { main: 0, writer: 0, reader: 0, other: 0 };
  for (const task of readdirSync(TASKS)) {
    const [onCpu] = readFileSync(`${TASKS}/${task}/schedstat`, 'utf8').split(' ');
    times[kinds.get(task) ?? 'other'] += Number(onCpu) / NANOSECONDS_PER_MS;
  }
  return times;
}

// Workers load this file as well.
if (isMainThread) {
  noteWorkers();
  process.on('message', () => process.send!(threadTimes()));
}
