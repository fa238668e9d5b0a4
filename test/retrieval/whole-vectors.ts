import { vectors, type Vectors } from '../../server/retrieval/vectors.ts';
import { inKernel } from './in-kernel.ts';

/** The kernel's vectors, all of whose dot products are made whole at once: a search has none to look at closely. */
export function wholeVectors(dimensions: number): Vectors {
  const rows = vectors(dimensions);
  const { clear, move, copyOut, restore, between, likeness, release } = rows;
  /** Slots that were ever set are below this. */
  let end = 0;
  return {
    ...{ clear, move, copyOut, between, likeness, release },
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
      rows.dots(queries, count, outs);
      const slots = Int32Array.from({ length: Math.min(count, end) }, (_, slot) => slot);
      const all = { address: inKernel(slots), count: slots.length };
      for (const [place, out] of outs.entries()) {
        rows.refine(place, all, undefined, { address: inKernel(new Uint8Array(count)), mark: 1 }, out);
      }
    },
    refine: () => undefined,
  };
}
