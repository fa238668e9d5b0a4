/** Puts the embedder in front of the store of long-term memories: a memory without a vector is given one. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { MadeBy } from '../../domain/intents.ts';
import { isVectorOf, portableVector, type PortableMemory } from '../../domain/portable.ts';
import { EMBEDDER_CHANGES } from '../../policy/embedding.ts';
import type { CallContext, Embedder } from '../../ports/stores.ts';
import type { UserImports } from '../../ports/users.ts';
import { isEmbedderChanged } from '../../embedders/embedder-changed.ts';
import { embedderKey } from '../../embedders/embedder-key.ts';
import type { OpenedEmbedder } from '../../embedders/open-embedder.ts';
import type { Layer } from './layer.ts';
import type { StoreLayer, StoreMiddleware } from './store-middleware.ts';

/** The embedder in use, which may change while the server runs. */
export type LiveEmbedder = {
  current: OpenedEmbedder;
  /** The embedder that the store is about to change to. While it is set, writes bring its vectors as well. */
  next: Embedder | undefined;
};

type Vectors = MadeBy & { readonly vector?: Float32Array | undefined };

/** Embeds the texts of long-term memories. Texts that the store refuses since it has just changed its embedder are embedded again. */
export function embeddedTexts(live: LiveEmbedder): StoreMiddleware {
  const layer = longTermLayer(live);
  return ({ type }) => (type === 'LONG_TERM' ? layer : {});
}

function longTermLayer(live: LiveEmbedder): StoreLayer {
  async function vectorsOf(texts: readonly string[], call: CallContext): Promise<readonly Vectors[]> {
    const { current, next } = live;
    // A failure of the next embedder does not hold up writes: the change to it waits instead.
    const nextMade = next?.embed(texts, call).catch(() => undefined);
    const made = await current.embedder.embed(texts, call);
    const embedder = embedderKey(current.embedder.identity);
    const others = await nextMade;
    return made.map((vector, index) => {
      const other = others?.[index];
      return {
        vector,
        embedder,
        ...(next && other && { next: { embedder: embedderKey(next.identity), vector: other } }),
      };
    });
  }

  /** Embeds imported memories that have no valid vector of the current embedder. */
  async function withVectors(
    memories: readonly PortableMemory[],
    call: CallContext,
  ): Promise<readonly PortableMemory[]> {
    const { identity } = live.current.embedder;
    const key = embedderKey(identity);
    const lacking = memories.filter(
      ({ vector }) => vector?.embedder !== key || !isVectorOf(identity.dimensions, vector),
    );
    const texts = lacking.map(({ payload }) => (payload.type === 'LONG_TERM' ? payload.content : ''));
    const made = texts.length === 0 ? [] : await live.current.embedder.embed(texts, call);
    const vectors = new Map(lacking.map(({ id }, index) => [id, made[index]!]));
    return memories.map((memory) => {
      const vector = vectors.get(memory.id);
      return vector === undefined ? memory : { ...memory, vector: portableVector(key, bytesOf(vector)) };
    });
  }

  return {
    ofUser: {
      putBack: (next, whose, memories, call) =>
        unlessChanged(async () => next(whose, await withVectors(memories, call), call)),
    },

    add: (next, intents, call) =>
      unlessChanged(async () => {
        const texts = intents.map(({ payload }) => (payload.type === 'LONG_TERM' ? payload.content : ''));
        const vectors = await vectorsOf(texts, call);
        return next(
          // V8 copies a second spread property by property, which takes ten times as long.
          intents.map((intent, index) => Object.assign({}, vectors[index], intent)),
          call,
        );
      }),

    update: (next, intent, call) =>
      unlessChanged(async () => {
        const { content } = intent.patch;
        const [vectors] = content === undefined ? [] : await vectorsOf([content], call);
        return next({ ...vectors, ...intent }, call);
      }),

    retrieve: (next, query, call) =>
      unlessChanged(async () => {
        const { embedder, isBuiltIn } = live.current;
        const vector = isBuiltIn ? undefined : (await embedder.embed([query.text], call))[0];
        return next({ vector, embedder: embedderKey(embedder.identity), ...query }, call);
      }),
  };
}

/** Gathers imports again where the store has just changed to another embedder. */
export const regatheredImports: Layer<UserImports> = {
  together: (next, whose, gather, call) => unlessChanged(() => next(whose, gather, call)),
};

function bytesOf({ buffer, byteOffset, byteLength }: Float32Array): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}

/** The code that changes the store's embedder sets `live` in the same turn of the event loop or the next. */
async function unlessChanged<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (!isEmbedderChanged(error) || attempt > EMBEDDER_CHANGES) throw error;
      await nextTurn();
    }
  }
}
