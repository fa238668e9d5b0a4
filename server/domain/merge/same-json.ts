import stringify from 'safe-stable-stringify';
import type { JsonValue } from '../payloads.ts';

/** Tells whether two values are the same JSON, whatever the order of their keys. */
export function sameJson(one: JsonValue, other: JsonValue): boolean {
  return one === other || stringify(one) === stringify(other);
}
