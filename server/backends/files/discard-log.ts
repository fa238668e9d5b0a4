/**
 * A log of what must never be sent to a model, in files of an hour and a user each, deleted when their first line is a day old, or when
 * the user has too many bytes of them. It can add and delete; nothing here reads its content, and a test verifies that.
 */
import { appendFile, mkdir, readdir, stat, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import type { UserKey } from '../../domain/accounts.ts';
import { coldPartition } from '../../domain/cold-name.ts';
import { byteQuotaExceeded } from '../../domain/errors.ts';
import { HOUR_MS } from '../../policy/units.ts';
import { DISCARDABLES } from '../../policy/context.ts';
import type { DiscardLog } from '../../ports/context.ts';
import type { Clock } from '../../ports/stores.ts';

/** `2026-11-22T03.<partition of the user>.jsonl`, with the hour in UTC. Files of older versions hold all users' lines of an hour. */
const FILE = /^(\d{4}-\d\d-\d\dT\d\d)(?:\.([0-9a-f]+))?\.jsonl$/;
const HOUR_LENGTH = 'yyyy-mm-ddThh'.length;
const ADVICE = 'Record less, or continue in the next hour, when these may be deleted to make room.';
const OWNER_ONLY = { file: 0o600, folder: 0o700 } as const;

export type OpenDiscardLog = DiscardLog & {
  /** Returns the bytes of a user's files, without those of older versions. */
  usedBytes(whose: UserKey): Promise<number>;
  /** Returns the number of files with lines of a user. */
  count(whose: UserKey): Promise<number>;
  /** Deletes a user's files, those of older versions too, and returns their number. */
  erase(whose: UserKey): Promise<number>;
  /** Deletes files that are too old. Runs at the start, and every quarter of an hour. */
  sweep(): Promise<void>;
  close(): void;
};

function orExists(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EEXIST') throw error;
}

function orGone(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}

/** Bytes by the start of the hour, oldest first. */
type Hours = Map<number, number>;

const sumOf = (hours: Hours): number => [...hours.values()].reduce((sum, bytes) => sum + bytes, 0);

const fileName = (startMs: number, partition: string): string =>
  `${new Date(startMs).toISOString().slice(0, HOUR_LENGTH)}.${partition}.jsonl`;

const startOf = (name: string): number => Date.parse(`${FILE.exec(name)?.[1]}:00:00Z`);

export function discardLog(folder: string, clock: Clock): OpenDiscardLog {
  /** The files of users with new lines since the start, by partition. */
  const known = new Map<string, Promise<Hours>>();
  const sizesOf = async (partition: string): Promise<Hours> => {
    const first = Math.floor((clock.now() - DISCARDABLES.keptMs) / HOUR_MS) * HOUR_MS;
    const hours: Hours = new Map();
    for (let startMs = first; startMs <= clock.now(); startMs += HOUR_MS) {
      const found = await stat(join(folder, fileName(startMs, partition))).catch(orGone);
      if (found !== undefined) hours.set(startMs, found.size);
    }
    return hours;
  };
  const hoursOf = async (partition: string): Promise<Hours> => {
    const sizes = known.get(partition) ?? sizesOf(partition);
    known.set(partition, sizes);
    const hours = await sizes.catch((error: unknown) => {
      known.delete(partition);
      throw error;
    });
    for (const startMs of hours.keys()) {
      if (startMs <= clock.now() - DISCARDABLES.keptMs) hours.delete(startMs);
    }
    return hours;
  };
  const sweep = async (): Promise<void> => {
    const names = await readdir(folder).catch((): string[] => []);
    const oldest = clock.now() - DISCARDABLES.keptMs;
    const due = names.filter((name) => FILE.test(name) && startOf(name) <= oldest);
    await Promise.all(due.map((name) => unlink(join(folder, name)).catch(() => undefined)));
    for (const partition of Array.from(known.keys())) {
      const hours = await hoursOf(partition).catch(() => undefined);
      if (hours?.size === 0) known.delete(partition);
    }
  };
  const timer = setInterval(() => void sweep(), DISCARDABLES.sweepMs).unref();
  return {
    async record({ tenant, userId, sessionId }, kind, text) {
      const partition = coldPartition({ tenant, userId });
      const hours = await hoursOf(partition);
      const nowMs = clock.now();
      const startMs = Math.floor(nowMs / HOUR_MS) * HOUR_MS;
      const line = `${JSON.stringify({ time: new Date(nowMs).toISOString(), tenant, userId, sessionId, kind, text })}\n`;
      const bytes = Buffer.byteLength(line);
      const { due, droppedBytes } = makeRoom(hours, userId, startMs, bytes);
      // The bytes are counted before they are written, so that concurrent calls do not exceed the quota together.
      hours.set(startMs, (hours.get(startMs) ?? 0) + bytes);
      try {
        await Promise.all(due.map((hour) => unlink(join(folder, fileName(hour, partition))).catch(orGone)));
        await mkdir(folder, { mode: OWNER_ONLY.folder }).catch(orExists);
        await appendFile(join(folder, fileName(startMs, partition)), line, { mode: OWNER_ONLY.file });
      } catch (error) {
        // The files are listed again with the next use.
        known.delete(partition);
        throw error;
      }
      return { expireMs: startMs + DISCARDABLES.keptMs + DISCARDABLES.sweepMs, droppedBytes };
    },
    usedBytes: async (whose) => sumOf(await hoursOf(coldPartition(whose))),
    count: async (whose) => (await filesOf(folder, whose)).length,
    async erase(whose) {
      const names = await filesOf(folder, whose);
      known.delete(coldPartition(whose));
      await Promise.all(names.map((name) => unlink(join(folder, name)).catch(orGone)));
      return names.length;
    },
    sweep,
    close: () => clearInterval(timer),
  };
}

/** Removes the oldest hours until `added` bytes fit; throws if this hour alone is too large. Returns the removed hours and their bytes. */
function makeRoom(hours: Hours, userId: string, thisHour: number, added: number) {
  const limit = DISCARDABLES.userBytes;
  const used = hours.get(thisHour) ?? 0;
  if (used + added > limit) {
    const use = { used, limit, added };
    throw byteQuotaExceeded(`user:${userId}/discardable.bytes`, 'discardables in one hour', use, ADVICE);
  }
  const due: number[] = [];
  let droppedBytes = 0;
  for (const [startMs, bytes] of [...hours].toSorted(([a], [b]) => a - b)) {
    if (sumOf(hours) + added <= limit) break;
    hours.delete(startMs);
    due.push(startMs);
    droppedBytes += bytes;
  }
  return { due, droppedBytes };
}

async function filesOf(folder: string, whose: UserKey): Promise<readonly string[]> {
  // A folder that cannot be read must not count as empty, since an erasure would report it so.
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException): string[] => {
    orGone(error);
    return [];
  });
  const partition = coldPartition(whose);
  return names.filter((name) => {
    const [found, , of = partition] = FILE.exec(name) ?? [];
    return found !== undefined && of === partition;
  });
}
