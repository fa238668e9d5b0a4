/** What is open, to be closed in reverse: as AsyncDisposableStack does it, which Node 20 does not have. */

export interface OpenStack {
  /** Gives it back, and closes it before all that was opened earlier. */
  use<T extends { close(): unknown }>(opened: T): T;
  /** Runs `close` before all that was opened earlier is closed. */
  defer(close: () => unknown): void;
}

type ClosableStack = OpenStack & {
  /** Closes everything even where something cannot be closed; then rejects with that. The same promise when asked again. */
  close(): Promise<void>;
};

/** What `open` opens, with the closing of all that it put on the stack. Where it fails, what it had opened is closed first. */
export async function openWithStack<T extends object>(
  open: (stack: OpenStack) => Promise<T>,
): Promise<T & { close(): Promise<void> }> {
  const stack = openStack();
  try {
    return { ...(await open(stack)), close: () => stack.close() };
  } catch (error) {
    // What cannot be closed either is a consequence: the first failure is the one to report.
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
        // One after another: what was opened later stands on what was opened earlier.
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
