import { BM25_B, BM25_K1, DOCUMENT_KIND, WIDE_REACH } from '../../policy/score-weights.ts';
import type { Address } from '../../kernel/address.ts';
import { kernelSpace } from '../../kernel/kernel-memory.ts';
import { record } from '../../kernel/records.ts';
import { scratchBuffer } from '../../kernel/scratch-buffer.ts';
import type { UnpackedPostings } from '../unpacked-postings.ts';
import { spreadWindows, type Weigh } from './spread-windows.ts';

/** Returns BM25's weight of a term that `frequency` of `count` documents have. */
export function inverseDocumentFrequency(count: number, frequency: number): number {
  return Math.log(1 + (count - frequency + 0.5) / (frequency + 0.5));
}

/** The number of neighbours that a document is read with: [without known speakers, with known speakers]. */
export type Reach = { readonly back: readonly [number, number]; readonly forward: readonly [number, number] };

/** The reach of a document alone. */
export const OWN: Reach = { back: [0, 0], forward: [0, 0] };
/** A turn is read with the two before it, which it answers; a fact with one on each side. */
export const WINDOW: Reach = { back: [1, 2], forward: [1, 0] };
export const WIDE: Reach = { back: [WIDE_REACH, WIDE_REACH], forward: [WIDE_REACH, WIDE_REACH] };

/** A window of a session around each document, read as if it were one document. */
export type Windows = {
  readonly reach: Reach;
  /** The number of words in each slot's window, and their mean. */
  readonly lengths: Int32Array;
  readonly meanLength: number;
};

/** The addresses of columns in the kernel's memory: words of each window, and what is added to. Without `covered`, nothing is added there. */
export type ScoredColumns = { readonly lengths: Address; readonly scores: Address; readonly covered?: Address };

/** The addresses of columns in the kernel's memory. `occurrences` are zero between calls. */
export type WindowColumns = {
  /** The spans of windows as retrieval/window-spans.ts defines them. */
  readonly spans: Address;
  readonly before: Address;
  readonly after: Address;
  readonly kinds: Address;
  readonly occurrences: Address;
  readonly touched: Address;
};

/**
 * The sum of the `idf` of all the terms, also of those that no document has; the lowest and highest score; the highest `covered` of a
 * window.
 */
export type WindowSummary = {
  readonly idf: number;
  readonly low: number;
  readonly high: number;
  readonly mostCovered: number;
};

const scratch = scratchBuffer();
const SUMMARY_NUMBERS = 3;
const SUMMARY_BYTES = SUMMARY_NUMBERS * Float64Array.BYTES_PER_ELEMENT;
const FLOAT_BYTES = 4;

/**
 * Adds the BM25 of windows to `scores`, zero before, from the documents' own postings: an occurrence counts in every window that holds
 * it, and the idf is that of the windows touched. Adds to `covered` the idf of the terms that a window has. Documents alone need no
 * `columns`; with them, earlier values of `scores` and `covered` are lost.
 */
export function scoreWindows(
  lists: readonly UnpackedPostings[],
  { count, slots }: { readonly count: number; readonly slots: number },
  { reach, meanLength }: Pick<Windows, 'reach' | 'meanLength'>,
  { lengths, scores, covered }: ScoredColumns,
  columns?: WindowColumns,
): WindowSummary {
  const summaryAt = scratch.of(SUMMARY_BYTES);
  const { functions } = kernelSpace();
  summaryOf(summaryAt).fill(0);
  const constant = BM25_K1 * (1 - BM25_B);
  const slope = (BM25_K1 * BM25_B) / Math.max(1, meanLength);
  const bm25 = record('bm25', { constant, slope, lengths, scores, covered: covered ?? 0, summary: summaryAt });
  let total = 0;
  const weigh: Weigh = (holders) => {
    const idf = inverseDocumentFrequency(count, holders);
    total += idf;
    return { top: idf * (BM25_K1 + 1), idf };
  };
  if (columns === undefined) {
    for (const { address, count: holders } of lists) {
      const { top, idf } = weigh(holders);
      functions.addOwn(address, holders, top, idf, bm25);
    }
  } else {
    const scattered = spreadWindows(lists, columns.spans, slots, weigh, bm25);
    const windows = windowsOf(columns, reach);
    for (const { address, count: postings } of scattered) {
      const holders = functions.gather(address, postings, windows);
      const { top, idf } = weigh(holders);
      functions.addGathered(windows, holders, top, idf, bm25);
    }
  }
  const [high = 0, mostCovered = 0, scored = 0] = summaryOf(summaryAt);
  const first = scores / FLOAT_BYTES;
  const low = scored < count ? 0 : lowest(kernelSpace().floats.subarray(first, first + slots), high);
  return { idf: total, low, high, mostCovered };
}

/** Reads the summary that the kernel's `settle` writes. */
function summaryOf(address: number): Float64Array {
  return new Float64Array(kernelSpace().floats.buffer, address, SUMMARY_NUMBERS);
}

function windowsOf({ before, after, kinds, occurrences, touched }: WindowColumns, { back, forward }: Reach) {
  const [backFact, backTurn] = back;
  const [forwardFact, forwardTurn] = forward;
  const reach = { backFact, forwardFact, backTurn, forwardTurn };
  return record('windows', { before, after, kinds, ...reach, occurrences, touched });
}

/** Returns the lowest score above 0, which empty slots have. It loops by index, since an iterator would allocate each number. */
function lowest(scores: Float32Array, high: number): number {
  let low = high;
  for (let slot = 0; slot < scores.length; slot++) {
    const score = scores[slot] as number;
    if (score > 0 && score < low) low = score;
  }
  return low;
}

/** Returns the number of words in the window around one slot, from the words of each document. */
export function windowLength(
  slot: number,
  links: { readonly before: Int32Array; readonly after: Int32Array; readonly kinds: Uint8Array },
  reach: Reach,
  ownLengths: Int32Array,
): number {
  const { before, after, kinds } = links;
  const kind = kinds[slot] === DOCUMENT_KIND.turn ? 1 : 0;
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
