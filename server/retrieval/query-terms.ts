/** Reads a query's words for an index: its terms, the names among them, and its language. */
import { asksForAdvice } from '../domain/text/advice.ts';
import { fold } from '../domain/text/fold.ts';
import { guessLanguage, type Language } from '../domain/text/language.ts';
import { asksForLimit } from '../domain/text/limits.ts';
import { STOP_WORDS } from '../domain/text/stop-words.ts';
import { stemOf } from '../domain/text/stems.ts';
import { forEachWord, isCapitalised } from '../domain/text/words.ts';
import { MAX_QUERY_TERMS, MAX_QUERY_WORDS } from '../policy/score-weights.ts';
import type { Documents } from './documents.ts';

export type QueryTerms = {
  readonly folded: string;
  readonly language: Language;
  /** The terms in order, with repeats; a word that no document ever had gets a negative number of its own. */
  readonly terms: readonly number[];
  /** The terms without participants' names. */
  readonly topicTerms: readonly number[];
  /** Terms that name a participant. */
  readonly named: ReadonlySet<number>;
  /** The folded words that name a participant. */
  readonly namedWords: ReadonlySet<string>;
  /** True if the query asks for advice, and not what somebody said or did. */
  readonly asksForAdvice: boolean;
  /** True if the query asks what somebody avoids or cannot do. */
  readonly asksForLimit: boolean;
};

/** Reads a query for an index. */
export function queryTerms(query: string, documents: Documents): QueryTerms {
  const { participants, postings } = documents;
  const text = query.normalize('NFC');
  const folded = fold(text);
  const language = guessLanguage(text, folded) ?? documents.mainLanguage;
  const isLowerCase = text === text.toLowerCase();
  const terms: number[] = [];
  const named = new Set<number>();
  const namedWords = new Set<string>();
  const unknown: string[] = [];
  const unknownTerm = (stem: string): number => {
    if (!unknown.includes(stem)) unknown.push(stem);
    return -1 - unknown.indexOf(stem);
  };
  forEachWord(folded, MAX_QUERY_WORDS, (from, to) => {
    const word = folded.slice(from, to);
    if (STOP_WORDS[language].has(word)) return;
    const stem = stemOf(word, language);
    const term = postings.termId(stem) ?? unknownTerm(stem);
    terms.push(term);
    const isCapital = isCapitalised(text, folded, from);
    if (participants.isSpeakerWord(word) ? isCapital || isLowerCase : isCapital && participants.isName(term)) {
      named.add(term);
      namedWords.add(word);
    }
  });
  const kept = rarestTerms(terms, documents);
  return {
    folded,
    language,
    terms: kept,
    topicTerms: named.size === 0 ? kept : kept.filter((term) => !named.has(term)),
    named,
    namedWords,
    asksForAdvice: named.size === 0 && asksForAdvice(text, folded),
    asksForLimit: asksForLimit(folded, language),
  };
}

/** Returns the rarest terms, by which a query that is a whole page is looked up. */
function rarestTerms(terms: readonly number[], { postings }: Documents): readonly number[] {
  if (terms.length <= MAX_QUERY_TERMS) return terms;
  const byRarity = [...new Set(terms)].sort((left, right) => postings.frequency(left) - postings.frequency(right));
  const rarest = new Set(byRarity.slice(0, MAX_QUERY_TERMS));
  return terms.filter((term) => rarest.has(term));
}
