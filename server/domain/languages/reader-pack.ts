/**
 * The closed classes of words that the trained reader knows of each language, as data; it learns how they affect a sentence. Words
 * are folded: lower case, without accents. The classes of all languages are merged, so a word that means something else in another
 * language is better left out.
 */
export type ReaderPack = {
  /** Words of the first person, singular and plural. */
  readonly self: readonly string[];
  /** Words for the person spoken to. */
  readonly addressee: readonly string[];
  /** Words of the third person. */
  readonly others: readonly string[];
  /** Words that point at what was said, or is at hand. */
  readonly pointing: readonly string[];
  /** Words, of those and others, with which a sentence cannot end and mean something by itself. */
  readonly pointingAtEnd: readonly string[];
  /** Words for the present day and hour. */
  readonly now: readonly string[];
  /** Words for a day or a time that has just passed or is about to come: statements with them seldom last. */
  readonly recent: readonly string[];
  /** Words for what holds for long. */
  readonly lasting: readonly string[];
  /** Common verbs in the simple past, the tense of stories about days and trips. */
  readonly past: readonly string[];
  /** Endings of other such verbs. */
  readonly pastEndings: readonly string[];
  /** Articles for what was mentioned before, or is in sight: "I love the dress". */
  readonly definite: readonly string[];
  /** Words for what is not so, or not certain. */
  readonly unsure: readonly string[];
  /** Words before a sentence's first word that add no meaning. */
  readonly openers: readonly string[];
};
