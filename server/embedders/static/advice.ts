/** What a request for advice looks for: not texts like itself but the preferences that should shape the answer. */
import type { AdviceMap } from './static-table.ts';

/** v + vM + the values of the fields whose keys v is near to, by softmax; not normalised. */
export function askedFor(vector: Float32Array, { matrix, keys, values }: AdviceMap): Float32Array {
  const size = vector.length;
  const moved = vector.slice();
  for (let row = 0; row < size; row++) addScaled(moved, matrix, row * size, vector[row] as number);

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

function addScaled(sum: Float32Array, rows: Float32Array, at: number, weight: number): void {
  for (let index = 0; index < sum.length; index++) {
    sum[index] = (sum[index] as number) + weight * (rows[at + index] as number);
  }
}
