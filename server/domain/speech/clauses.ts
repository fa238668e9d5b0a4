/** Splits sentences into clauses and finds their moods: a statement is what the speaker explicitly says is so, here and now. */
import { CLAUSES_READ, OPENING_UNITS } from '../../policy/facts.ts';
import type { Fiction } from './fiction.ts';
import type { Sentence } from './sentences.ts';
import type { SpeechRules } from '../languages/rules/speech-rules.ts';

export type Mood =
  | 'STATEMENT'
  | 'QUESTION'
  /** With words such as if, maybe, imagine that. */
  | 'HYPOTHESIS'
  /** Said by somebody else. */
  | 'REPORTED'
  /** A text to be written, translated or corrected. */
  | 'TEXT';

export type Clause = {
  /** The start, including opening words. */
  readonly start: number;
  /** The start after opening words (`well`, `by the way`, `y`). */
  readonly from: number;
  readonly to: number;
  /** The end of the sentence. */
  readonly sentenceTo: number;
  /** The index of the sentence in the turn. */
  readonly sentence: number;
  readonly mood: Mood;
  /** True if nothing but opening words stands before it in the sentence. */
  readonly opensSentence: boolean;
  /** True if the subject of the clause before is in the third person; a verb without a subject may continue it. */
  readonly followsThirdPerson: boolean;
  /** True if the sentence withdraws what it says: `…, I think`. */
  readonly isHedged: boolean;
  /**
   * Set if it is made up. This is separate from the mood, which the trained reader is given: a new mood would require training it
   * again.
   */
  readonly fiction?: Fiction | undefined;
};

/** `folded` and `text` correspond unit by unit. */
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
    // "Translate this." is followed by a text, to the end of the paragraph.
    if (clauses.some(({ mood }) => mood === 'TEXT') && rules.textTasks.refersBelow.test(said)) textTaskBelow = true;
    return clauses;
  });
}

/** A turn, folded and as written, with the grammar's rules. */
type Said = { readonly folded: string; readonly text: string; readonly rules: SpeechRules };

function readSentence(sentence: Sentence, number: number, said: Said, isText: boolean): readonly Clause[] {
  const { folded } = said;
  const { asking, moods, textTasks } = said.rules;
  const cuts = cutsOf(sentence, said);
  if (cuts.length === 0) return [];
  let asks = askingFrom(sentence, cuts, said, 0);
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
    // After "she said get a dog", "and I said I'm allergic" is the speaker's own again.
    const isOwn = (mood === 'REPORTED' || isQuestion) && turnsToSpeaker(start, from, sentence.to, said);
    if (mood === 'REPORTED' && isOwn) mood = 'STATEMENT';
    // In "I'm not sure that it helps, but I work nights", `but` ends the doubt.
    if (mood === 'HYPOTHESIS' && moods.but.test(folded.slice(start, to))) mood = 'STATEMENT';
    if (mood === 'STATEMENT' || mood === 'HYPOTHESIS') {
      if (textTasks.begins.test(rest) && !textTasks.standing.test(rest)) mood = 'TEXT';
      else if (mood === 'STATEMENT' && moods.hypothetical.test(rest)) mood = 'HYPOTHESIS';
    }
    if (isQuestion && !sentence.opensAsking && (isOwn || endsAsking(start, index, cuts, sentence, said))) {
      isQuestion = false;
      asks = askingFrom(sentence, cuts, said, index);
    } else isQuestion ||= index >= asks && !asking.politely.test(rest);
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
    // A report also affects what follows it; a clause that begins with another person's name says nothing about the speaker.
    if (mood === 'STATEMENT' && moods.reporting.test(folded.slice(from, to))) mood = 'REPORTED';
    if (from < to) {
      opens = false;
      third = moods.thirdPerson.test(rest) || (third && !moods.firstPerson.test(rest));
    }
    return clause;
  });
}

/** Matches text with at least one letter or digit: signs alone state nothing. */
const SAYS = /[\p{L}\p{N}\u00a4]/u;

function cutsOf(sentence: Sentence, { folded, rules: { clauses } }: Said): Cuts {
  const said = folded.slice(sentence.from, sentence.to);
  const cuts: (readonly [number, number])[] = [];
  let from = 0;
  const breaks = clauses.condition.test(said) ? clauses.breaksAfterCondition : clauses.breaks;
  for (const { index, units } of breaksIn(said, breaks, clauses.cuts)) {
    if (index < from) continue;
    if (SAYS.test(said.slice(from, index))) cuts.push([sentence.from + from, sentence.from + index]);
    if (cuts.length >= CLAUSES_READ) return cuts;
    from = index + units;
  }
  if (SAYS.test(said.slice(from))) cuts.push([sentence.from + from, sentence.to]);
  return cuts;
}

type Break = { readonly index: number; readonly units: number };

/** Returns where clauses of a sentence end, in order: at marks and joining words, and where run-on talk begins another clause. */
function breaksIn(said: string, breaks: RegExp, { first, at }: SpeechRules['clauses']['cuts']): readonly Break[] {
  const found: Break[] = [...said.matchAll(breaks)].map(({ index, 0: mark }) => ({ index, units: mark.length }));
  const marked = found.length;
  for (const { index, 0: all, 1: word = '' } of said.matchAll(NEXT_WORD)) {
    if (!first.has(word)) continue;
    const units = all.length - word.length;
    at.lastIndex = index + units;
    if (at.test(said)) found.push({ index, units });
  }
  return found.length === marked ? found : found.toSorted((one, other) => one.index - other.index);
}

/** Matches the space before a word, and the word. */
const NEXT_WORD = /\s+([^\s,.;:!?()]+)/g;

/** Tells whether the opening words of a clause say that the speaker said it, or go on with the speaker's story. */
function turnsToSpeaker(start: number, from: number, sentenceTo: number, { folded, rules: { moods } }: Said): boolean {
  const own = folded.slice(start, Math.min(sentenceTo, from + OPENING_UNITS)).search(moods.ownReport);
  return (own >= 0 && start + own < from) || moods.storyGoesOn.test(folded.slice(start, from));
}

type Cuts = readonly (readonly [from: number, to: number])[];

/** Returns the index of the first clause from `since` on that asks, or the number of clauses if none does. */
function askingFrom(sentence: Sentence, cuts: Cuts, said: Said, since: number): number {
  const { folded, text } = said;
  const { asking } = said.rules;
  const asksAt = (index: number, pattern: RegExp, isRelative: boolean): boolean => {
    if (index < since) return false;
    const [start, to] = cuts[index] as readonly [number, number];
    const from = afterOpening(start, to, sentence.to, said);
    if (asking.accented.test(text.slice(from, to))) return true;
    const rest = folded.slice(from, sentence.to);
    return pattern.test(rest) && !(isRelative && COMMA.test(folded.slice(0, start)) && asking.relative.test(rest));
  };
  if (sentence.opensAsking) return 0;
  if (!sentence.closesAsking) {
    const first = cuts.findIndex((_, index) => asksAt(index, asking.withoutMark, index > 0));
    return first < 0 ? cuts.length : first;
  }
  const last = folded.slice(...(cuts.at(-1) as readonly [number, number])).trim();
  if (cuts.length > 1 && asking.agreementTag.test(last)) return cuts.length;
  if (cuts.length > 1 && asking.truthTag.test(last)) return since;
  const end = cuts.length - 1;
  const first = cuts.findIndex((_, index) => asksAt(index, asking.withMark, index > 0 && index < end));
  // The mark belongs to the last clause, whatever its words.
  return first < 0 ? end : first;
}

/** Tells whether a clause is a statement after one that asked without a mark, and did not suppose anything: "what can I cook, I'm vegan". */
function endsAsking(start: number, index: number, cuts: Cuts, sentence: Sentence, said: Said): boolean {
  const { folded, rules } = said;
  const before = cuts[index - 1];
  if (sentence.closesAsking || before === undefined || !rules.asking.ended.test(folded.slice(start, sentence.to)))
    return false;
  const asked = folded.slice(afterOpening(before[0], before[1], sentence.to, said), sentence.to);
  return !rules.moods.hypothetical.test(asked);
}

/** Matches a text that ends in a comma. */
const COMMA = /,\s*$/u;

function afterOpening(start: number, to: number, sentenceTo: number, { folded, rules }: Said): number {
  let from = start;
  for (;;) {
    const found = rules.clauses.openings.exec(folded.slice(from, Math.min(sentenceTo, from + OPENING_UNITS)));
    if (found === null || found[0].length === 0) return Math.min(from, to);
    if (from + found[0].length >= to) return to;
    from += found[0].length;
  }
}
