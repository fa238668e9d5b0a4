import { BEST_BLOCK } from '../policy/retrieval.ts';
import { scratchBuffer } from './scratch-buffer.ts';
import { addressAt, type Address } from './address.ts';
import { kernelSpace } from './kernel-memory.ts';
import { record } from './records.ts';

/** Slots in the kernel's memory, four bytes each. */
export type SlotList = { readonly address: Address; readonly count: number };

/** Columns of numbers of four bytes in the kernel's memory, which every search on this thread uses again. */
export interface SearchColumns<Name extends string> {
  /** Makes the columns at least `length` long, zero where they grow. It may move the kernel's memory. */
  open(length: number): void;
  /** Returns the address of a column in the kernel's memory. */
  address(name: Name): Address;
  /** Returns a column for reading; valid until something is taken from the kernel's memory. */
  floats(name: Name): Float32Array;
  /** Makes `out` this sum. */
  sum(out: Name, sum: WeightedSum, length: number): void;
  /** Computes the same, to the last bit, at some slots. */
  sumAt(out: Name, sum: WeightedSum, slots: SlotList): void;
  /**
   * Returns the range of the first `length`; the values after them up to a whole block are overwritten. `isNoted`: `sum` made the column,
   * and nothing changed it.
   */
  range(of: Name, length: number, isNoted?: boolean): { readonly low: number; readonly high: number };
  /** Returns the sum of how far each of the first `length` is from `from` to `to`, 0 to 1; it ends at a little over `most`. */
  reach(of: Name, range: readonly [from: number, to: number], length: number, most: number): number;
  /**
   * Lists in another column which of the first `length` are `low` or less, or `high` or more. Uses the notes of the last `range` or
   * `sum`: a value that has changed since is found if it was within these limits then, or lies in a block with another that was.
   */
  outside(of: Name, range: { readonly low: number; readonly high: number }, length: number, out: Name): SlotList;
  /** Writes a list into a column. */
  list(slots: readonly number[], out: Name): SlotList;
  /** Writes the greatest of each block of BEST_BLOCK of a column that `sum` made into another column. */
  maxima(of: Name, length: number, out: Name): void;
}

/** A number, plus columns times their weights, plus the product of two columns times a weight. Columns are given by their addresses. */
export type WeightedSum = {
  readonly start: number;
  readonly weights: ReadonlyMap<number, number>;
  readonly product?: readonly [left: number, right: number, weight: number];
};

const NUMBER_BYTES = 4;
/** The bytes of the kernel's note on the least and the greatest of a block. */
const NOTE_BYTES = 32;
/** The bytes of an address and a weight, which the kernel reads. */
const TERM_BYTES = 8;
/** The most terms of a sum. */
const MOST_TERMS = 32;
const NO_PRODUCT = [0, 0, 0] as const;

/** Copies the list, so that it outlasts the column. */
export function slotsIn({ address, count }: SlotList): number[] {
  const { integers } = kernelSpace();
  const slots: number[] = [];
  for (let index = 0; index < count; index++) slots.push(integers[address / NUMBER_BYTES + index] as number);
  return slots;
}

export function searchColumns<Name extends string>(names: readonly Name[]): SearchColumns<Name> {
  const scratch = scratchBuffer();
  const termsAt = scratchBuffer();
  const indexes = new Map(names.map((name, index) => [name, index]));
  const blocks = scratchBuffer();
  let capacity = 0;
  let start = 0 as Address;
  let blocksAt = 0 as Address;

  const address = (name: Name): Address => addressAt(start, (indexes.get(name) as number) * capacity * NUMBER_BYTES);
  const noteBytes = (): number => (NOTE_BYTES * capacity) / BEST_BLOCK;
  const blocksOf = (name: Name): Address => addressAt(blocksAt, (indexes.get(name) as number) * noteBytes());
  const floats = (name: Name): Float32Array => new Float32Array(kernelSpace().floats.buffer, address(name), capacity);

  /** Writes a sum in the form that the kernel reads. */
  function written({ start: base, weights, product: [left, right, product] = NO_PRODUCT }: WeightedSum) {
    const terms = termsAt.of(MOST_TERMS * TERM_BYTES);
    const { floats, integers } = kernelSpace();
    let index = terms / NUMBER_BYTES;
    for (const [column, factor] of weights) {
      integers[index++] = column;
      floats[index++] = factor;
    }
    return record('sum', { start: base, product, terms, columns: weights.size, left, right });
  }

  return {
    open(length) {
      termsAt.of(MOST_TERMS * TERM_BYTES);
      if (length <= capacity) return;
      capacity = wholeBlocks(Math.max(length, 2 * capacity));
      const bytes = names.length * capacity * NUMBER_BYTES;
      start = scratch.of(bytes);
      blocksAt = blocks.of(names.length * noteBytes());
      new Uint8Array(kernelSpace().floats.buffer, start, bytes).fill(0);
    },
    address,
    floats,
    sum(out, sum, length) {
      kernelSpace().functions.weightedSum(written(sum), wholeBlocks(length), address(out), blocksOf(out));
    },
    sumAt(out, sum, slots) {
      kernelSpace().functions.weightedSumAt(written(sum), slots.address, slots.count, address(out));
    },
    range(of, length, isNoted = false) {
      if (length === 0) return { low: Infinity, high: -Infinity };
      const end = wholeBlocks(length);
      const values = floats(of);
      values.fill(values[0] as number, length, end);
      const { functions } = kernelSpace();
      const last = end - BEST_BLOCK;
      if (!isNoted) functions.note(address(of), end, blocksOf(of));
      // What the column has beyond the length is no value.
      else if (last < length) {
        const skipped = last / BEST_BLOCK;
        const note = addressAt(blocksOf(of), skipped * NOTE_BYTES);
        functions.note(addressAt(address(of), last * NUMBER_BYTES), BEST_BLOCK, note);
      }
      const at = termsAt.of(MOST_TERMS * TERM_BYTES);
      functions.zoneMap(blocksOf(of), end / BEST_BLOCK, at);
      const [low, high] = kernelSpace().floats.subarray(at / NUMBER_BYTES) as unknown as [number, number];
      return { low, high };
    },
    reach(of, [from, to], length, most) {
      const end = wholeBlocks(length);
      floats(of).fill(from, length, end);
      return kernelSpace().functions.reach(address(of), end, from, to, most);
    },
    outside(of, { low, high }, length, out) {
      const list = address(out);
      const count = kernelSpace().functions.outside(address(of), blocksOf(of), length, low, high, list);
      return { address: list, count };
    },
    list(slots, out) {
      const list = address(out);
      const { integers } = kernelSpace();
      for (let index = 0; index < slots.length; index++) integers[list / NUMBER_BYTES + index] = slots[index] as number;
      return { address: list, count: slots.length };
    },
    maxima: (of, length, out) =>
      kernelSpace().functions.maxima(blocksOf(of), wholeBlocks(length) / BEST_BLOCK, address(out)),
  };
}

/** Rounds a length up to whole blocks, on which the kernel works. */
export function wholeBlocks(length: number): number {
  return Math.ceil(length / BEST_BLOCK) * BEST_BLOCK;
}
