import { BEST_BLOCK } from '../policy/retrieval.ts';
import type { Scored } from './score.ts';

/**
 * Yields slots in order of score, best first, a batch at a time: mostly the first batch is enough, and finding it reads the best of each
 * block of scores, and the scores of the best blocks. `isBetter` must order all slots. A score may be off by `errorBound` until it is
 * settled, which is done for the slots that may be among the best of a batch.
 */
export function* bestFirst(
  slots: number,
  counts: (slot: number) => boolean,
  { scores, maxima, errorBound, settle }: Pick<Scored, 'scores' | 'maxima' | 'errorBound' | 'settle'>,
  isBetter: (left: number, right: number) => boolean,
  firstBatch: number,
): Generator<number> {
  let batch = bestBatch(firstBatch, -1, likelyLeast(firstBatch));
  // The best slots of too many blocks did not count.
  if (batch.length < firstBatch) batch = bestBatch(firstBatch, -1, -Infinity);
  for (let size = firstBatch; ;) {
    yield* batch;
    if (batch.length < size) return;
    size *= BATCH_GROWTH;
    batch = bestBatch(size, batch.at(-1) as number, -Infinity);
  }

  /** Returns a score that at least `size` slots reach, if the best of each block counts. The last block may extend beyond the slots. */
  function likelyLeast(size: number): number {
    const blocks = Math.trunc(slots / BEST_BLOCK);
    const best = bestOf(size, (left, right) => (maxima[left] as number) > (maxima[right] as number));
    for (let block = 0; block < blocks; block++) best.add(block);
    return best.isFull() ? (maxima[best.worst()] as number) : -Infinity;
  }

  /** Returns the best `size` slots, or some more, that come after `last` (-1: all), best first; fewer if not so many reach `least`. */
  function bestBatch(size: number, last: number, least: number): number[] {
    const isAfter = (slot: number): boolean => last < 0 || isBetter(last, slot);
    let enough = least;
    if (enough === -Infinity) {
      const best = bestOf(size, isBetter);
      for (let block = 0, from = 0; from < slots; block++, from += BEST_BLOCK) {
        if ((maxima[block] as number) < enough) continue;
        const to = Math.min(from + BEST_BLOCK, slots);
        for (let slot = from; slot < to; slot++) {
          if ((scores[slot] as number) < enough || !counts(slot) || !isAfter(slot)) continue;
          best.add(slot);
          if (best.isFull()) enough = scores[best.worst()] as number;
        }
      }
      if (errorBound === 0) return best.inOrder();
    }
    // Scores closer than twice the error bound may be in the wrong order.
    const near = enough - 2 * errorBound;
    const candidates: number[] = [];
    let reaching = 0;
    for (let block = 0, from = 0; from < slots; block++, from += BEST_BLOCK) {
      if ((maxima[block] as number) < near) continue;
      const to = Math.min(from + BEST_BLOCK, slots);
      for (let slot = from; slot < to; slot++) {
        if ((scores[slot] as number) < near || !counts(slot) || !isAfter(slot)) continue;
        candidates.push(slot);
        if ((scores[slot] as number) >= enough) reaching += 1;
      }
    }
    if (reaching < size && enough > -Infinity) return [];
    settle(candidates);
    const ordered = candidates.sort((left, right) => (isBetter(left, right) ? -1 : 1));
    // No slot that was left out reaches this score: slots that do come before it, and need not be looked for again.
    const surely = enough - errorBound;
    const beyond = ordered.findIndex((slot) => (scores[slot] as number) < surely);
    return beyond < 0 ? ordered : ordered.slice(0, Math.max(size, beyond));
  }
}

const BATCH_GROWTH = 8;

/** Keeps the best `size` of the slots that are added. */
function bestOf(size: number, isBetter: (left: number, right: number) => boolean) {
  const heap: number[] = [];
  return {
    add(slot: number): void {
      if (heap.length < size) {
        heap.push(slot);
        rise(heap, isBetter);
      } else if (isBetter(slot, heap[0] as number)) {
        heap[0] = slot;
        sink(heap, isBetter);
      }
    },
    isFull: () => heap.length === size,
    worst: () => heap[0] as number,
    inOrder: () => heap.sort((left, right) => (isBetter(left, right) ? -1 : 1)),
  };
}

/** Moves the last entry of the heap up to where it belongs. The worst entry is on top. */
function rise(heap: number[], isBetter: (left: number, right: number) => boolean): void {
  let at = heap.length - 1;
  const slot = heap[at] as number;
  while (at > 0) {
    const parent = (at - 1) >> 1;
    if (!isBetter(heap[parent] as number, slot)) break;
    heap[at] = heap[parent] as number;
    at = parent;
  }
  heap[at] = slot;
}

/** Moves the first entry of the heap down to where it belongs. */
function sink(heap: number[], isBetter: (left: number, right: number) => boolean): void {
  const slot = heap[0] as number;
  let at = 0;
  for (;;) {
    let child = 2 * at + 1;
    if (child >= heap.length) break;
    if (child + 1 < heap.length && isBetter(heap[child] as number, heap[child + 1] as number)) child++;
    if (!isBetter(slot, heap[child] as number)) break;
    heap[at] = heap[child] as number;
    at = child;
  }
  heap[at] = slot;
}
