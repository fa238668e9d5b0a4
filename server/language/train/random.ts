/** A pseudo-random number generator with the same results everywhere: mulberry32 (Tommy Ettinger, public domain). */
export type Random = {
  /** Returns a whole number from 0 to below `end`. */
  readonly below: (end: number) => number;
  readonly pick: <T>(from: readonly T[]) => T;
  /** Returns `count` distinct elements. */
  readonly sample: <T>(from: readonly T[], count: number) => readonly T[];
};

export function randomFrom(seed: number): Random {
  let state = seed;
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return (mixed ^ (mixed >>> 14)) >>> 0;
  };
  const below = (end: number): number => next() % end;
  return {
    below,
    pick: (from) => from[below(from.length)]!,
    sample(from, count) {
      const left = [...from];
      return Array.from({ length: Math.min(count, left.length) }, () => left.splice(below(left.length), 1)[0]!);
    },
  };
}
