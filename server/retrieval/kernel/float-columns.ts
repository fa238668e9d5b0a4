import { kernelSpace } from './kernel-memory.ts';

/** Columns of floats in the kernel's memory, which every search on this thread uses again. */
export interface FloatColumns<Name extends string> {
  /**
   * The columns, at least `length` long; new ones are zero. Valid until something is taken from the kernel's memory: ask again
   * for each search.
   */
  open(length: number): Readonly<Record<Name, Float32Array>>;
  /** Makes `out` the sum of `start` and of columns, each times its weight. */
  sum(out: Name, start: number, terms: readonly (readonly [Name, number])[], length: number): void;
  multiply(out: Name, left: Name, right: Name, length: number): void;
  /** Of the first `length`; what follows them up to a multiple of 8 is overwritten. */
  range(of: Name, length: number): { readonly low: number; readonly high: number };
}

/** The kernel works on so many floats at a step. */
const STEP = 8;
const FLOAT_BYTES = 4;

export function floatColumns<Name extends string>(names: readonly Name[]): FloatColumns<Name> {
  /** A multiple of 16, as the columns' addresses are then. */
  const termBytes = padded(2 * names.length) * FLOAT_BYTES;
  let termsAt = 0;
  let capacity = 0;
  let start = 0;
  let views = {} as Record<Name, Float32Array>;
  let viewed: ArrayBufferLike | undefined;

  const places = new Map(names.map((name, place) => [name, place]));
  const address = (name: Name): number => start + (places.get(name) as number) * capacity * FLOAT_BYTES;

  function look(): void {
    viewed = kernelSpace().floats.buffer;
    views = Object.fromEntries(
      names.map((name) => [name, new Float32Array(viewed as ArrayBuffer, address(name), capacity)]),
    ) as Record<Name, Float32Array>;
  }

  return {
    open(length) {
      if (length > capacity) {
        // The old ones are lost: with doubling, no more than the new ones take.
        capacity = padded(Math.max(length, 2 * capacity));
        termsAt = kernelSpace().take(termBytes + names.length * capacity * FLOAT_BYTES);
        start = termsAt + termBytes;
        look();
        for (const name of names) views[name].fill(0);
      } else if (viewed !== kernelSpace().floats.buffer) look();
      return views;
    },
    sum(out, base, terms, length) {
      const words = new Uint32Array(kernelSpace().floats.buffer, termsAt, 2 * terms.length);
      const weights = new Float32Array(words.buffer, termsAt, words.length);
      for (const [place, [name, weight]] of terms.entries()) {
        words[2 * place] = address(name);
        weights[2 * place + 1] = weight;
      }
      kernelSpace().functions.weightedSum(termsAt, terms.length, base, padded(length), address(out));
    },
    multiply: (out, left, right, length) =>
      kernelSpace().functions.multiply(address(left), address(right), padded(length), address(out)),
    range(of, length) {
      if (length === 0) return { low: Infinity, high: -Infinity };
      const end = padded(length);
      views[of].fill(views[of][0] as number, length, end);
      const { functions } = kernelSpace();
      return { low: functions.least(address(of), end), high: functions.greatest(address(of), end) };
    },
  };
}

function padded(length: number): number {
  return Math.ceil(length / STEP) * STEP;
}
