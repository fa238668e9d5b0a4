/** Embedders that are asked over the network. */
import { KB } from './limits.ts';

const SECOND = 1000;

/** Where the settings say nothing. */
export const OPENAI_URL = 'https://api.openai.com/v1';
export const OPENAI_MODEL = 'text-embedding-3-small';
export const AZURE_API_VERSION = '2024-10-21';

/** What one request carries at most. OpenAI takes 2,048 texts and 300,000 tokens; a token is at least a byte. */
export const REQUEST = { texts: 256, bytes: 256 * KB, concurrent: 8 } as const;

/** So long a request waits for texts of other calls that could go with it. */
export const GATHER_MS = 2;

/**
 * Of a text so many bytes are embedded where the settings say nothing: a token is at least a byte, so OpenAI's limit of 8,192
 * tokens never refuses one. The built-in embedder reads about as much.
 */
export const TEXT_BYTES = 8191;

/** One attempt ends after so long; the call's deadline ends all of them. */
export const ATTEMPT_TIMEOUT_MS = 10 * SECOND;

/** After the first attempt. Waits double from the first to the longest, each with jitter. */
export const RETRIES = { count: 3, firstWaitMs: 200, longestWaitMs: 5 * SECOND } as const;

/** An endpoint that asks for a longer wait is not waited for: the caller hears of it instead. */
export const LONGEST_RETRY_AFTER_MS = 15 * SECOND;

/** After so many failures in a row nobody waits for the endpoint: calls fail at once, but for a probe every so often. */
export const BREAKER = { failures: 6, probeAfterMs: 2 * SECOND } as const;

/** Vectors of models whose length is published. Others' is told by the settings. */
export const MODEL_DIMENSIONS: Readonly<Record<string, number>> = {
  'text-embedding-3-small': 1536,
  'text-embedding-3-large': 3072,
  'text-embedding-ada-002': 1536,
};

/** Models that make shorter vectors when asked to. */
export const SHORTENING_MODELS: readonly string[] = ['text-embedding-3-small', 'text-embedding-3-large'];
