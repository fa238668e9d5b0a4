/** Finds documents that share a rare word with another: two texts that both name `Kovacs` are probably about the same matter. */
import { RARE_WORDS } from '../policy/retrieval.ts';
import type { Documents } from './documents.ts';

/**
 * Returns the slots of other documents that share rare words with one, those nearest to it first. How near they are is the number of
 * shared rare words, relative to the lengths of both as in a cosine: long texts share some by chance.
 */
export function sharingRareWords(
  { terms: rows, lengths, postings, count, createTimes, arrivals }: Documents,
  slot: number,
): readonly number[] {
  const most = Math.max(RARE_WORDS.documents, RARE_WORDS.share * count);
  const shared = new Map<number, number>();
  const terms = new Set(rows.values.subarray(rows.start(slot), rows.end(slot)).map((coded) => coded >> 1));
  for (const term of terms) {
    // Most numbers are days and hours, which say nothing about the matter.
    if (postings.frequency(term) > most || DIGITS.test(postings.text(term))) continue;
    postings.forEach(term, ({ slot: other }) => {
      if (other !== slot) shared.set(other, (shared.get(other) ?? 0) + 1);
    });
  }
  const isNewer = (one: number, other: number): number =>
    createTimes[other]! - createTimes[one]! || arrivals[other]! - arrivals[one]!;
  return [...shared]
    .map(([other, words]) => ({ other, nearness: words / Math.sqrt(lengths[slot]! * lengths[other]!) }))
    .filter(({ nearness }) => nearness >= RARE_WORDS.nearness)
    .toSorted((one, other) => other.nearness - one.nearness || isNewer(one.other, other.other))
    .map(({ other }) => other);
}

const DIGITS = /^\p{N}+$/u;
