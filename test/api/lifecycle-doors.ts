/** Two transports to a server whose agents are capped. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Door } from './doors.ts';
import type { Clock } from '../../server/ports/stores.ts';
import { openRecorda, type RecordaOptions } from '../../server/recorda.ts';
import type { Log } from '../../server/ports/telemetry.ts';
import type { wire } from '../../client/index.ts';

export const DAY_MS = 24 * 3600 * 1000;

/** Opens a store with these options for `describeDoors`, in place of the usual one. */
export function opening(options: Partial<RecordaOptions>) {
  return async (log: Log, clock: Clock) => {
    const dataDir = await mkdtemp(join(tmpdir(), 'recorda-lifecycle-'));
    const { pipeline, close } = await openRecorda({ dataDir, warmUp: false, clock, log, ...options });
    return {
      pipeline,
      async close() {
        await close();
        await rm(dataDir, { recursive: true });
      },
    };
  };
}

/** Returns the last message of a stream. */
export async function lastOf<T>(stream: AsyncIterable<T>): Promise<T> {
  let last: T | undefined;
  for await (const message of stream) last = message;
  if (last === undefined) throw new Error('The stream ended without a message.');
  return last;
}

export async function archivedOf(door: Door, userId: string, filter = ''): Promise<readonly wire.ArchivedMemory[]> {
  const memories: wire.ArchivedMemory[] = [];
  let pageToken = '';
  do {
    const page = await door.recorda.admin.listArchive({ userId, filter, pageSize: 3, pageToken });
    memories.push(...page.memories);
    pageToken = page.nextPageToken;
  } while (pageToken !== '');
  return memories;
}
