import { BM25_B, BM25_K1, WIDE_REACH } from '../../policy/score-weights.ts';
import { kernelSpace } from '../../kernel/kernel-memory.ts';
import { kernelRoom } from '../../kernel/kernel-room.ts';
import type { LoadedPostings } from '../loaded-postings.ts';

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
  readonly reach: Reach;
  /** Words in each slot's stretch, and their mean. */
  readonly lengths: Int32Array;
  readonly meanLength: number;
};

/** Columns in the kernel's memory, by their addresses. `occurrences` are zero between calls. */
export type StretchColumns = {
  readonly before: number;
  readonly after: number;
  readonly spoken: number;
  readonly occurrences: number;
  readonly touched: number;
};

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

const room = kernelRoom();
const ROOM_BYTES = 64;
const FLOAT_BYTES = 4;

/**
 * Adds the BM25 of stretches to `scores`, zero before, from the documents' own postings: an occurrence counts in every stretch
 * that holds it, the idf is that of the stretches touched. Adds to `covered` the idf of the terms that a stretch has; 0 is none.
 * `lengths`, `scores` and `covered` are addresses of columns. Documents alone need no `columns`.
 */
export function scoreStretches(
  lists: readonly LoadedPostings[],
  { count, slots }: { readonly count: number; readonly slots: number },
  { reach, meanLength }: Pick<Stretches, 'reach' | 'meanLength'>,
  lengths: number,
  scores: number,
  covered = 0,
  columns?: StretchColumns,
): StretchSummary {
  const summaryAt = room.of(ROOM_BYTES);
  const { functions, floats } = kernelSpace();
  const summary = new Float64Array(floats.buffer, summaryAt, 3).fill(0);
  const reachAt = summaryAt + summary.byteLength;
  new Int32Array(floats.buffer, reachAt, 4).set([reach.back[0], reach.forward[0], reach.back[1], reach.forward[1]]);
  const constant = BM25_K1 * (1 - BM25_B);
  const slope = (BM25_K1 * BM25_B) / Math.max(1, meanLength);
  let total = 0;
  for (const list of lists) {
    const holders = columns === undefined ? list.count : gathered(list, columns, reachAt);
    const idf = inverseDocumentFrequency(count, holders);
    const top = idf * (BM25_K1 + 1);
    total += idf;
    if (columns === undefined) {
      functions.addOwn(list.address, holders, top, idf, constant, slope, lengths, scores, covered, summaryAt);
    } else {
      const { touched, occurrences } = columns;
      functions.addGathered(
        ...[touched, holders, occurrences, top, idf, constant, slope, lengths, scores, covered, summaryAt],
      );
    }
  }
  const [high = 0, mostCovered = 0, scored = 0] = summary;
  const first = scores / FLOAT_BYTES;
  const low = scored < count ? 0 : lowest(floats.subarray(first, first + slots), high);
  return { idf: total, low, high, mostCovered };
}

function gathered({ address, count }: LoadedPostings, columns: StretchColumns, reach: number): number {
  const { before, after, spoken, occurrences, touched } = columns;
  return kernelSpace().functions.gather(address, count, before, after, spoken, reach, occurrences, touched);
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
  links: { readonly before: Int32Array; readonly after: Int32Array; readonly spoken: Uint8Array },
  reach: Reach,
  ownLengths: Int32Array,
): number {
  const { before, after, spoken } = links;
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
