import { vectors, type Vectors } from '../../server/retrieval/vectors.ts';
import { inKernel } from './in-kernel.ts';

/** The kernel's vectors, all of whose dot products are made whole at once: a search has none to look at closely. */
export function wholeVectors(dimensions: number): Vectors {
  const rows = vectors(dimensions);
  const { set, clear, move, copyOut, restore, between, release } = rows;
  return {
    ...{ set, clear, move, copyOut, restore, between, release },
    bytes: 0,
    slack: 0,
    dots(queries, count, outs) {
      rows.dots(queries, count, outs);
      const all = { address: inKernel(Int32Array.from({ length: count }, (_, slot) => slot)), count };
      for (const [place, out] of outs.entries()) {
        rows.refine(place, all, undefined, { address: inKernel(new Uint8Array(count)), mark: 1 }, out);
      }
    },
    refine: () => undefined,
  };
}
