/** A second place for embeddings, shared by servers: vectors by hashes of the embedder and the text, never a text. */
import type { CallContext } from '../ports/stores.ts';

export interface EmbeddingCache {
  /** In the order of the keys, undefined where it has none. Never rejects but for the caller's own giving up. */
  get(keys: readonly string[], call: CallContext): Promise<readonly (Float32Array | undefined)[]>;
  /** Soon, and only if it can. */
  put(vectors: ReadonlyMap<string, Float32Array>): void;
}
