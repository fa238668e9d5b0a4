/**
 * Vectors of long-term memories by a second embedder. They are made after a memory was added or found by a search, and kept in this
 * process alone, bounded in bytes: they are never stored, backed up or exported, and a server that starts has none.
 */
import { LRUCache } from 'lru-cache';
import { stopSignal } from '../../domain/abort.ts';
import { userKeyText, type UserKey } from '../../domain/accounts.ts';
import type { MemoryRecord, Payload } from '../../domain/memory.ts';
import { fold } from '../../domain/text/fold.ts';
import { guessLanguage, type Language } from '../../domain/text/language.ts';
import { SECOND_LOOK } from '../../policy/embedding.ts';
import { READ_UNITS } from '../../policy/retrieval.ts';
import type { Embedder, EmbedderIdentity } from '../../ports/stores.ts';

export interface SecondVectors {
  readonly identity: EmbedderIdentity;
  /** Tells whether the embedder knows the text's language, as far as that can be told. */
  reads(text: string): boolean;
  /**
   * Returns the cosine of the text with each memory, undefined for one in a language that the embedder does not know. Returns undefined
   * if vectors take longer than a search waits: they are made all the same, for the next one. Rejects if the embedder fails.
   */
  cosines(text: string, memories: readonly MemoryRecord[]): Promise<readonly (number | undefined)[] | undefined>;
  /** Makes the vectors of these memories soon, of as many as may still wait. */
  prepare(memories: readonly MemoryRecord[]): void;
  /** Forgets the vector of a memory, or of all of a user's memories. */
  forget(whose: UserKey, id?: string): void;
}

type Entry = {
  readonly version: number;
  /** Undefined until it is made, and if the embedder does not know the memory's language. */
  vector: Float32Array | undefined;
  /** Settles once it is made. */
  made: Promise<void> | undefined;
};

type Fresh = { readonly key: string; readonly text: string; readonly entry: Entry };

/** A search waits `waitMs` for vectors. */
export function secondVectors(
  embedder: Embedder,
  languages: readonly Language[],
  waitMs: number = SECOND_LOOK.waitMs,
): SecondVectors {
  const bytes = SECOND_LOOK.entryBytes + embedder.identity.dimensions * Float32Array.BYTES_PER_ELEMENT;
  const kept = new LRUCache<string, Entry>({ maxSize: SECOND_LOOK.keptBytes, sizeCalculation: () => bytes });
  // Vectors that are being made are of use to later searches, so only closing the embedder ends them.
  const call = { signal: stopSignal() };
  let waiting = 0;

  function reads(text: string): boolean {
    const beginning = text.slice(0, READ_UNITS);
    const language = guessLanguage(beginning, fold(beginning));
    return language === undefined || languages.includes(language);
  }

  async function make(fresh: readonly Fresh[]): Promise<void> {
    waiting += fresh.length;
    try {
      const vectors = await embedder.embed(
        fresh.map(({ text }) => text),
        call,
      );
      for (const [at, { entry }] of fresh.entries()) entry.vector = vectors[at];
    } catch (error) {
      for (const { key, entry } of fresh) if (kept.peek(key) === entry) kept.delete(key);
      throw error;
    } finally {
      waiting -= fresh.length;
    }
  }

  /** Returns an entry for each, which has its vector or will soon; undefined if with them more than `most` would wait. */
  function entriesOf(memories: readonly MemoryRecord[], most: number): readonly Entry[] | undefined {
    const fresh: Fresh[] = [];
    const found = memories.map(({ id, scope, version, payload }): Entry => {
      const key = keyOf(scope, id);
      const known = kept.get(key);
      if (known?.version === version) return known;
      const entry: Entry = { version, vector: undefined, made: undefined };
      const text = spoken(payload);
      if (reads(text)) fresh.push({ key, text, entry });
      else kept.set(key, entry);
      return entry;
    });
    if (fresh.length === 0) return found;
    if (waiting + fresh.length > most) return undefined;
    // The embedder takes shorter calls first: no search waits for all of a large batch of adds.
    for (let from = 0; from < fresh.length; from += SECOND_LOOK.among)
      begin(fresh.slice(from, from + SECOND_LOOK.among));
    return found;
  }

  function begin(fresh: readonly Fresh[]): void {
    const made = make(fresh);
    // Callers that wait for it get the failure.
    made.catch(() => undefined);
    for (const { key, entry } of fresh) {
      entry.made = made;
      kept.set(key, entry);
    }
  }

  return {
    identity: embedder.identity,
    reads,
    async cosines(text, memories) {
      // The question is embedded before the memories: a batch begins with the shortest call.
      const asked = embedder.embed([text], call);
      const entries = entriesOf(memories, SECOND_LOOK.waiting.searches);
      const made = Promise.all([asked, ...new Set(entries?.map((entry) => entry.made))]);
      const ready = await inTime(made, entries === undefined ? 0 : waitMs);
      const question = ready?.[0][0];
      if (entries === undefined || question === undefined) return undefined;
      return entries.map(({ vector }) => vector && dot(question, vector));
    },
    prepare(memories) {
      const { adds } = SECOND_LOOK.waiting;
      entriesOf(memories.slice(0, Math.max(0, adds - waiting)), adds);
    },
    forget(whose, id) {
      if (id !== undefined) return void kept.delete(keyOf(whose, id));
      const beginning = keyOf(whose, '');
      for (const key of Array.from(kept.keys())) if (key.startsWith(beginning)) kept.delete(key);
    },
  };
}

/** Returns the text; a turn means more with its speaker: realtalk-dev's R@10 is 1.4 points higher so, and LoCoMo-dev's 0.2. */
function spoken(payload: Payload): string {
  if (payload.type !== 'LONG_TERM') return '';
  const { content, speaker } = payload;
  return speaker === '' ? content : `${speaker}: ${content}`;
}

function keyOf(whose: UserKey, id: string): string {
  return `${userKeyText(whose)}${id}`;
}

/** Returns undefined if the work takes longer. */
async function inTime<T>(work: Promise<T>, ms: number): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(resolve, ms, undefined);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

function dot(left: Float32Array, right: Float32Array): number {
  let sum = 0;
  for (let at = 0; at < left.length; at++) sum += (left[at] as number) * (right[at] as number);
  return sum;
}
