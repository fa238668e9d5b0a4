import { kernelSpace } from '../../server/kernel/kernel-memory.ts';
import { scratchBuffer } from '../../server/kernel/scratch-buffer.ts';
import type { SlotList } from '../../server/kernel/search-columns.ts';
import { vectors, type Vectors } from '../../server/retrieval/vectors.ts';

const NUMBER_BYTES = Int32Array.BYTES_PER_ELEMENT;
/** The slots from 0 on, as many as have been listed, and the marks of a refinement. */
const listed = scratchBuffer();
let listedCount = 0;
const marks = scratchBuffer();

function firstSlots(count: number): SlotList {
  const address = listed.of(NUMBER_BYTES * count);
  if (count > listedCount) {
    const slots = new Int32Array(kernelSpace().floats.buffer, address, count);
    for (let slot = 0; slot < count; slot += 1) slots[slot] = slot;
    listedCount = count;
  }
  return { address, count };
}

/** Returns the kernel's vectors with all dot products computed whole at once, so that a search has none to rescore. */
export function wholeVectors(dimensions: number): Vectors {
  const rows = vectors(dimensions);
  const { clear, move, copyOut, restore, between, likeness, release } = rows;
  /** All slots that were ever set are below this. */
  let end = 0;
  return {
    clear,
    move,
    copyOut,
    between,
    likeness,
    release,
    bytes: 0,
    errorBound: 0,
    set(slot, vector) {
      end = Math.max(end, slot + 1);
      rows.set(slot, vector);
    },
    restore(bytes) {
      end = Infinity;
      restore(bytes);
    },
    dots(queries, count, outs) {
      const all = firstSlots(Math.min(count, end));
      const address = marks.of(count);
      rows.dots(queries, count, outs);
      for (const [index, out] of outs.entries()) {
        new Uint8Array(kernelSpace().floats.buffer, address, count).fill(0);
        rows.refine(index, all, undefined, { address, mark: 1 }, out);
      }
    },
    refine: () => undefined,
  };
}
