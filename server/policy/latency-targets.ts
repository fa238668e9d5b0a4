/** Latency targets in milliseconds, as the server sees a call: from the request's bytes to the answer's. */
import type { MemoryType } from '../domain/memory.ts';
import { CONTEXT_TARGET_MS } from './context.ts';
import { FACT_TARGET_MS } from './facts.ts';

/** One type. */
export const TYPE_TARGET_MS: Readonly<Record<MemoryType, number>> = {
  WORKING: 1,
  SHORT_TERM: 10,
  PERSONA: 10,
  STRUCTURED: 50,
  LONG_TERM: 100,
  EPISODIC: 100,
  ENTITY: 100,
};

/** Of one call of a store, in milliseconds. */
export const STORE_TARGET_MS = {
  ...TYPE_TARGET_MS,
  SESSION: CONTEXT_TARGET_MS.assemble,
  FACT: FACT_TARGET_MS,
} as const;

/** Several types at once. */
export const SEVERAL_TYPES_TARGET_MS = 150;

/** A search that finds nothing, where its type's own target is not lower. */
export const EMPTY_TARGET_MS = 50;

/** A batch has its types' target and so much more for each memory. */
export const BATCH_ITEM_TARGET_MS = 1;

/** The target of a call about these types; undefined for a call about none. */
export function targetOfCall(types: readonly MemoryType[]): number | undefined {
  const [type, ...others] = types;
  if (type === undefined) return undefined;
  return others.length > 0 ? SEVERAL_TYPES_TARGET_MS : TYPE_TARGET_MS[type];
}

/** The target of a call that adds or deletes so many. */
export function targetOfBatch(types: readonly MemoryType[], count: number): number | undefined {
  const targetMs = targetOfCall(types);
  return targetMs === undefined ? undefined : targetMs + count * BATCH_ITEM_TARGET_MS;
}

/** The target of a search that found so many. */
export function targetOfSearch(types: readonly MemoryType[], found: number): number {
  const target = targetOfCall(types) ?? EMPTY_TARGET_MS;
  return found === 0 ? Math.min(target, EMPTY_TARGET_MS) : target;
}

/** A stream's searches end so long before its deadline, so that what was found and what is missing still reaches the caller. */
export const STREAM_DEADLINE_MARGIN_MS = 20;
