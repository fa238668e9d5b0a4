/** Work that a backend needs before it can be used, such as migrations: done once, with its first answer, whenever that comes. */
export interface Preparation {
  isDone(): boolean;
  /** Does the work unless it is done; concurrent callers share it. Rejects as it does, and the next caller tries again. */
  run(): Promise<void>;
}

export function preparation(prepare: () => Promise<void>): Preparation {
  let isDone = false;
  let running: Promise<void> | undefined;

  async function once(): Promise<void> {
    try {
      await prepare();
      isDone = true;
    } finally {
      running = undefined;
    }
  }

  return {
    isDone: () => isDone,
    run: async () => (isDone ? undefined : (running ??= once())),
  };
}
