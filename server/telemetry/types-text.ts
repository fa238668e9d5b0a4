/** Writes memory types as telemetry spells them. */
import type { ObservedType } from '../ports/telemetry.ts';

/** Returns `working,long_term` in the order of MEMORY_TYPES; '' for none. */
export function typesText(types: readonly ObservedType[]): string {
  return types.join().toLowerCase();
}
