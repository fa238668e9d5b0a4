import { BEST_BLOCK } from '../policy/retrieval.ts';
import { kernelRoom } from './kernel-room.ts';
import { kernelSpace } from './kernel-memory.ts';

/** Columns of numbers of four bytes in the kernel's memory, which every search on this thread uses again. */
export interface SearchColumns<Name extends string> {
  /** Makes the columns at least `length` long, zero where they grow. What the kernel's memory held may lie elsewhere after. */
  open(length: number): void;
  /** Where a column is in the kernel's memory. */
  address(name: Name): number;
  /** To look into; valid until something is taken from the kernel's memory. */
  floats(name: Name): Float32Array;
  /** Makes `out` this sum. */
  sum(out: Name, sum: WeightedSum, length: number): void;
  /** Of the first `length`; what follows them up to a whole block is overwritten. */
  range(of: Name, length: number): { readonly low: number; readonly high: number };
  /** The greatest of each block of BEST_BLOCK, into another column. */
  maxima(of: Name, length: number, out: Name): void;
}

/** A number, columns times their weights, and the product of two columns times a weight. Columns are given by their addresses. */
export type WeightedSum = {
  readonly start: number;
  readonly weights: ReadonlyMap<number, number>;
  readonly product?: readonly [left: number, right: number, weight: number];
};

const NUMBER_BYTES = 4;
/** The kernel reads an address and a weight. */
const TERM_BYTES = 8;
/** Terms of a sum, at most. */
const MOST_TERMS = 32;
const NO_PRODUCT = [0, 0, 0] as const;

export function searchColumns<Name extends string>(names: readonly Name[]): SearchColumns<Name> {
  const room = kernelRoom();
  const termsAt = kernelRoom();
  const places = new Map(names.map((name, place) => [name, place]));
  let capacity = 0;
  let start = 0;

  const address = (name: Name): number => start + (places.get(name) as number) * capacity * NUMBER_BYTES;
  const floats = (name: Name): Float32Array => new Float32Array(kernelSpace().floats.buffer, address(name), capacity);

  return {
    open(length) {
      termsAt.of(MOST_TERMS * TERM_BYTES);
      if (length <= capacity) return;
      capacity = wholeBlocks(Math.max(length, 2 * capacity));
      const bytes = names.length * capacity * NUMBER_BYTES;
      start = room.of(bytes);
      new Uint8Array(kernelSpace().floats.buffer, start, bytes).fill(0);
    },
    address,
    floats,
    sum(out, { start: base, weights, product: [left, right, weight] = NO_PRODUCT }, length) {
      const at = termsAt.of(MOST_TERMS * TERM_BYTES);
      const { buffer } = kernelSpace().floats;
      const [addresses, factors] = [new Uint32Array(buffer, at), new Float32Array(buffer, at)];
      let place = 0;
      for (const [column, factor] of weights) {
        addresses[place++] = column;
        factors[place++] = factor;
      }
      kernelSpace().functions.weightedSum(
        ...([at, weights.size, left, right, weight] as const),
        ...([base, wholeBlocks(length), address(out)] as const),
      );
    },
    range(of, length) {
      if (length === 0) return { low: Infinity, high: -Infinity };
      const end = wholeBlocks(length);
      const values = floats(of);
      values.fill(values[0] as number, length, end);
      const at = termsAt.of(MOST_TERMS * TERM_BYTES);
      kernelSpace().functions.extent(address(of), end, at);
      const [low, high] = new Float32Array(kernelSpace().floats.buffer, at, 2) as unknown as [number, number];
      return { low, high };
    },
    maxima: (of, length, out) => kernelSpace().functions.maxima(address(of), wholeBlocks(length), address(out)),
  };
}

/** The kernel works on whole blocks. */
export function wholeBlocks(length: number): number {
  return Math.ceil(length / BEST_BLOCK) * BEST_BLOCK;
}
