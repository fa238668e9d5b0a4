import type { Embedder } from '../../ports.ts';
import type { StaticEncoder } from './static-encoder.ts';

/** The built-in embedder behind the port. It answers at once: give it small batches on a thread that must not wait. */
export function staticEmbedder(encoder: StaticEncoder): Embedder {
  return {
    identity: encoder.identity,
    embed: async (texts) => texts.map((text) => encoder.embed(text)),
  };
}
