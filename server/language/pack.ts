/** What the reader is told of a language: closed classes of words, as data. What they do to a sentence is learnt, not written. */

/** Words are folded: lower case, without accents. */
export type LanguagePack = {
  /** The first person, singular and plural. */
  readonly self: readonly string[];
  /** Whoever is spoken to. */
  readonly addressee: readonly string[];
  /** Third persons. */
  readonly others: readonly string[];
  /** Words that point at what was said, or is at hand. */
  readonly pointing: readonly string[];
  /** Of those, and besides, with which a sentence that ends says nothing by itself. */
  readonly pointingAtEnd: readonly string[];
  /** Words of the present day and hour. */
  readonly now: readonly string[];
  /** Words of what is not so, or not sure. */
  readonly unsure: readonly string[];
  /** Words before a sentence's first word that say nothing. */
  readonly openers: readonly string[];
};
