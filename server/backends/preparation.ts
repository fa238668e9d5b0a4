/** What a backend needs before it can be used, such as migrations: done once, with its first answer, whenever that comes. */
export interface Preparation {
  isDone(): boolean;
  /** Does it unless it is done; those who ask meanwhile wait for the same. Rejects as it does: the next to ask tries anew. */
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
