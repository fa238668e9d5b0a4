/** Slots in order of score, best first, found as they are asked for: mostly only a few are. */
export function bestFirst(slots: Int32Array, isBetter: (left: number, right: number) => boolean): Iterator<number> {
  const heap = slots;
  let size = heap.length;

  function sink(from: number): void {
    const slot = heap[from] as number;
    let at = from;
    for (;;) {
      let child = 2 * at + 1;
      if (child >= size) break;
      if (child + 1 < size && isBetter(heap[child + 1] as number, heap[child] as number)) child++;
      if (!isBetter(heap[child] as number, slot)) break;
      heap[at] = heap[child] as number;
      at = child;
    }
    heap[at] = slot;
  }

  for (let at = (size >> 1) - 1; at >= 0; at--) sink(at);
  return {
    next() {
      if (size === 0) return { done: true, value: undefined };
      const best = heap[0] as number;
      heap[0] = heap[--size] as number;
      if (size > 0) sink(0);
      return { done: false, value: best };
    },
  };
}
