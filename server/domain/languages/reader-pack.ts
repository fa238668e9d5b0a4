/**
 * The trained reader knows closed classes of words of each language, as data; it learns what they do to a sentence. Words are
 * folded: lower case, without accents. The classes of all languages are one, so that a word which means something else in another
 * language had better be left out.
 */
export type ReaderPack = {
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
  /** Words of a day or a time that has just gone or is about to come: what is told with them seldom lasts. */
  readonly recent: readonly string[];
  /** Words of what holds for long. */
  readonly lasting: readonly string[];
  /** Common verbs in the simple past, in which days and trips are told. */
  readonly past: readonly string[];
  /** Ends of other such verbs. */
  readonly pastEndings: readonly string[];
  /** Articles of what was spoken of before, or is in sight: "I love the dress". */
  readonly definite: readonly string[];
  /** Words of what is not so, or not sure. */
  readonly unsure: readonly string[];
  /** Words before a sentence's first word that say nothing. */
  readonly openers: readonly string[];
};
