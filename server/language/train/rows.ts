/** Sentences as rows of a sparse matrix, for training. */
import type { SpanFeatures } from '../engine/features.ts';
import { exactLog } from './exact.ts';

export type Rows = {
  readonly count: number;
  /** The number of sparse columns in use; `buckets` has the bucket of each. */
  readonly width: number;
  readonly buckets: Int32Array;
  /**
   * The entries of a row are `starts[row]` to `starts[row + 1]` of `columns` and `values`; a value is weighted by how rare its bucket
   * is.
   */
  readonly starts: Int32Array;
  readonly columns: Int32Array;
  readonly values: Float64Array;
  /** By column: the weight of its values. */
  readonly rarity: Float64Array;
  readonly denseWidth: number;
  /** The dense values, row by row. */
  readonly dense: Float64Array;
};

/** The parts that turns are split into, in sequence: sentences or candidates. */
export type Sentences = {
  readonly features: readonly SpanFeatures[];
  /** By sentence: the index of its turn. */
  readonly turnOf: Int32Array;
  readonly turns: number;
};

/** Returns the parts of a turn, at least one, as features. */
export type Cut = (turn: string) => readonly SpanFeatures[];

export function sentencesOfTurns(turns: readonly string[], cut: Cut): Sentences {
  const read = turns.map(cut);
  return {
    features: read.flat(),
    turnOf: Int32Array.from(read.flatMap((sentences, turn) => sentences.map(() => turn))),
    turns: turns.length,
  };
}

/** Buckets of only one row tell nothing about others and are left out. */
const LEAST_ROWS = 2;

/** `chosen` are the rows in which rarity is counted: those to learn from. */
export function rowsOf(features: readonly SpanFeatures[], bits: number, chosen: readonly number[]): Rows {
  const entries = features.map(({ grams }) => bucketsOf(grams, bits));
  const frequencies = new Int32Array(1 << bits);
  for (const row of chosen) for (const bucket of entries[row]!.keys()) frequencies[bucket]! += 1;
  const columnOf = new Int32Array(1 << bits).fill(-1);
  const buckets: number[] = [];
  for (let bucket = 0; bucket < columnOf.length; bucket++) {
    if (frequencies[bucket]! >= LEAST_ROWS) columnOf[bucket] = buckets.push(bucket) - 1;
  }
  const rarity = Float64Array.from(buckets, (bucket) => 1 + exactLog((1 + chosen.length) / (1 + frequencies[bucket]!)));
  const starts = new Int32Array(features.length + 1);
  const columns: number[] = [];
  const values: number[] = [];
  entries.forEach((row, index) => {
    for (const [bucket, value] of row) {
      const column = columnOf[bucket]!;
      if (column < 0) continue;
      columns.push(column);
      values.push(value * rarity[column]!);
    }
    starts[index + 1] = columns.length;
  });
  const denseWidth = features[0]?.dense.length ?? 0;
  const dense = new Float64Array(features.length * denseWidth);
  features.forEach((one, row) => dense.set(one.dense, row * denseWidth));
  return {
    count: features.length,
    width: buckets.length,
    buckets: Int32Array.from(buckets),
    starts,
    columns: Int32Array.from(columns),
    values: Float64Array.from(values),
    rarity,
    denseWidth,
    dense,
  };
}

function bucketsOf(grams: readonly (readonly number[])[], bits: number): ReadonlyMap<number, number> {
  const mask = (1 << bits) - 1;
  const found = new Map<number, number>();
  for (const list of grams) {
    const weight = 1 / Math.sqrt(Math.max(1, list.length));
    for (const hash of list) found.set(hash & mask, (found.get(hash & mask) ?? 0) + weight);
  }
  return found;
}
