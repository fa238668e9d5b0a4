/** Runs of jobs that must not meet, one after the other. */

export type Mutex = <T>(run: () => Promise<T>) => Promise<T>;

export function mutex(): Mutex {
  let last: Promise<unknown> = Promise.resolve();
  return (run) => {
    const mine = last.then(run);
    last = mine.catch(() => undefined);
    return mine;
  };
}

/**
 * The same for what streams. A run goes on at its own pace, whether or not anybody reads: one that nobody reads must not keep the next
 * from its turn. Where the reader leaves, the run ends after the part that it is at.
 */
export async function* inTurn<T>(turns: Mutex, run: () => AsyncIterable<T>): AsyncGenerator<T, void> {
  const told: T[] = [];
  let wake: () => void = () => undefined;
  const over = new AbortController();
  const reader = new AbortController();
  const running = turns(async () => {
    for await (const part of run()) {
      if (reader.signal.aborted) break;
      told.push(part);
      wake();
    }
  }).finally(() => {
    over.abort();
    wake();
  });
  // The reader gets the same error.
  running.catch(() => undefined);
  try {
    for (;;) {
      yield* told.splice(0);
      if (told.length > 0) continue;
      if (over.signal.aborted) break;
      await new Promise<void>((resolve) => (wake = resolve));
    }
    await running;
  } finally {
    reader.abort();
  }
}
