import { createHash } from 'node:crypto';

import { LRUCache } from 'lru-cache';

import { EMBEDDING_CACHE_SIZE } from '../policy/embedding.ts';
import type { CallContext, Embedder } from '../ports/stores.ts';
import type { EmbeddingCache } from './embedding-cache.ts';

/** Remembers the last embeddings by a hash of the embedder's identity and the text, so that no text stays in memory. */
export function cachedEmbedder(
  embedder: Embedder,
  {
    size = EMBEDDING_CACHE_SIZE,
    shared,
  }: { readonly size?: number; readonly shared?: EmbeddingCache | undefined } = {},
): Embedder {
  const cache = new LRUCache<string, Float32Array>({ max: size });
  const { name, version, dimensions } = embedder.identity;
  const keyOf = (text: string): string =>
    createHash('sha256').update(`${name}\0${version}\0${dimensions}\0${text}`).digest('base64');

  /** Gets vectors from the cache that servers share, and has the embedder make missing ones. */
  async function make(texts: readonly string[], call: CallContext): Promise<Map<string, Float32Array | undefined>> {
    const found = shared === undefined ? [] : await shared.get(texts.map(keyOf), call);
    const vectors = new Map(texts.map((text, index) => [text, found[index]]));
    const missing = texts.filter((text) => vectors.get(text)?.length !== dimensions);
    if (missing.length === 0) return vectors;
    const made = await embedder.embed(missing, call);
    const fresh = new Map<string, Float32Array>();
    for (const [index, text] of missing.entries()) {
      const vector = made[index];
      vectors.set(text, vector);
      if (vector !== undefined) fresh.set(keyOf(text), vector);
    }
    shared?.put(fresh);
    return vectors;
  }

  return {
    identity: embedder.identity,
    async embed(texts, call) {
      const keys = texts.map(keyOf);
      const vectors = keys.map((key) => cache.get(key));
      const missing = [...new Set(texts.filter((_, index) => vectors[index] === undefined))];
      const madeOf = missing.length === 0 ? new Map<string, Float32Array>() : await make(missing, call);
      return texts.map((text, index) => {
        const vector = vectors[index] ?? madeOf.get(text);
        if (vector === undefined) throw new Error(`${name} answered with fewer vectors than texts`);
        cache.set(keys[index] as string, vector);
        return vector;
      });
    },
  };
}
