/** How much of a text is read where a part says enough, and what is remembered of its words. */

/** In UTF-16 units: so much tells a text's language and what kinds of answers it holds. */
export const READ_UNITS = 2000;

/** Stems remembered for each language: a stemmer takes microseconds a word. */
export const STEM_CACHE_SIZE = 50_000;

/** An ñ or an inverted mark says as much for Spanish as so many stop words. */
export const STRONG_MARK_WEIGHT = 2;

/** No stop word that tells a language is longer. */
export const LONGEST_TELLING = 10;

/** Letters of a word that are looked at: a longer one is no word, and a stemmer would take its time. */
export const LONGEST_STEMMED = 40;
