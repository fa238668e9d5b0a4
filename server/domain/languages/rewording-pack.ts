/** Rewordings that mean the same about somebody. All words are folded. */
export type Rewordings = {
  /** Words that add no meaning. */
  readonly dropped: string;
  /**
   * `words>word` after `;`: single words that are read as another one, which begins with `=` if it is English; a final `~m` or `~f`
   * distinguishes within the language what English has only one word for.
   */
  readonly words: string;
  /**
   * Sequences of words that are read as others, applied in order; words have a space on either side. In a pattern `<name>` stands for
   * a name or the user, `<word>` for any one word, `<rest>` for all words up to the end of the sentence. Words in capitals belong to
   * no language; `~p` after a word puts it into the past.
   */
  readonly phrases: readonly (readonly [from: string, to: string])[];
  /** `word>words` after `;`: function words that relate others to each other, and the English ones that may stand for each. */
  readonly links: string;
  /** Additional synonyms besides MeaningWords.synonyms: too similar to be told apart in a memory. */
  readonly synonyms: string;
  /** Past forms in addition to MeaningWords.pastForms, and words that only look like one. */
  readonly pastForms: string;
  readonly notPast: string;
};
