/**
 * Counts reads and hits of memories in memory, so that reading never waits for a write; the counts are stored at intervals and at the
 * end.
 */

/** The number of times that a memory was read or found since the last report, and the time of the last. */
export type Access = { readonly id: string; readonly count: number; readonly lastMs: number };

export interface AccessBuffer {
  /** Counts an access of each memory. */
  note(ids: Iterable<string>, lastMs: number): void;
  /** Stores all counts; resolves once they are stored or lost. */
  flush(): Promise<void>;
}

export type AccessBufferOptions = {
  /** Stores counts. */
  readonly write: (accesses: readonly Access[]) => Promise<void>;
  /** Called for counts that `write` fails to store: they are lost, since they are not worth failing a caller. */
  readonly onLoss: (why: Error) => void;
  /** The number of memories that are counted before the counts are stored. */
  readonly size: number;
  /** The number of counts stored at a time: other writes and calls run in between. */
  readonly atOnce: number;
};

export function accessBuffer({ write, onLoss, size, atOnce }: AccessBufferOptions): AccessBuffer {
  let counted = new Map<string, Access>();

  const flush = async (): Promise<void> => {
    const accesses = [...counted.values()];
    counted = new Map();
    for (let from = 0; from < accesses.length; from += atOnce) {
      await write(accesses.slice(from, from + atOnce)).catch(onLoss);
    }
  };

  return {
    note(ids, lastMs) {
      for (const id of ids) counted.set(id, { id, lastMs, count: (counted.get(id)?.count ?? 0) + 1 });
      if (counted.size >= size) void flush();
    },
    flush,
  };
}
