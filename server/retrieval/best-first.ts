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
  let worst = -1;
  for (let size = firstBatch; ; size *= BATCH_GROWTH) {
    const batch = bestBatch(size, worst);
    yield* batch;
    if (batch.length < size) return;
    worst = batch.at(-1) as number;
  }

  /** The best `size` slots of those that come after `last` (-1: all), best first. */
  function bestBatch(size: number, last: number): number[] {
    const heap: number[] = [];
    let threshold = -Infinity;
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
