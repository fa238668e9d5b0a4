/** Declares what changing the embedder of a store needs: texts that lack vectors, and vectors. */
import type { EmbedderIdentity } from './stores.ts';

/** A memory without a vector of the new embedder. */
export type TextToEmbed = {
  readonly memoryNo: number;
  readonly id: string;
  readonly version: number;
  readonly text: string;
};

/** Vectors for the store, and the embedder that made them. */
export type ReembedCommand = {
  readonly to: EmbedderIdentity;
  readonly made: readonly (Omit<TextToEmbed, 'text'> & { readonly vector: Float32Array })[];
};

export type ReembedStep = {
  /** True if the store has the new embedder: then nothing is left to do. */
  readonly changedOver: boolean;
  /** The next texts to embed. There may be none and yet more to do. */
  readonly lacking: readonly TextToEmbed[];
  /** True if no other memory lacks a vector: memories written meanwhile keep it from ending. */
  readonly isLast: boolean;
  /** The number of memories that have their vector, and of all. */
  readonly done: number;
  readonly total: number;
};
