/** What a request for advice looks for: not texts like itself but the preferences that should shape the answer. */
import type { AdviceMap } from './static-table.ts';

/** v + vM + the values of the fields whose keys v is near to, by softmax; not normalised. */
export function askedFor(vector: Float32Array, { matrix, keys, values }: AdviceMap): Float64Array {
  const size = vector.length;
  // Doubles, since floats would be converted at each step.
  const moved = Float64Array.from(vector);
  for (let row = 0; row < size; row += 4) addRows(moved, matrix, row * size, vector.subarray(row, row + 4));

  const fields = keys.length / size;
  const shares = new Float32Array(fields);
  let sum = 0;
  for (let field = 0; field < fields; field++) {
    let nearness = 0;
    for (let index = 0; index < size; index++) {
      nearness += (vector[index] as number) * (keys[field * size + index] as number);
    }
    shares[field] = Math.exp(nearness);
    sum += shares[field] as number;
  }
  for (let field = 0; field < fields; field++) addScaled(moved, values, field * size, (shares[field] as number) / sum);
  return moved;
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
