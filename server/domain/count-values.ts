/** Returns the number of values in JSON: the value itself, and everything in it. */
import type { JsonValue } from './payloads.ts';

export function countValues(json: JsonValue): number {
  const waiting: JsonValue[] = [json];
  let count = 0;
  for (let value = waiting.pop(); value !== undefined; value = waiting.pop()) {
    count += 1;
    if (typeof value === 'object' && value !== null) for (const inner of Object.values(value)) waiting.push(inner);
  }
  return count;
}
