import { BM25_B, BM25_K1, WIDE_REACH } from '../../policy/score-weights.ts';
import { postingCount, postingSlot, type PostingList } from '../postings.ts';

/** BM25's weight of a term that `frequency` of `count` documents have. */
export function inverseDocumentFrequency(count: number, frequency: number): number {
  return Math.log(1 + (count - frequency + 0.5) / (frequency + 0.5));
}

/** How many neighbours a document is read with: [where nobody is said to speak, where somebody is]. */
export type Reach = { readonly back: readonly [number, number]; readonly forward: readonly [number, number] };

/** The document alone. */
export const OWN: Reach = { back: [0, 0], forward: [0, 0] };
/** A turn is read with the two before it, which it answers; a fact with one on each side. */
export const WINDOW: Reach = { back: [1, 2], forward: [1, 0] };
export const WIDE: Reach = { back: [WIDE_REACH, WIDE_REACH], forward: [WIDE_REACH, WIDE_REACH] };

/** A stretch of a session around each document, read as if it were one. */
export type Stretches = {
  readonly before: Int32Array;
  readonly after: Int32Array;
  readonly spoken: Uint8Array;
  readonly reach: Reach;
  /** Words in each slot's stretch, and their mean. */
  readonly lengths: Int32Array;
  readonly meanLength: number;
};

/** Zero between calls. */
export type StretchScratch = { readonly occurrences: Float32Array; readonly touched: Int32Array };

/**
 * `idf` of all the terms, those that no document has too; the lowest and highest score; the most that one stretch adds to
 * `covered`.
 */
export type StretchSummary = {
  readonly idf: number;
  readonly low: number;
  readonly high: number;
  readonly mostCovered: number;
};

/**
 * Adds the BM25 of stretches to `scores`, zero before, from the documents' own postings: an occurrence counts in every stretch
 * that holds it, the idf is that of the stretches touched. Adds to `covered` the idf of the terms that a stretch has.
 */
export function scoreStretches(
  lists: readonly Readonly<PostingList>[],
  count: number,
  stretches: Stretches,
  { occurrences, touched }: StretchScratch,
  scores: Float32Array,
  covered?: Float32Array,
): StretchSummary {
  const { before, after, spoken, lengths } = stretches;
  const [backFact, backTurn] = stretches.reach.back;
  const [forwardFact, forwardTurn] = stretches.reach.forward;
  const farAfter = Math.max(backFact, backTurn);
  const farBefore = Math.max(forwardFact, forwardTurn);
  const constant = BM25_K1 * (1 - BM25_B);
  const slope = (BM25_K1 * BM25_B) / Math.max(1, stretches.meanLength);
  let total = 0;
  let high = 0;
  let scored = 0;
  let mostCovered = 0;
  for (const list of lists) {
    let holders = 0;
    for (let at = 0; at < list.length; at++) {
      const posting = list[at] as number;
      const slot = postingSlot(posting);
      const times = postingCount(posting);
      if (occurrences[slot] === 0) touched[holders++] = slot;
      occurrences[slot] = (occurrences[slot] as number) + times;
      for (let step = 1, next = after[slot] as number; next >= 0 && step <= farAfter; step++) {
        if (step <= (spoken[next] === 1 ? backTurn : backFact)) {
          if (occurrences[next] === 0) touched[holders++] = next;
          occurrences[next] = (occurrences[next] as number) + times;
        }
        next = after[next] as number;
      }
      for (let step = 1, next = before[slot] as number; next >= 0 && step <= farBefore; step++) {
        if (step <= (spoken[next] === 1 ? forwardTurn : forwardFact)) {
          if (occurrences[next] === 0) touched[holders++] = next;
          occurrences[next] = (occurrences[next] as number) + times;
        }
        next = before[next] as number;
      }
    }
    const idf = inverseDocumentFrequency(count, holders);
    total += idf;
    for (let at = 0; at < holders; at++) {
      const slot = touched[at] as number;
      const times = occurrences[slot] as number;
      const norm = constant + slope * (lengths[slot] as number);
      const before = scores[slot] as number;
      const score = before + (idf * times * (BM25_K1 + 1)) / (times + norm);
      scores[slot] = score;
      if (before === 0) scored++;
      if (score > high) high = score;
      if (covered !== undefined) {
        const has = (covered[slot] as number) + idf;
        covered[slot] = has;
        if (has > mostCovered) mostCovered = has;
      }
      occurrences[slot] = 0;
    }
  }
  return { idf: total, low: scored < count ? 0 : lowest(scores, high), high, mostCovered };
}

/** The lowest score above 0, which empty slots have. */
function lowest(scores: Float32Array, high: number): number {
  let low = high;
  for (const score of scores) if (score > 0 && score < low) low = score;
  return low;
}

/** Words in the stretch around one slot, from the words of each document. */
export function stretchLength(
  slot: number,
  { before, after, spoken, reach }: Pick<Stretches, 'before' | 'after' | 'spoken' | 'reach'>,
  ownLengths: Int32Array,
): number {
  const kind = spoken[slot] === 1 ? 1 : 0;
  let length = ownLengths[slot] as number;
  for (let step = 0, at = before[slot] as number; at >= 0 && step < reach.back[kind]; step++) {
    length += ownLengths[at] as number;
    at = before[at] as number;
  }
  for (let step = 0, at = after[slot] as number; at >= 0 && step < reach.forward[kind]; step++) {
    length += ownLengths[at] as number;
    at = after[at] as number;
  }
  return length;
}
