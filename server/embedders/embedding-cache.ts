/** A second cache of embeddings, shared by servers: vectors by hashes of the embedder and the text, never a text. */
import type { CallContext } from '../ports/stores.ts';

export interface EmbeddingCache {
  /** Returns the vectors in the order of the keys, undefined for missing ones. Rejects only if the caller gives up. */
  get(keys: readonly string[], call: CallContext): Promise<readonly (Float32Array | undefined)[]>;
  /** Stores vectors soon, if it can. */
  put(vectors: ReadonlyMap<string, Float32Array>): void;
}
