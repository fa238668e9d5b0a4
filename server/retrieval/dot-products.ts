/**
 * The one hot loop: a query against every vector. Whatever computes it faster takes this function's place.
 *
 * `out[i]` is the dot product of `query` and the i-th vector of `vectors`, for i below `count`. Four sums at a time, since a
 * single one would wait for itself; dimensions that four does not divide are finished one by one.
 */
export function dotProducts(vectors: Float32Array, query: Float32Array, count: number, out: Float32Array): void {
  const size = query.length;
  const even = size & ~3;
  for (let row = 0, at = 0; row < count; row++, at += size) {
    let a = 0;
    let b = 0;
    let c = 0;
    let d = 0;
    for (let index = 0; index < even; index += 4) {
      a += (vectors[at + index] as number) * (query[index] as number);
      b += (vectors[at + index + 1] as number) * (query[index + 1] as number);
      c += (vectors[at + index + 2] as number) * (query[index + 2] as number);
      d += (vectors[at + index + 3] as number) * (query[index + 3] as number);
    }
    for (let index = even; index < size; index++) a += (vectors[at + index] as number) * (query[index] as number);
    out[row] = a + b + c + d;
  }
}

/** The dot product of two vectors within one array. */
export function dotWithin(vectors: Float32Array, size: number, left: number, right: number): number {
  let sum = 0;
  for (let index = 0, a = left * size, b = right * size; index < size; index++) {
    sum += (vectors[a + index] as number) * (vectors[b + index] as number);
  }
  return sum;
}
