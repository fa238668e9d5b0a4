/** Changes a store's embedder, one batch at a time. */
import { abortError, type StopSignal } from '../domain/abort.ts';
import type { ReembedCommand, ReembedStep } from '../ports/reembedding.ts';
import type { Embedder } from '../ports/stores.ts';

/** Takes one step in a store: stores vectors, and returns which are missing. With the last ones it changes the store's embedder. */
export type TakeStep = (order: ReembedCommand) => Promise<ReembedStep>;

/**
 * Yields each step as it is done; the last one has changed the store's embedder. On an abort it stops between two steps. `onStep` is
 * called with each step before anything else can happen.
 */
export async function* reembed(
  take: TakeStep,
  embedder: Embedder,
  signal: StopSignal,
  onStep: (step: ReembedStep) => void = () => undefined,
): AsyncGenerator<ReembedStep, void> {
  const { identity: to } = embedder;
  let made: ReembedCommand['made'] = [];
  for (;;) {
    if (signal.aborted) throw abortError(signal);
    const step = await take({ to, made });
    onStep(step);
    yield step;
    if (step.changedOver) return;
    const texts = step.lacking.map(({ text }) => text);
    const vectors = texts.length === 0 ? [] : await embedder.embed(texts, { signal });
    made = step.lacking.map(({ memoryNo, id, version }, index) => {
      const vector = vectors[index] as Float32Array;
      return { memoryNo, id, version, vector: vector.slice() };
    });
  }
}
