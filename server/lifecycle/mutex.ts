/** Runs jobs that must not overlap one after the other. */

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
 * Does the same for a stream. The run continues at its own pace, whether or not anybody reads, since a stream without a reader must
 * not block the next job. If the reader leaves, the run ends after its current part.
 */
export async function* inTurn<T>(turns: Mutex, run: () => AsyncIterable<T>): AsyncGenerator<T, void> {
  const arrived: T[] = [];
  let wake: () => void = () => undefined;
  const over = new AbortController();
  const reader = new AbortController();
  const running = turns(async () => {
    for await (const part of run()) {
      if (reader.signal.aborted) break;
      arrived.push(part);
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
      yield* arrived.splice(0);
      if (arrived.length > 0) continue;
      if (over.signal.aborted) break;
      await new Promise<void>((resolve) => (wake = resolve));
    }
    await running;
  } finally {
    reader.abort();
  }
}
