/** The specifications of all memory types. A type with a missing or incomplete one does not compile. */
import type { MemoryType } from '../../policy/memory-types.ts';
import type { Payload } from '../payloads.ts';
import { entity } from './entity.ts';
import { episodic } from './episodic.ts';
import { longTerm } from './long-term.ts';
import type { MemoryTypeSpec } from './memory-type-spec.ts';
import { persona } from './persona.ts';
import { shortTerm } from './short-term.ts';
import { structured } from './structured.ts';
import { working } from './working.ts';

type SpecsByType = { readonly [T in MemoryType]: MemoryTypeSpec<Extract<Payload, { readonly type: T }>> };

/** All types by latency, the fastest first: the order in which results of several types are grouped. */
export const TYPE_SPECS: SpecsByType = {
  WORKING: working,
  SHORT_TERM: shortTerm,
  PERSONA: persona,
  STRUCTURED: structured,
  LONG_TERM: longTerm,
  EPISODIC: episodic,
  ENTITY: entity,
};

export function specOf<P extends Payload>(payload: P): MemoryTypeSpec<P> {
  // TypeScript cannot infer that the spec of a payload's type accepts that payload.
  return TYPE_SPECS[payload.type] as unknown as MemoryTypeSpec<P>;
}
