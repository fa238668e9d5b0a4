import { createHash } from 'node:crypto';

import { LRUCache } from 'lru-cache';

import { EMBEDDING_CACHE_SIZE } from '../policy/embedding.ts';
import type { Embedder } from '../ports.ts';

/** Remembers the last embeddings by a hash of the embedder's identity and the text, so that no text stays in memory. */
export function cachedEmbedder(embedder: Embedder, size = EMBEDDING_CACHE_SIZE): Embedder {
  const cache = new LRUCache<string, Float32Array>({ max: size });
  const { name, version, dimensions } = embedder.identity;
  const keyOf = (text: string): string =>
    createHash('sha256').update(`${name}\0${version}\0${dimensions}\0${text}`).digest('base64');

  return {
    identity: embedder.identity,
    async embed(texts, call) {
      const keys = texts.map(keyOf);
      const vectors = keys.map((key) => cache.get(key));
      const missing = [...new Set(texts.filter((_, index) => vectors[index] === undefined))];
      const made = missing.length === 0 ? [] : await embedder.embed(missing, call);
      const madeOf = new Map(missing.map((text, index) => [text, made[index]]));
      return texts.map((text, index) => {
        const vector = vectors[index] ?? madeOf.get(text);
        if (vector === undefined) throw new Error(`${name} answered with fewer vectors than texts`);
        cache.set(keys[index] as string, vector);
        return vector;
      });
    },
  };
}
