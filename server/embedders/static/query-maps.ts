/** What a query's vector becomes before it is compared with memories. Documents' vectors stay as they are. */
import { LEAST_FIELD_SHARE } from '../../policy/embedding.ts';
import type { AdviceMap, FieldMap } from './static-table.ts';

/**
 * What a request for advice looks for: not texts like itself but the preferences that should shape the answer. v + vM + the values
 * of the fields whose keys v is near to; not normalised.
 */
export function askedFor(vector: Float32Array, map: AdviceMap): Float64Array {
  const size = vector.length;
  // Doubles, since floats would be converted at each step.
  const moved = Float64Array.from(vector);
  for (let row = 0; row < size; row += 4) addRows(moved, map.matrix, row * size, vector.subarray(row, row + 4));
  addFields(moved, vector, map, 1);
  return moved;
}

/**
 * What a query that names a theme looks for: what belongs to it, more than what has its words. v + the values of the topics whose
 * keys v is near to, times `strength`; not normalised.
 */
export function themed(vector: Float32Array, map: FieldMap, strength: number): Float64Array {
  const moved = Float64Array.from(vector);
  addFields(moved, vector, map, strength);
  return moved;
}

/** Adds the values of the fields by how near `vector` is to their keys, in softmax, times `strength`; those far off add nothing. */
function addFields(moved: Float64Array, vector: Float32Array, { keys, values }: FieldMap, strength: number): void {
  const size = vector.length;
  const fields = keys.length / size;
  const own = Float64Array.from(vector);
  const shares = new Float64Array(fields);
  let sum = 0;
  for (let field = 0; field < fields; field++) sum += shares[field] = Math.exp(nearness(own, keys, field * size));
  for (let field = 0; field < fields; field++) {
    const share = (shares[field] as number) / sum;
    if (share >= LEAST_FIELD_SHARE) addScaled(moved, values, field * size, strength * share);
  }
}

/** The dot product with the row that starts at `at`: four sums, which wait for each other no more than they must. */
function nearness(vector: Float64Array, rows: Float32Array, at: number): number {
  let [first, second, third, fourth] = [0, 0, 0, 0] as [number, number, number, number];
  for (let index = 0; index < vector.length; index += 4) {
    const from = at + index;
    first += (vector[index] as number) * (rows[from] as number);
    second += (vector[index + 1] as number) * (rows[from + 1] as number);
    third += (vector[index + 2] as number) * (rows[from + 2] as number);
    fourth += (vector[index + 3] as number) * (rows[from + 3] as number);
  }
  return first + second + third + fourth;
}

/** Four of the matrix's, each by its weight: the sum is read and written once for them all. */
function addRows(sum: Float64Array, rows: Float32Array, at: number, weights: Float32Array): void {
  const size = sum.length;
  const [first, second, third, fourth] = weights as unknown as readonly [number, number, number, number];
  for (let index = 0; index < size; index++) {
    const from = at + index;
    sum[index] =
      (sum[index] as number) +
      first * (rows[from] as number) +
      second * (rows[from + size] as number) +
      third * (rows[from + 2 * size] as number) +
      fourth * (rows[from + 3 * size] as number);
  }
}

function addScaled(sum: Float64Array, rows: Float32Array, at: number, weight: number): void {
  for (let index = 0; index < sum.length; index++) {
    sum[index] = (sum[index] as number) + weight * (rows[at + index] as number);
  }
}
