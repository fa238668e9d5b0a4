import { foldedWords } from '../domain/text/words.ts';
import { fold } from '../domain/text/fold.ts';
import type { Language } from '../domain/text/language.ts';
import { STOP_WORDS } from '../domain/text/stop-words.ts';
import { stemOf } from '../domain/text/stems.ts';
import { MAX_WORDS } from '../policy/score-weights.ts';
import type { IndexDocument } from './document.ts';
import type { Postings } from './postings.ts';

/** The speaker's name and the words of a document as `Documents.terms` has them. */
export function documentTerms(document: IndexDocument, folded: string, language: Language, index: Postings): number[] {
  const terms: number[] = [];
  for (const word of foldedWords(fold(document.speaker))) terms.push(2 * index.internTerm(stemOf(word, language)) + 1);
  const stop = STOP_WORDS[language];
  const words = foldedWords(folded, MAX_WORDS);
  const original = /\p{Lu}/u.test(document.text) ? foldedWords(document.text.normalize('NFC'), MAX_WORDS) : [];
  const aligned = original.length === words.length;
  for (const [place, word] of words.entries()) {
    if (stop.has(word)) continue;
    const capital = aligned && /^\p{Lu}\P{Lu}/u.test(original[place] as string) ? 1 : 0;
    terms.push(2 * index.internTerm(stemOf(word, language)) + capital);
  }
  return terms;
}
