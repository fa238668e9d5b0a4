/**
 * Returns a vector of length 1 in the same direction. Throws a RangeError if it cannot be the embedder's: another number of dimensions, a
 * number that is not finite, no direction at all.
 */
export function unitVector(values: ArrayLike<number>, dimensions: number): Float32Array {
  if (values.length !== dimensions) {
    throw new RangeError(`a vector has ${values.length} dimensions instead of ${dimensions}`);
  }
  let squares = 0;
  for (let index = 0; index < dimensions; index++) squares += (values[index] as number) ** 2;
  if (!Number.isFinite(squares)) throw new RangeError('a vector contains a number that is not finite');
  if (squares === 0) throw new RangeError('a vector is zero');
  const scale = 1 / Math.sqrt(squares);
  const unit = new Float32Array(dimensions);
  for (let index = 0; index < dimensions; index++) unit[index] = (values[index] as number) * scale;
  return unit;
}
