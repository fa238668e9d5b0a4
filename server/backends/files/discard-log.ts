/**
 * What is never to be sent to a model, in files of an hour and a user each, that go when their first line is a day old. It can add
 * and delete; nothing here reads what was written, and a test holds it to that.
 */
import { appendFile, mkdir, readdir, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import type { Whose } from '../../domain/accounts.ts';
import { coldPlace } from '../../domain/cold-name.ts';
import { DISCARDABLES } from '../../policy/context.ts';
import type { DiscardLog } from '../../ports/context.ts';
import type { Clock } from '../../ports/stores.ts';

/** `2026-11-22T03.<place of the user>.jsonl`: the hour, in UTC. Those of older versions hold all users' of an hour. */
const FILE = /^(\d{4}-\d\d-\d\dT\d\d)(?:\.([0-9a-f]+))?\.jsonl$/;
const HOUR_LENGTH = 'yyyy-mm-ddThh'.length;
const OWNER_ONLY = { file: 0o600, folder: 0o700 } as const;

export type OpenDiscardLog = DiscardLog & {
  /** The files with something of a user. */
  count(whose: Whose): Promise<number>;
  /** Deletes them, those of older versions too, and says how many. */
  erase(whose: Whose): Promise<number>;
  /** Deletes what is too old: at the start, and then every quarter of an hour by itself. */
  sweep(): Promise<void>;
  close(): void;
};

function orExists(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EEXIST') throw error;
}

function orGone(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOENT') throw error;
}

export function discardLog(folder: string, clock: Clock): OpenDiscardLog {
  const startOf = (name: string): number => Date.parse(`${FILE.exec(name)?.[1]}:00:00Z`);
  const sweep = async (): Promise<void> => {
    const names = await readdir(folder).catch((): string[] => []);
    const oldest = clock.now() - DISCARDABLES.keptMs;
    const due = names.filter((name) => FILE.test(name) && startOf(name) <= oldest);
    await Promise.all(due.map((name) => unlink(join(folder, name)).catch(() => undefined)));
  };
  const filesOf = async (whose: Whose): Promise<readonly string[]> => {
    // What cannot be looked at is not nothing: an erasure must not say so.
    const names = await readdir(folder).catch((error: NodeJS.ErrnoException): string[] => {
      orGone(error);
      return [];
    });
    const place = coldPlace(whose);
    return names.filter((name) => {
      const [found, , of = place] = FILE.exec(name) ?? [];
      return found !== undefined && of === place;
    });
  };
  const timer = setInterval(() => void sweep(), DISCARDABLES.sweepMs).unref();
  return {
    async record({ tenant, userId, sessionId }, kind, text) {
      const nowMs = clock.now();
      const hour = new Date(nowMs).toISOString().slice(0, HOUR_LENGTH);
      await mkdir(folder, { mode: OWNER_ONLY.folder }).catch(orExists);
      const line = { time: new Date(nowMs).toISOString(), tenant, userId, sessionId, kind, text };
      const name = `${hour}.${coldPlace({ tenant, userId })}.jsonl`;
      await appendFile(join(folder, name), `${JSON.stringify(line)}\n`, { mode: OWNER_ONLY.file });
      return startOf(`${hour}.jsonl`) + DISCARDABLES.keptMs + DISCARDABLES.sweepMs;
    },
    count: async (whose) => (await filesOf(whose)).length,
    async erase(whose) {
      const names = await filesOf(whose);
      await Promise.all(names.map((name) => unlink(join(folder, name)).catch(orGone)));
      return names.length;
    },
    sweep,
    close: () => clearInterval(timer),
  };
}
