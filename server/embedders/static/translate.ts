/** Translates Spanish words by the lexicon, to compare the content of two texts. */
import { findWord } from '../../domain/text/word-table.ts';
import type { StaticTable } from './static-table.ts';

/** Returns the first English translation of a folded Spanish word; undefined if the lexicon has none. */
export function translatorOf({ spanish, vocabulary }: StaticTable): (word: string) => string | undefined {
  const tokenText = (token: number): string => {
    for (const { starts, letters } of [vocabulary.whole, vocabulary.rest]) {
      const text = String.fromCharCode(...letters.subarray(starts[token], starts[token + 1]));
      if (text !== '') return text;
    }
    return '';
  };
  return (word) => {
    const form = findWord(spanish.forms, word);
    if (form < 0) return undefined;
    const at = spanish.starts[spanish.translations[form]!]!;
    const length = spanish.tokens[at]!;
    return [...spanish.tokens.subarray(at + 1, at + 1 + length)].map(tokenText).join('');
  };
}
