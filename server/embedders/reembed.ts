/** Gives a store to another embedder, one batch at a time. */
import { abortError, type StopSignal } from '../domain/abort.ts';
import type { Embedder, EmbedderIdentity } from '../ports/stores.ts';

/** A memory without a vector of the new embedder. */
export type TextToEmbed = {
  readonly memoryNo: number;
  readonly id: string;
  readonly version: number;
  readonly text: string;
};

/** Vectors for the store, and which embedder made them. */
export type ReembedCommand = {
  readonly to: EmbedderIdentity;
  readonly made: readonly (Omit<TextToEmbed, 'text'> & { readonly vector: Float32Array })[];
};

export type ReembedStep = {
  /** Whether the store is of the new embedder: then nothing is left to do. */
  readonly changedOver: boolean;
  /** The next texts to embed. There may be none and yet more to do. */
  readonly lacking: readonly TextToEmbed[];
  /** Whether no other memory lacks a vector: what is written meanwhile keeps it from ending. */
  readonly isLast: boolean;
  /** How many memories have their vector, of how many. */
  readonly done: number;
  readonly total: number;
};

/** What a store offers: takes vectors, and says what is still lacking. With the last ones it changes over. */
export type TakeStep = (order: ReembedCommand) => Promise<ReembedStep>;

/**
 * Each step as it is done; the last one has changed the store over. Aborted, it stops between two steps. `onStep` hears of each
 * before anything else can happen.
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
