/**
 * Stretches values to 0..`top` over the living slots, 0 for all if they are equal. Scores of different kinds can be added up
 * then; they belong to this query alone. Without `alive` all slots are.
 */
export function normaliseRange(values: Float32Array, alive: Uint8Array | undefined, slots: number, top: number): void {
  let low = Infinity;
  let high = -Infinity;
  for (let slot = 0; slot < slots; slot++) {
    if (alive !== undefined && alive[slot] === 0) continue;
    const value = values[slot] as number;
    if (value < low) low = value;
    if (value > high) high = value;
  }
  const scale = high > low ? top / (high - low) : 0;
  for (let slot = 0; slot < slots; slot++) values[slot] = ((values[slot] as number) - low) * scale;
}
