/** The same texts, vectors and questions for every peer. */
import { staticEncoder } from '../../../server/embedders/static/static-encoder.ts';
import { loadStaticTable } from '../../../server/embedders/static/static-table.ts';
import { seededRandom, sentence } from '../../load/sentences.ts';
import type { BenchMemory, BenchQuery } from './peer.ts';

export const MEMORIES = 10_000;
export const SMALL_USERS = 100;
export const SMALL_USER_MEMORIES = 20;
export const LARGE_USER = 'bench';
const QUERIES = 1000;
const CATEGORIES = ['family', 'food', 'health', 'hobbies', 'home', 'music', 'sports', 'studies', 'travel', 'work'];
/** The share of the words of an existing memory that a question has. */
const KEPT_WORDS = 0.5;
const SEED = 11;

export type Workload = {
  readonly dimensions: number;
  readonly memories: readonly BenchMemory[];
  readonly small: readonly { readonly user: string; readonly memories: readonly BenchMemory[] }[];
  /** Queries about the memories of the large user. */
  readonly queries: readonly BenchQuery[];
  readonly smallQueries: readonly BenchQuery[];
  vectorOf(text: string): Float32Array;
};

export function workload(): Workload {
  const encoder = staticEncoder(loadStaticTable());
  const random = seededRandom(SEED);
  const vectorOf = (text: string): Float32Array => encoder.embed(text);
  const total = MEMORIES + SMALL_USERS * SMALL_USER_MEMORIES;
  const texts = new Set<string>();
  while (texts.size < total) texts.add(sentence(random));
  const all = [...texts].map((text) => ({ text, category: oneOf(CATEGORIES), vector: vectorOf(text) }));
  const memories = all.slice(0, MEMORIES);
  const small = Array.from({ length: SMALL_USERS }, (_, index) => {
    const start = MEMORIES + index * SMALL_USER_MEMORIES;
    return { user: `small-${index}`, memories: all.slice(start, start + SMALL_USER_MEMORIES) };
  });
  return {
    dimensions: encoder.identity.dimensions,
    memories,
    small,
    queries: Array.from({ length: QUERIES }, () => about(LARGE_USER, oneOf(memories))),
    smallQueries: Array.from({ length: QUERIES }, () => {
      const { user, memories: own } = oneOf(small);
      return about(user, oneOf(own));
    }),
    vectorOf,
  };

  function oneOf<T>(list: readonly T[]): T {
    return list[Math.floor(random() * list.length)] as T;
  }

  function about(user: string, { text, category }: BenchMemory): BenchQuery {
    const words = text.split(' ').filter(() => random() < KEPT_WORDS);
    const question = words.length > 0 ? words.join(' ') : text;
    return { user, text: question, vector: vectorOf(question), category };
  }
}

/** Returns the texts of the five memories with the greatest cosine, by plain arithmetic over floats. */
export function nearest(memories: readonly BenchMemory[], { vector, category }: BenchQuery, topK: number): string[] {
  const ranked = memories
    .filter((memory) => category === undefined || memory.category === category)
    .map((memory) => ({ text: memory.text, cosine: dot(memory.vector, vector) }));
  return ranked
    .toSorted((left, right) => right.cosine - left.cosine)
    .slice(0, topK)
    .map(({ text }) => text);
}

function dot(left: Float32Array, right: Float32Array): number {
  let sum = 0;
  for (let index = 0; index < left.length; index++) sum += (left[index] ?? 0) * (right[index] ?? 0);
  return sum;
}
