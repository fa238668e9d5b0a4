import { setImmediate } from 'node:timers/promises';
import { abortError } from '../../domain/abort.ts';
import { EMBEDDING_TURN_MS } from '../../policy/embedding.ts';
import type { Embedder } from '../../ports/stores.ts';
import type { StaticEncoder } from './static-encoder.ts';

/**
 * The built-in embedder as an implementation of the port. It works in short turns, so that a large batch delays no other call of its
 * thread.
 */
export function staticEmbedder(encoder: StaticEncoder): Embedder {
  return {
    identity: encoder.identity,
    async embed(texts, { signal }) {
      const vectors: Float32Array[] = [];
      let turnStarted = performance.now();
      for (const text of texts) {
        if (performance.now() - turnStarted > EMBEDDING_TURN_MS) {
          await setImmediate();
          if (signal.aborted) throw abortError(signal);
          turnStarted = performance.now();
        }
        vectors.push(encoder.embed(text));
      }
      return vectors;
    },
  };
}
