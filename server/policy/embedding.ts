/** The built-in embedder: what it reads and how it weighs. Figures behind the numbers: DESIGN and the bench. */

/** A text's tokens beyond these are not read. */
export const MAX_TOKENS = 1024;

/** Of a text so many UTF-16 units are looked at for those tokens. */
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

/** So often in a row a call is embedded anew since the store has changed to another embedder meanwhile. */
export const EMBEDDER_CHANGES = 5;

/** A query of so many words that tell names a theme; with more it asks for something of it, and from so many on for that alone. */
export const THEME_WORDS = [3, 6] as const;

/** A field of a map of queries counts from this share of the softmax on: one in seven does, and the others together change nothing. */
export const LEAST_FIELD_SHARE = 0.002;
