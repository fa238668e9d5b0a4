/**
 * Stretches the values of living slots to 0..1, 0 for all if they are equal. A range under `leastRange` is stretched only as
 * far as that one would be: among few memories a small difference is no difference.
 */
export function normaliseRange(values: Float32Array, alive: Uint8Array, slots: number, leastRange: number): void {
  let low = Infinity;
  let high = -Infinity;
  for (let slot = 0; slot < slots; slot++) {
    if (alive[slot] === 0) continue;
    const value = values[slot] as number;
    if (value < low) low = value;
    if (value > high) high = value;
  }
  const scale = high > low ? 1 / Math.max(high - low, leastRange) : 0;
  for (let slot = 0; slot < slots; slot++) values[slot] = ((values[slot] as number) - low) * scale;
}
