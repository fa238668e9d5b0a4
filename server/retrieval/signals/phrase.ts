import { PHRASE_SCALE } from '../../policy/score-weights.ts';
import type { RaggedRows } from '../growable.ts';
import { postingSlot, type PostingList } from '../postings.ts';
import { inverseDocumentFrequency } from './lexical.ts';

/**
 * Adds up, for each document that has two adjacent query terms adjacent too, the idf of the pair; at most `top` in all. Says
 * whether there is any.
 */
export function phrases(
  queryTerms: readonly number[],
  listOf: (term: number) => Readonly<PostingList>,
  terms: RaggedRows,
  count: number,
  top: number,
  out: Float32Array,
): boolean {
  let any = false;
  const pairs = new Map<string, readonly [number, number]>();
  for (let at = 1; at < queryTerms.length; at++) {
    const pair = [queryTerms[at - 1] as number, queryTerms[at] as number] as const;
    pairs.set(pair.join(' '), pair);
  }
  for (const [first, second] of pairs.values()) {
    const holders = slotsWithBoth(listOf(first), listOf(second)).filter((slot) => hasPair(terms, slot, first, second));
    if (holders.length === 0) continue;
    any = true;
    const weight = (top * inverseDocumentFrequency(count, holders.length)) / PHRASE_SCALE;
    for (const slot of holders) out[slot] = Math.min(top, (out[slot] as number) + weight);
  }
  return any;
}

/** Walks the shorter list and looks ahead in the longer one. */
function slotsWithBoth(left: Readonly<PostingList>, right: Readonly<PostingList>): number[] {
  const slots: number[] = [];
  let at = 0;
  for (const posting of left) {
    const slot = postingSlot(posting);
    while (at < right.length && postingSlot(right[at] as number) < slot) at++;
    if (at === right.length) break;
    if (postingSlot(right[at] as number) === slot) slots.push(slot);
  }
  return slots;
}

function hasPair(terms: RaggedRows, slot: number, first: number, second: number): boolean {
  const { values } = terms;
  for (let at = terms.start(slot) + 1; at < terms.end(slot); at++) {
    if ((values[at] as number) >> 1 === second && (values[at - 1] as number) >> 1 === first) return true;
  }
  return false;
}
