import { orAbort, type StopSignal } from '../domain/abort.ts';
import { RecordaError } from '../domain/errors.ts';
import { REEMBEDDING } from '../policy/embedding.ts';
import type { Embedder } from '../ports/stores.ts';

/** Waits for an embedder that asks for a retry, several times in a row: for work that has no deadline. */
export function persistent({ identity, embed }: Embedder): Embedder {
  return {
    identity,
    async embed(texts, call) {
      for (let attempt = 1; ; attempt++) {
        try {
          return await embed(texts, call);
        } catch (error) {
          const waitMs = error instanceof RecordaError ? error.detail.retryAfterMs : undefined;
          if (waitMs === undefined || attempt > REEMBEDDING.patience) throw error;
          await sleep(waitMs, call.signal);
        }
      }
    },
  };
}

async function sleep(ms: number, signal: StopSignal): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const over = new Promise<void>((resolve) => (timer = setTimeout(resolve, ms)));
  await orAbort(over, signal).finally(() => clearTimeout(timer));
}
