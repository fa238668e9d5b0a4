/** Closes what was opened in reverse order, as AsyncDisposableStack does, which Node 20 does not have. */

export interface OpenStack {
  /** Returns its argument, and closes it before all that was opened earlier. */
  use<T extends { close(): unknown }>(opened: T): T;
  /** Runs `close` before all that was opened earlier is closed. */
  defer(close: () => unknown): void;
}

type ClosableStack = OpenStack & {
  /**
   * Closes everything even if something cannot be closed, and then rejects with that error. Returns the same promise when
   * it is called again.
   */
  close(): Promise<void>;
};

/**
 * Returns what `open` opens, together with a function that closes all that it put on the stack. If it fails, what it had
 * opened is closed first.
 */
export async function openWithStack<T extends object>(
  open: (stack: OpenStack) => Promise<T>,
): Promise<T & { close(): Promise<void> }> {
  const stack = openStack();
  try {
    return { ...(await open(stack)), close: () => stack.close() };
  } catch (error) {
    // A failure to close is only a consequence: the first failure is the one to report.
    await stack.close().catch(() => undefined);
    throw error;
  }
}

function openStack(): ClosableStack {
  const closings: (() => unknown)[] = [];
  let closed: Promise<void> | undefined;

  async function closeAll(): Promise<void> {
    const failures: unknown[] = [];
    for (let close = closings.pop(); close !== undefined; close = closings.pop()) {
      try {
        // They close one after another: what was opened later depends on what was opened earlier.
        // oxlint-disable-next-line no-await-in-loop
        await close();
      } catch (error) {
        failures.push(error);
      }
    }
    if (failures.length === 1) throw failures[0];
    if (failures.length > 1) throw new AggregateError(failures, 'Several parts could not be closed.');
  }

  return {
    use(opened) {
      closings.push(() => opened.close());
      return opened;
    },
    defer: (close) => void closings.push(close),
    close: () => (closed ??= closeAll()),
  };
}
