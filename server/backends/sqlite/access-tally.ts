/** Counts what is read and found, in memory, so that reading never waits for a write; the sweep and the end put it on disk. */
import { SQLITE } from '../../policy/sqlite.ts';
import type { Access } from './thread-api.ts';

export type AccessTally = ReturnType<typeof accessTally>;

/** `write` puts counts on disk; what it fails to is lost and said to `onLoss`: counts are not worth a caller's trouble. */
export function accessTally(write: (accesses: readonly Access[]) => Promise<void>, onLoss: (why: Error) => void) {
  let counted = new Map<string, Access>();

  const flush = async (): Promise<void> => {
    const accesses = [...counted.values()];
    counted = new Map();
    // A few at a time: other writes and calls come in between.
    for (let from = 0; from < accesses.length; from += SQLITE.touchedAtOnce) {
      await write(accesses.slice(from, from + SQLITE.touchedAtOnce)).catch(onLoss);
    }
  };

  return {
    note(ids: Iterable<string>, lastMs: number): void {
      for (const id of ids) counted.set(id, { id, lastMs, count: (counted.get(id)?.count ?? 0) + 1 });
      if (counted.size >= SQLITE.talliedAccesses) void flush();
    },
    flush,
  };
}
