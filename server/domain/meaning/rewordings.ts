/** The ways in which a language says the same in other words, by which saying.ts brings statements to one form. All words are folded. */
import type { Language } from '../text/language.ts';
import { ENGLISH_REWORDINGS } from '../languages/en/rewordings.ts';
import { SPANISH_REWORDINGS } from '../languages/es/rewordings.ts';

export type Rewordings = {
  /** Say nothing more. */
  readonly dropped: string;
  /** `words>word` after `;`: single words that are read as another one, which begins with `=` where it is English; `~m` and `~f` after it
   * tell apart within the language what English has one word for. */
  readonly words: string;
  /**
   * Runs of words that are read as others, one after the other; words have a space on either side. `<name>` in a pattern stands for a name or
   * the user, `<word>` for any one word, `<rest>` for all words up to the end of the sentence. Words in capitals are what no language says;
   * `~p` after a word puts it in the past.
   */
  readonly phrases: readonly (readonly [from: string, to: string])[];
  /** `word>words` after `;`: small words that say how others belong together, and the English ones that may stand for each. */
  readonly links: string;
  /** Other words for the same, beside MeaningWords.synonyms: too near to be told apart in a memory. */
  readonly synonyms: string;
  /** Forms of the past beside MeaningWords.pastForms, and words that only look like one. */
  readonly pastForms: string;
  readonly notPast: string;
};

export const REWORDINGS: Readonly<Record<Language, Rewordings>> = { en: ENGLISH_REWORDINGS, es: SPANISH_REWORDINGS };
