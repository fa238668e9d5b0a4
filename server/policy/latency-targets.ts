/** Latency targets in milliseconds, as the server sees a call: from the request's bytes to the answer's. */
import type { MemoryType } from '../domain/memory.ts';

/** One type. */
export const TYPE_TARGET_MS: Readonly<Record<MemoryType, number>> = {
  WORKING: 1,
  SHORT_TERM: 10,
  LONG_TERM: 100,
};

/** A search across several types. */
export const SEVERAL_TYPES_TARGET_MS = 150;

/** A search that finds nothing. */
export const EMPTY_TARGET_MS = 50;

/** A batch of n adds may take as long as its type's target and so much more for each. */
export const BATCH_ITEM_TARGET_MS = 1;
