/** Embedders: built in, by ONNX, remote, and the change to another. */
import { availableParallelism } from 'node:os';
import { KB, MB, SECOND_MS } from './units.ts';

// The built-in embedder: what it reads and how it weighs. Figures behind the numbers: DESIGN and the bench.

/** A text's tokens beyond these are not read. */
export const MAX_TOKENS = 1024;

/** UTF-16 units of a text that are looked at for those tokens. */
export const MAX_UNITS = 16 * 1024;

/** A token of a query that occurs in the share p of the user's memories weighs a / (a + p). */
export const QUERY_WEIGHT_A = 0.05;

/** Added to the number of memories in that share, so that a handful of them does not silence every word they have. */
export const QUERY_WEIGHT_N0 = 100;

/** Words of a query that say what kind of answer is wanted, not what about, weigh so much. */
export const FRAME_WEIGHT = 0.5;

/** A Spanish word takes the vectors of its English ones, first to fourth. */
export const TRANSLATION_WEIGHTS = [0.7, 0.3, 0.2, 0.1] as const;

/** Spanish stop words. English ones are light in the table itself. */
export const SPANISH_STOP_WEIGHT = 0.3;

/** An English pair that two Spanish words make together. */
export const SPANISH_PAIR_WEIGHT = 0.5;

/** Embeddings that the cache in front of an embedder keeps. */
export const EMBEDDING_CACHE_SIZE = 10_000;

/** After so many milliseconds of a batch, other calls get their turn. */
export const EMBEDDING_TURN_MS = 1;

/** The number of times in a row that a call is embedded again because the store has changed to another embedder meanwhile. */
export const EMBEDDER_CHANGES = 5;

/**
 * A query of so many content words names a theme; with more it asks for something of it, and from so many on for that
 * alone.
 */
export const THEME_WORDS = [3, 6] as const;

/** A field of a map of queries counts from this share of the softmax on: one in seven does, and the others together change nothing. */
export const LEAST_FIELD_SHARE = 0.002;

// A transformer on this machine.

/** The most that one batch carries: little enough that a query does not wait long behind a batch of adds. */
export const ONNX_BATCH = { texts: 8, bytes: 64 * KB, concurrent: 1, gatherMs: 0 } as const;

/** Texts of like length run together, so many tokens at most with their padding, and at most so many times as many as without. */
export const ONNX_RUN_TOKENS = 4096;
export const ONNX_MOST_PADDING = 1.1;

/** Threads that a run uses: the server needs the others. */
export const ONNX_THREADS = Math.max(1, availableParallelism() >> 1);

/** A model that does not say reads so many tokens. */
export const ONNX_MAX_TOKENS = 512;

/**
 * The number of UTF-16 units of text that are looked at for each token that the model reads: more than tokens have, except for runs of
 * spaces.
 */
export const ONNX_UNITS_PER_TOKEN = 16;

// A second look at the best of a search, by another embedder.

/** Measured with all-MiniLM-L6-v2 (int8): see embedders/README.md. */
export const SECOND_LOOK = {
  /** The number of hits, best first, that get a second look; a search for more hits gets none. Looking at 100 or 300 finds no more. */
  among: 50,
  /** The weight of the cosine, as embedders/second/looked-again.ts explains. Weights from 0.75 to 1.75 are about as good. */
  weight: 1,
  /** A search waits so long for vectors. Those that take longer the next search has. */
  waitMs: 60,
  /** The bytes of vectors that are kept: about 37,000 of 384 numbers. */
  keptBytes: 64 * MB,
  /** The bytes of one of them beside its numbers, for its key and bookkeeping. */
  entryBytes: 300,
  /** Texts that wait for their vectors at once: with so many adds have none made ahead, with so many searches are answered without. */
  waiting: { adds: 500, searches: 1000 },
} as const;

// Embedders that are asked over the network.

/** The default if no setting gives one. */
export const OPENAI_URL = 'https://api.openai.com/v1';
export const OPENAI_MODEL = 'text-embedding-3-small';
export const AZURE_API_VERSION = '2024-10-21';

/** The most that one request carries. OpenAI takes 2,048 texts and 300,000 tokens; a token has at least one byte. */
export const REQUEST = { texts: 256, bytes: 256 * KB, concurrent: 8 } as const;

/** The time that a request waits for texts of other calls that could join it. */
export const GATHER_MS = 2;

/**
 * Bytes of a text that are embedded where the settings say nothing: a token is at least a byte, so OpenAI's limit of
 * 8,192 tokens never refuses one. The built-in embedder reads about as much.
 */
export const TEXT_BYTES = 8191;

/** One attempt ends after so long; the call's deadline ends all of them. */
export const ATTEMPT_TIMEOUT_MS = 10 * SECOND_MS;

/** After the first attempt. Waits double from the first to the longest, each with jitter. */
export const RETRIES = { count: 3, firstWaitMs: 200, longestWaitMs: 5 * SECOND_MS } as const;

/** An endpoint that asks for a longer wait is not waited for: the caller hears of it instead. */
export const LONGEST_RETRY_AFTER_MS = 15 * SECOND_MS;

/** After so many failures in a row nobody waits for the endpoint: calls fail at once, but for a probe every so often. */
export const BREAKER = { failures: 6, probeAfterMs: 2 * SECOND_MS } as const;

/** Vectors of models whose length is published. The settings give the length of others. */
export const MODEL_DIMENSIONS: Readonly<Record<string, number>> = {
  'text-embedding-3-small': 1536,
  'text-embedding-3-large': 3072,
  'text-embedding-ada-002': 1536,
};

/** Models that make shorter vectors when asked to. */
export const SHORTENING_MODELS: readonly string[] = ['text-embedding-3-small', 'text-embedding-3-large'];

/** `recorda reembed`. */
export const REEMBEDDING = {
  /** Memories between two commits: what a kill costs. */
  batch: 64,
  /** The length of their texts together, in UTF-16 units; a single text may be longer. */
  batchLength: 256 * KB,
  /** Memories that one step looks at, most of which may have their vector. */
  scanRows: 2000,
  /** Memories that lose the vector of an embedder that is gone, between two looks at the queue. */
  clearedRows: 64,
  /** The number of times in a row that an embedder's own retry time is waited for. */
  patience: 10,
} as const;
