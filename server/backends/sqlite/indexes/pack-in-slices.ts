/** Packs indexes a few milliseconds at a time, so that other searches run in between, and hands out the packs. */
import { SQLITE } from '../../../policy/backends.ts';
import { bytesOf, lengthOf, type Parts } from '../../../retrieval/sections.ts';
import type { PackStep } from './write-packs.ts';
import type { IndexPacking } from './user-index.ts';

export function packInSlices(next: (evenIfChanging: boolean) => IndexPacking | undefined) {
  let begun: IndexPacking | undefined;
  let packed: Parts = [];

  return {
    pack({ evenIfChanging }: { readonly evenIfChanging: boolean }): PackStep {
      begun ??= next(evenIfChanging);
      if (begun === undefined) return 'NOTHING';
      const { facts, slices, kept } = begun;
      const startMs = performance.now();
      let step = slices.next();
      while (step.done !== true && performance.now() - startMs < SQLITE.packSliceMs) step = slices.next();
      if (step.done !== true) return 'GOES_ON';
      begun = undefined;
      // The index is packed once it stops changing.
      if (step.value === undefined) return 'GOES_ON';
      kept();
      packed = step.value;
      return { ...facts, pieces: Math.ceil(lengthOf(packed) / SQLITE.packPieceBytes) };
    },

    packPiece({ piece }: { readonly piece: number }): Uint8Array {
      const start = piece * SQLITE.packPieceBytes;
      const bytes = bytesOf(packed, start, start + SQLITE.packPieceBytes);
      // After the last piece the whole pack is dropped.
      if (start + SQLITE.packPieceBytes >= lengthOf(packed)) packed = [];
      return bytes;
    },
  };
}
