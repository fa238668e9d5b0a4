/** What a query's words are, for an index: its terms, the names among them, its language. */
import { asksForAdvice } from '../domain/text/advice.ts';
import { fold } from '../domain/text/fold.ts';
import { guessLanguage, type Language } from '../domain/text/language.ts';
import { STOP_WORDS } from '../domain/text/stop-words.ts';
import { stemOf } from '../domain/text/stems.ts';
import { foldedWords } from '../domain/text/words.ts';
import { MAX_QUERY_WORDS } from '../policy/score-weights.ts';
import type { Documents } from './documents.ts';

export type QueryTerms = {
  readonly folded: string;
  readonly language: Language;
  /** In order, with repeats; terms that no document ever had are negative numbers, different ones for different words. */
  readonly terms: readonly number[];
  /** The same without participants' names. */
  readonly topicTerms: readonly number[];
  /** Terms that name a participant. */
  readonly named: ReadonlySet<number>;
  /** The words that do, folded. */
  readonly namedWords: ReadonlySet<string>;
  /** Whether it asks for advice, and not what somebody said or did. */
  readonly asksForAdvice: boolean;
};

export function queryTerms(text: string, documents: Documents): QueryTerms {
  const folded = fold(text);
  const language = guessLanguage(text, folded) ?? documents.mainLanguage;
  const stop = STOP_WORDS[language];
  const words = foldedWords(folded, MAX_QUERY_WORDS);
  const original = foldedWords(text.normalize('NFC'), MAX_QUERY_WORDS);
  const hasCapitals = /\p{Lu}/u.test(text);
  const names = documents.participants.names();
  const terms: number[] = [];
  const topicTerms: number[] = [];
  const named = new Set<number>();
  const namedWords = new Set<string>();
  const unknown: string[] = [];
  const unknownTerm = (stem: string): number => {
    if (!unknown.includes(stem)) unknown.push(stem);
    return -1 - unknown.indexOf(stem);
  };
  for (const [place, word] of words.entries()) {
    if (stop.has(word)) continue;
    const stem = stemOf(word, language);
    const term = documents.postings.termId(stem) ?? unknownTerm(stem);
    terms.push(term);
    const capital = /^\p{Lu}/u.test(original[place] ?? '');
    const isName = documents.participants.isSpeaker(term) ? capital || !hasCapitals : capital && names.has(term);
    if (isName) {
      named.add(term);
      namedWords.add(word);
    } else topicTerms.push(term);
  }
  const advice = named.size === 0 && asksForAdvice(folded);
  return { folded, language, terms, topicTerms, named, namedWords, asksForAdvice: advice };
}
