import { BEST_BLOCK } from '../policy/retrieval.ts';

/**
 * Slots in order of score, best first, a batch at a time: mostly the first is enough, and finding it takes one look at the best of
 * each block of scores, and at those of the best blocks. `isBetter` must order all slots.
 */
export function* bestFirst(
  slots: number,
  counts: (slot: number) => boolean,
  { scores, maxima }: { readonly scores: Float32Array; readonly maxima: Float32Array },
  isBetter: (left: number, right: number) => boolean,
  firstBatch: number,
): Generator<number> {
  let batch = bestBatch(firstBatch, -1, likelyLeast(firstBatch));
  // The best of too many blocks did not count.
  if (batch.length < firstBatch) batch = bestBatch(firstBatch, -1, -Infinity);
  for (let size = firstBatch; ;) {
    yield* batch;
    if (batch.length < size) return;
    size *= BATCH_GROWTH;
    batch = bestBatch(size, batch.at(-1) as number, -Infinity);
  }

  /** A score that so many slots reach, if the best of each block counts. The last block may go on beyond the slots. */
  function likelyLeast(size: number): number {
    const blocks = Math.trunc(slots / BEST_BLOCK);
    const isHigher = (left: number, right: number): boolean => (maxima[left] as number) > (maxima[right] as number);
    const heap: number[] = [];
    for (let block = 0; block < blocks; block++) {
      if (heap.length < size) {
        heap.push(block);
        rise(heap, isHigher);
      } else if (isHigher(block, heap[0] as number)) {
        heap[0] = block;
        sink(heap, isHigher);
      }
    }
    return heap.length < size ? -Infinity : (maxima[heap[0] as number] as number);
  }

  /** The best `size` slots of those that come after `last` (-1: all) and have `least`, best first. */
  function bestBatch(size: number, last: number, least: number): number[] {
    const heap: number[] = [];
    let threshold = least;
    for (let slot = 0; slot < slots; slot++) {
      if (slot % BEST_BLOCK === 0) {
        while (slot < slots && (maxima[slot / BEST_BLOCK] as number) < threshold) slot += BEST_BLOCK;
        if (slot >= slots) break;
      }
      if ((scores[slot] as number) < threshold || !counts(slot)) continue;
      if (last >= 0 && !isBetter(last, slot)) continue;
      if (heap.length < size) {
        heap.push(slot);
        rise(heap, isBetter);
      } else if (isBetter(slot, heap[0] as number)) {
        heap[0] = slot;
        sink(heap, isBetter);
      } else continue;
      if (heap.length === size) threshold = scores[heap[0] as number] as number;
    }
    return heap.sort((left, right) => (isBetter(left, right) ? -1 : 1));
  }
}

const BATCH_GROWTH = 8;

/** The heap's worst is on top. Moves its last entry up to its place. */
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

/** Moves its first entry down to its place. */
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
