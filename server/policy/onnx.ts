/** A transformer on this machine. */
import { availableParallelism } from 'node:os';
import { KB } from './limits.ts';

/** What one batch carries at most: small enough that a query does not wait long behind a long batch of adds. */
export const ONNX_BATCH = { texts: 8, bytes: 64 * KB, concurrent: 1, gatherMs: 0 } as const;

/** Texts of like length run together, so many tokens at most with their padding. */
export const ONNX_RUN_TOKENS = 4096;

/** Threads that a run uses: the server needs the others. */
export const ONNX_THREADS = Math.max(1, availableParallelism() >> 1);

/** A model that does not say reads so many tokens. */
export const ONNX_MAX_TOKENS = 512;

/** For each token that the model reads so many UTF-16 units of the text are looked at: more than tokens have, spaces apart. */
export const ONNX_UNITS_PER_TOKEN = 16;
