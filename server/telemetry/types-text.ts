/** Memory types as telemetry spells them. */
import type { MemoryType } from '../domain/memory.ts';

/** `working,long_term` in the order of MEMORY_TYPES; '' for none. */
export function typesText(types: readonly MemoryType[]): string {
  return types.join().toLowerCase();
}
