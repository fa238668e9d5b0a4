import { kernelSpace } from '../../server/kernel/kernel-memory.ts';
import type { Vectors } from '../../server/retrieval/vectors.ts';

/** Keeps vectors as the floats in which they arrived, and compares them by plain arithmetic: the reference for the kernel. */
export function floatVectors(): Vectors {
  const rows: Float32Array[] = [];
  const dot = (left: Float32Array, right: Float32Array): number =>
    left.reduce((sum, value, index) => sum + value * (right[index] ?? 0), 0);
  const row = (slot: number): Float32Array => rows[slot] ?? new Float32Array(0);
  return {
    bytes: 0,
    errorBound: 0,
    set(slot, vector) {
      rows[slot] = vector.slice();
    },
    move(from, to) {
      rows[to] = row(from);
    },
    between: (left, right) => (left < 0 || right < 0 ? 0 : dot(row(left), row(right))),
    likeness(slots, first) {
      const sum = row(slots[0] ?? -1).map((_, at) =>
        slots.slice(0, first).reduce((all, slot) => all + row(slot)[at]!, 0),
      );
      const length = Math.sqrt(dot(sum, sum));
      return Float64Array.from(slots, (slot) => (length === 0 ? 0 : dot(row(slot), sum) / length));
    },
    dots(queries, count, outs) {
      for (const [index, query] of queries.entries()) {
        const out = new Float32Array(kernelSpace().floats.buffer, outs[index], count);
        for (let slot = 0; slot < count; slot++) out[slot] = dot(row(slot), query);
      }
    },
    clear: () => undefined,
    refine: () => undefined,
    copyOut: () => new Uint8Array(0),
    restore: () => undefined,
    release: () => rows.splice(0),
  };
}
