/** Persona traits by key. */
import { MemoryType } from '../proto/gen/recorda/v1/resources.ts';
import { addPayload, listed, named, type Calls } from './agent-calls.ts';
import type { Added, AddOptions, JsonValue, PersonaMemory } from './agent-types.ts';
import { PERSONA_CHECKS } from './option-names.ts';
import { refusingUnknown } from './options.ts';
import type { CallOptions } from './typed-client.ts';

/** Lasting traits of a user as one agent knows them. They never expire and are never pruned; earlier values are kept. */
export type Persona = {
  /**
   * Sets a trait, at most 64 KB as JSON. If the key exists, the earlier value is kept as a version; setting the same value
   * again changes nothing. Throws QUOTA_EXCEEDED at 1,000 traits or 1 MB of this agent, including versions.
   */
  set(key: string, value: JsonValue, options?: AddOptions): Promise<Added<PersonaMemory>>;
  /** Returns the trait, or undefined if there is none. */
  get(key: string, options?: CallOptions): Promise<PersonaMemory | undefined>;
  /** Lists every trait, the oldest first. */
  all(options?: CallOptions): AsyncIterable<PersonaMemory>;
};

export function persona(calls: Calls): Persona {
  const type = MemoryType.PERSONA;
  const handle: Persona = {
    set: (key, value, options = {}) =>
      addPayload(calls, { $case: 'trait', value: { key, value } }, options) as Promise<Added<PersonaMemory>>,
    get: (key, options) => named(calls, { type, key }, options) as Promise<PersonaMemory | undefined>,
    all: (options) => listed(calls, { ...options, type }) as AsyncGenerator<PersonaMemory, void>,
  };
  return refusingUnknown('agent.persona', handle, PERSONA_CHECKS);
}
