/** Counts what is read and found, in memory, so that reading never waits for a write; now and then, and at the end, it is kept. */

/** How often a memory was read or found since this was last said, and when last. */
export type Access = { readonly id: string; readonly count: number; readonly lastMs: number };

export type AccessBuffer = ReturnType<typeof accessBuffer>;

export type AccessBufferOptions = {
  /** Keeps counts. */
  readonly write: (accesses: readonly Access[]) => Promise<void>;
  /** What `write` fails to is lost, and said: counts are not worth a caller's trouble. */
  readonly onLoss: (why: Error) => void;
  /** Memories that are counted before they are kept. */
  readonly size: number;
  /** So many are kept at a time: other writes and calls come in between. */
  readonly atOnce: number;
};

export function accessBuffer({ write, onLoss, size, atOnce }: AccessBufferOptions) {
  let counted = new Map<string, Access>();

  const flush = async (): Promise<void> => {
    const accesses = [...counted.values()];
    counted = new Map();
    for (let from = 0; from < accesses.length; from += atOnce) {
      await write(accesses.slice(from, from + atOnce)).catch(onLoss);
    }
  };

  return {
    note(ids: Iterable<string>, lastMs: number): void {
      for (const id of ids) counted.set(id, { id, lastMs, count: (counted.get(id)?.count ?? 0) + 1 });
      if (counted.size >= size) void flush();
    },
    flush,
  };
}
