/** Clauses and their moods: a statement is what the speaker says to be so, in so many words, of here and now. */
import { rawLines } from '../text/raw-lines.ts';
import { CLAUSES_READ, OPENING_UNITS } from '../../policy/facts.ts';
import type { Sentence } from './sentences.ts';
import { ASKING, POLITE_ASKING, TAG_ASKING_AGREEMENT, TAG_ASKING_TRUTH, WITHOUT_MARK } from './asking-words.ts';
import { HEDGED_END, HYPOTHETICAL, REPORTING, REPORTING_END, TEXT_TASK, THIRD_PERSON } from './mood-words.ts';
import { lazy } from '../lazy.ts';
import { CLAUSE_STARTS, OPENING_WORDS } from './opening-words.ts';

export type Mood =
  | 'STATEMENT'
  | 'QUESTION'
  /** If, maybe, imagine that. */
  | 'HYPOTHESIS'
  /** What somebody else says. */
  | 'REPORTED'
  /** What is to be written, translated, corrected. */
  | 'TEXT';

export type Clause = {
  /** With its opening words. */
  readonly start: number;
  /** After its opening words (`well`, `by the way`, `y`). */
  readonly from: number;
  readonly to: number;
  /** Where the sentence ends. */
  readonly sentenceTo: number;
  /** Which sentence of the turn. */
  readonly sentence: number;
  readonly mood: Mood;
  /** Nothing but opening words stands before it in the sentence. */
  readonly opensSentence: boolean;
  /** Whether the clause before, which a verb without a subject may go on with, is of a third person. */
  readonly followsThirdPerson: boolean;
  /** The sentence takes back what it says: `…, I think`. */
  readonly isHedged: boolean;
};

// Compiled when a turn is first read: each thread has its own, and few read turns.
const BREAK = lazy(
  () =>
    new RegExp(
      rawLines`
        [,:()\u2014]+(?=\s|$|[(])| - |\s+(?=(?:y|e|pero|asi que|aunque|porque|ya que|entonces|and|but|so|because|although|
        though|while|since|cuz|bc|plus)\s+(?:${CLAUSE_STARTS}))
      `,
      'g',
    ),
);

/** In chats nobody sets a comma after a condition: if I ask for a mail always make it formal. */
const CONDITION = /^(?:y |and |also )?(?:if|when|whenever|si|cuando|siempre que|cada vez que)\b/;
const BREAK_AFTER_CONDITION = lazy(
  () =>
    new RegExp(
      String.raw`${BREAK().source}|(?<!\b(?:i'd|i'll|i|we'd|we|would|he|she|they|you|yo))\s+(?=(?:always|never|please|siempre|nunca|por favor)\s(?!que\b))`,
      'g',
    ),
);

export function clausesOf(sentences: readonly Sentence[], folded: string, text: string): readonly Clause[] {
  let textTaskBelow = false;
  return sentences.flatMap((sentence, number) => {
    const clauses = readSentence(sentence, number, folded, text, textTaskBelow);
    const said = folded.slice(sentence.from, sentence.to);
    // "Translate this." and then a text, to the end of the paragraph.
    if (clauses.some(({ mood }) => mood === 'TEXT') && TEXT_TASK.refersBelow.test(said)) textTaskBelow = true;
    return clauses;
  });
}

function readSentence(
  sentence: Sentence,
  number: number,
  folded: string,
  text: string,
  isText: boolean,
): readonly Clause[] {
  const cuts = cutsOf(sentence, folded);
  if (cuts.length === 0) return [];
  const asks = askingFrom(sentence, cuts, folded, text);
  const tail = folded.slice(sentence.from, sentence.to);
  const isHedged = HEDGED_END.test(tail);
  let mood: Mood = isText ? 'TEXT' : 'STATEMENT';
  if (mood === 'STATEMENT' && REPORTING_END.test(tail)) mood = 'REPORTED';
  let opens = true;
  let third = false;
  let isQuestion = false;
  return cuts.map(([cut, to], index) => {
    const start = cut + (/^\s*/.exec(folded.slice(cut, to))?.[0].length ?? 0);
    const from = afterOpening(start, to, sentence.to, folded);
    const said = folded.slice(from, sentence.to);
    // I'm not sure that it helps, but I work nights.
    if (mood === 'HYPOTHESIS' && /^(?:pero|but)\b/.test(folded.slice(start, to))) mood = 'STATEMENT';
    if (mood === 'STATEMENT' || mood === 'HYPOTHESIS') {
      if (TEXT_TASK.begins.test(said) && !TEXT_TASK.standing.test(said)) mood = 'TEXT';
      else if (mood === 'STATEMENT' && HYPOTHETICAL.test(said)) mood = 'HYPOTHESIS';
    }
    isQuestion ||= index >= asks && !POLITE_ASKING.test(said);
    const clause: Clause = {
      start,
      from,
      to,
      sentenceTo: sentence.to,
      sentence: number,
      mood: isQuestion && mood !== 'TEXT' ? 'QUESTION' : mood,
      opensSentence: opens,
      followsThirdPerson: third,
      isHedged,
    };
    // A report colours what follows it; the clause itself begins with another's name and says nothing of the speaker.
    if (mood === 'STATEMENT' && REPORTING.test(folded.slice(from, to))) mood = 'REPORTED';
    if (from < to) {
      opens = false;
      third = THIRD_PERSON.test(said) || (third && !/^(?:yo|i|we|nosotros)\b/.test(said));
    }
    return clause;
  });
}

/** Signs alone say nothing. */
const SAYS = /[\p{L}\p{N}\u00a4]/u;

function cutsOf(sentence: Sentence, folded: string): readonly (readonly [from: number, to: number])[] {
  const said = folded.slice(sentence.from, sentence.to);
  const cuts: (readonly [number, number])[] = [];
  let from = 0;
  const breaks = CONDITION.test(said) ? BREAK_AFTER_CONDITION() : BREAK();
  for (const { index, 0: mark } of said.matchAll(breaks)) {
    if (SAYS.test(said.slice(from, index))) cuts.push([sentence.from + from, sentence.from + index]);
    if (cuts.length >= CLAUSES_READ) return cuts;
    from = index + mark.length;
  }
  if (SAYS.test(said.slice(from))) cuts.push([sentence.from + from, sentence.to]);
  return cuts;
}

/** The first clause that asks; as many as there are where none does. */
function askingFrom(
  sentence: Sentence,
  cuts: readonly (readonly [number, number])[],
  folded: string,
  text: string,
): number {
  const asksAt = (index: number, pattern: RegExp): boolean => {
    const [start, to] = cuts[index] as readonly [number, number];
    const from = afterOpening(start, to, sentence.to, folded);
    return pattern.test(folded.slice(from, sentence.to)) || ACCENTED_QUESTION.test(text.slice(from, to));
  };
  if (sentence.opensAsking) return 0;
  if (!sentence.closesAsking) {
    const first = cuts.findIndex((_, index) => asksAt(index, WITHOUT_MARK));
    return first < 0 ? cuts.length : first;
  }
  const last = folded.slice(...(cuts.at(-1) as readonly [number, number])).trim();
  if (cuts.length > 1 && TAG_ASKING_AGREEMENT.test(last)) return cuts.length;
  if (cuts.length > 1 && TAG_ASKING_TRUTH.test(last)) return 0;
  const first = cuts.findIndex((_, index) => asksAt(index, ASKING));
  return Math.max(first, 0);
}

const ACCENTED_QUESTION =
  /^\s*(?:(?:a|de|en|con|por|para|y|pero) )*(?:qué|cómo|cuál|cuáles|dónde|cuándo|cuánt[oa]s?|quién|quiénes|adónde)(?!\p{L})/iu;

function afterOpening(start: number, to: number, sentenceTo: number, folded: string): number {
  let from = start;
  for (;;) {
    const found = OPENING_WORDS.exec(folded.slice(from, Math.min(sentenceTo, from + OPENING_UNITS)));
    if (found === null || found[0].length === 0) return Math.min(from, to);
    if (from + found[0].length >= to) return to;
    from += found[0].length;
  }
}
