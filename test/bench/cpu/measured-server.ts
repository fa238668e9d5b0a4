/** Runs a server in a process of its own that reports the CPU time of its threads, and measures calls of it. */
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { connect, type Recorda } from '../../../client/index.ts';
import { seededRandom } from '../../load/sentences.ts';
import { median } from '../../load/timings.ts';
import { endWithUs } from '../../end-with-us.ts';
import type { ThreadTimes } from './thread-times.ts';

/** The groups in which a thread's time is counted, in the order in which they are printed. */
export const THREADS = ['main', 'writer', 'reader', 'other'] as const;

export type MeasuredServer = {
  readonly address: string;
  readonly recorda: Recorda;
  readonly child: ChildProcess;
  /** Is seeded, so that each server gets the same requests. */
  readonly random: () => number;
  /** The number of turns that were appended so far. */
  turns: number;
};

/**
 * Calls a server once. If it returns a number, that is the time that counts for the p50, where that is not all of it.
 */
export type Operation = (server: MeasuredServer) => Promise<unknown>;

/** The processor time that one call took on average, and the p50 that its client saw. */
export type Measured = { readonly cpu: ThreadTimes; readonly cpuMs: number; readonly p50Ms: number };

/** Starts the server of a checkout. */
export async function openServer(dist: string, dataDir: string): Promise<MeasuredServer> {
  // Older checkouts have no HTTP, and refuse unknown settings.
  const hasHttp = existsSync(join(dist, 'server/http'));
  const serve = ['serve', '--host', '127.0.0.1', '--port', '0', '--data-dir', dataDir];
  const child = forkMeasured(join(dist, 'server/main.js'), serve, hasHttp ? { RECORDA_HTTP_PORT: 'off' } : {});
  const port = await new Promise<number>((found, failed) => {
    child.once('exit', () => failed(new Error(`${dist} did not start.`)));
    createInterface({ input: child.stdout! }).on('line', (line) => {
      const entry = (line.startsWith('{') ? JSON.parse(line) : {}) as { readonly port?: number };
      if (entry.port !== undefined) found(entry.port);
    });
  });
  const address = `127.0.0.1:${port}`;
  return { address, recorda: connect(address), child, random: seededRandom(1), turns: 0 };
}

/** Starts a script that reports the CPU time of its threads on request. */
export function forkMeasured(
  script: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): ChildProcess {
  return endWithUs(
    fork(script, args, {
      execArgv: ['--import', join(import.meta.dirname, 'thread-times.js')],
      stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
      env: { ...process.env, ...env },
    }),
  );
}

export async function stopServer({ recorda, child }: MeasuredServer): Promise<void> {
  await recorda.close();
  child.kill('SIGTERM');
  await once(child, 'exit');
}

/** Makes this many calls, `atOnce` at a time. */
export async function measure(
  child: ChildProcess,
  call: () => Promise<unknown>,
  { calls, atOnce }: { readonly calls: number; readonly atOnce: number },
): Promise<Measured> {
  const took: number[] = [];
  let begun = 0;
  const callOn = async (): Promise<void> => {
    while (begun < calls) {
      begun += 1;
      const before = performance.now();
      const own = await call();
      took.push(typeof own === 'number' ? own : performance.now() - before);
    }
  };
  const start = await threadTimes(child);
  await Promise.all(Array.from({ length: atOnce }, callOn));
  const end = await threadTimes(child);
  const cpu = Object.fromEntries(THREADS.map((kind) => [kind, (end[kind] - start[kind]) / calls])) as ThreadTimes;
  return { cpu, cpuMs: THREADS.reduce((sum, kind) => sum + cpu[kind], 0), p50Ms: median(took) };
}

async function threadTimes(child: ChildProcess): Promise<ThreadTimes> {
  child.send({});
  const [times] = (await once(child, 'message')) as [ThreadTimes];
  return times;
}
