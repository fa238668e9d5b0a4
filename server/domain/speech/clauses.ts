/** Clauses and their moods: a statement is what the speaker says to be so, in so many words, of here and now. */
import { CLAUSES_READ, OPENING_UNITS } from '../../policy/facts.ts';
import type { Fiction } from './fiction.ts';
import type { Sentence } from './sentences.ts';
import type { SpeechRules } from './speech-rules.ts';

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
  /** Whether it is made up. This is kept apart from the mood, which the trained reader is told: its table would have to be trained anew. */
  readonly fiction?: Fiction | undefined;
};

/** `folded` and `text` stand unit for unit. */
export function clausesOf(
  sentences: readonly Sentence[],
  folded: string,
  text: string,
  rules: SpeechRules,
): readonly Clause[] {
  let textTaskBelow = false;
  return sentences.flatMap((sentence, number) => {
    const clauses = readSentence(sentence, number, { folded, text, rules }, textTaskBelow);
    const said = folded.slice(sentence.from, sentence.to);
    // "Translate this." and then a text, to the end of the paragraph.
    if (clauses.some(({ mood }) => mood === 'TEXT') && rules.textTasks.refersBelow.test(said)) textTaskBelow = true;
    return clauses;
  });
}

/** A turn, folded and as it was written, and the grammar's rules. */
type Said = { readonly folded: string; readonly text: string; readonly rules: SpeechRules };

function readSentence(sentence: Sentence, number: number, said: Said, isText: boolean): readonly Clause[] {
  const { folded } = said;
  const { asking, moods, textTasks } = said.rules;
  const cuts = cutsOf(sentence, said);
  if (cuts.length === 0) return [];
  const asks = askingFrom(sentence, cuts, said);
  const tail = folded.slice(sentence.from, sentence.to);
  const isHedged = moods.hedgedEnd.test(tail);
  let mood: Mood = isText ? 'TEXT' : 'STATEMENT';
  if (mood === 'STATEMENT' && moods.reportingEnd.test(tail)) mood = 'REPORTED';
  let opens = true;
  let third = false;
  let isQuestion = false;
  return cuts.map(([cut, to], index) => {
    const start = cut + (/^\s*/.exec(folded.slice(cut, to))?.[0].length ?? 0);
    const from = afterOpening(start, to, sentence.to, said);
    const rest = folded.slice(from, sentence.to);
    // I'm not sure that it helps, but I work nights.
    if (mood === 'HYPOTHESIS' && moods.but.test(folded.slice(start, to))) mood = 'STATEMENT';
    if (mood === 'STATEMENT' || mood === 'HYPOTHESIS') {
      if (textTasks.begins.test(rest) && !textTasks.standing.test(rest)) mood = 'TEXT';
      else if (mood === 'STATEMENT' && moods.hypothetical.test(rest)) mood = 'HYPOTHESIS';
    }
    isQuestion ||= index >= asks && !asking.politely.test(rest);
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
    if (mood === 'STATEMENT' && moods.reporting.test(folded.slice(from, to))) mood = 'REPORTED';
    if (from < to) {
      opens = false;
      third = moods.thirdPerson.test(rest) || (third && !moods.firstPerson.test(rest));
    }
    return clause;
  });
}

/** Signs alone say nothing. */
const SAYS = /[\p{L}\p{N}\u00a4]/u;

function cutsOf(
  sentence: Sentence,
  { folded, rules: { clauses } }: Said,
): readonly (readonly [from: number, to: number])[] {
  const said = folded.slice(sentence.from, sentence.to);
  const cuts: (readonly [number, number])[] = [];
  let from = 0;
  const breaks = clauses.condition.test(said) ? clauses.breaksAfterCondition : clauses.breaks;
  for (const { index, 0: mark } of said.matchAll(breaks)) {
    if (SAYS.test(said.slice(from, index))) cuts.push([sentence.from + from, sentence.from + index]);
    if (cuts.length >= CLAUSES_READ) return cuts;
    from = index + mark.length;
  }
  if (SAYS.test(said.slice(from))) cuts.push([sentence.from + from, sentence.to]);
  return cuts;
}

/** The first clause that asks; as many as there are where none does. */
function askingFrom(sentence: Sentence, cuts: readonly (readonly [number, number])[], said: Said): number {
  const { folded, text } = said;
  const { asking } = said.rules;
  const asksAt = (index: number, pattern: RegExp): boolean => {
    const [start, to] = cuts[index] as readonly [number, number];
    const from = afterOpening(start, to, sentence.to, said);
    return pattern.test(folded.slice(from, sentence.to)) || asking.accented.test(text.slice(from, to));
  };
  if (sentence.opensAsking) return 0;
  if (!sentence.closesAsking) {
    const first = cuts.findIndex((_, index) => asksAt(index, asking.withoutMark));
    return first < 0 ? cuts.length : first;
  }
  const last = folded.slice(...(cuts.at(-1) as readonly [number, number])).trim();
  if (cuts.length > 1 && asking.agreementTag.test(last)) return cuts.length;
  if (cuts.length > 1 && asking.truthTag.test(last)) return 0;
  const first = cuts.findIndex((_, index) => asksAt(index, asking.withMark));
  return Math.max(first, 0);
}

function afterOpening(start: number, to: number, sentenceTo: number, { folded, rules }: Said): number {
  let from = start;
  for (;;) {
    const found = rules.clauses.openings.exec(folded.slice(from, Math.min(sentenceTo, from + OPENING_UNITS)));
    if (found === null || found[0].length === 0) return Math.min(from, to);
    if (from + found[0].length >= to) return to;
    from += found[0].length;
  }
}
