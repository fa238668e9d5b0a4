import { fold } from '../domain/text/fold.ts';
import type { Language } from '../domain/text/language.ts';
import { stemOf } from '../domain/text/stems.ts';
import { STOP_WORDS } from '../domain/text/stop-words.ts';
import { foldedWords, forEachWord, isCapitalised } from '../domain/text/words.ts';
import type { Postings } from './postings.ts';

/** A text to index, in composed letters; `folded` is its folded form. */
export type ReadText = { readonly text: string; readonly folded: string; readonly language: Language };

/** Returns the terms of the speaker's name and of a document's words, in the form of `Documents.terms`. */
export function documentTerms(speaker: string, { text, folded, language }: ReadText, index: Postings): number[] {
  const terms = foldedWords(fold(speaker)).map((word) => 2 * index.internTerm(stemOf(word, language)) + 1);
  const stop = STOP_WORDS[language];
  forEachWord(folded, Infinity, (from, to) => {
    const word = folded.slice(from, to);
    if (stop.has(word)) return;
    terms.push(2 * index.internTerm(stemOf(word, language)) + (isCapitalised(text, folded, from) ? 1 : 0));
  });
  return terms;
}
