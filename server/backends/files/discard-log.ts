/**
 * What is never to be sent to a model, in files of an hour each that go when their first line is a day old. It can add and delete;
 * nothing here reads what was written, and a test holds it to that.
 */
import { appendFile, mkdir, readdir, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { DISCARDABLES } from '../../policy/context.ts';
import type { DiscardLog } from '../../ports-of-context.ts';
import type { Clock } from '../../ports.ts';

/** `2026-11-22T03.jsonl`: the hour, in UTC. */
const FILE = /^(\d{4}-\d\d-\d\dT\d\d)\.jsonl$/;
const HOUR_LENGTH = 'yyyy-mm-ddThh'.length;
const OWNER_ONLY = { file: 0o600, folder: 0o700 } as const;

export type OpenDiscardLog = DiscardLog & {
  /** Deletes what is too old: at the start, and then every quarter of an hour by itself. */
  sweep(): Promise<void>;
  close(): void;
};

function orExists(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EEXIST') throw error;
}

export function discardLog(folder: string, clock: Clock): OpenDiscardLog {
  const startOf = (name: string): number => Date.parse(`${FILE.exec(name)?.[1]}:00:00Z`);
  const sweep = async (): Promise<void> => {
    const names = await readdir(folder).catch((): string[] => []);
    const oldest = clock.now() - DISCARDABLES.keptMs;
    const due = names.filter((name) => FILE.test(name) && startOf(name) <= oldest);
    await Promise.all(due.map((name) => unlink(join(folder, name)).catch(() => undefined)));
  };
  const timer = setInterval(() => void sweep(), DISCARDABLES.sweepMs).unref();
  return {
    async record({ tenant, userId, sessionId }, kind, text) {
      const nowMs = clock.now();
      const hour = new Date(nowMs).toISOString().slice(0, HOUR_LENGTH);
      await mkdir(folder, { mode: OWNER_ONLY.folder }).catch(orExists);
      const line = { time: new Date(nowMs).toISOString(), tenant, userId, sessionId, kind, text };
      await appendFile(join(folder, `${hour}.jsonl`), `${JSON.stringify(line)}\n`, { mode: OWNER_ONLY.file });
      return startOf(`${hour}.jsonl`) + DISCARDABLES.keptMs + DISCARDABLES.sweepMs;
    },
    sweep,
    close: () => clearInterval(timer),
  };
}
