/** What a question asks for, however it is put: its plain form, by rewriting the ways to ask that have one. */
import { QUESTION_UNITS } from '../../policy/facts.ts';
import { GRAMMAR } from '../languages/grammar.ts';
import { foldInPlace } from '../speech/read-turn.ts';
import { fold } from '../text/fold.ts';
import { guessLanguage, LANGUAGES } from '../text/language.ts';
import { rewritten, type Rewrite } from './question-form.ts';
import type { QuestionRules, RewordingRules } from './question-rules.ts';
import { questionCore, spelledOut } from './question.ts';

export type QuestionIntent = {
  /** The same for all ways to ask for the same thing of the same; questions that differ in a word that tells differ in it. */
  readonly key: string;
  /** A plain way to ask it. */
  readonly plain: string;
  /** Whether the question was put in another way; and whether in one that asks for something that stays. */
  readonly isRewritten: boolean;
  readonly isTelling: boolean;
};

/** Whether two questions have the same words, in whatever order, once each is put plainly. */
export function haveSameWords(one: string, other: string): boolean {
  const of = (question: string): string | undefined => questionIntent(question)?.key.split(' ').toSorted().join(' ');
  const words = of(one);
  return words !== undefined && words === of(other);
}

/** Undefined where it is not one question, or a longer one than people ask. */
export function questionIntent(
  question: string,
  questions: QuestionRules = GRAMMAR.questions,
): QuestionIntent | undefined {
  if (question.length > QUESTION_UNITS) return undefined;
  const told = rewritten(question.normalize('NFC').toLowerCase(), questions.unfolded);
  const core = questionCore(foldInPlace(told), questions)?.core;
  if (core === undefined) return undefined;
  const guess = guessLanguage(core, fold(core));
  const readings = questions.rewordings
    .filter(({ tag }) => guess === undefined || tag === guess || !GUESSED.has(tag))
    .map((rules) => read(core, rules, questions));
  return readings.find(({ isTelling }) => isTelling) ?? readings.find(({ isRewritten }) => isRewritten) ?? readings[0];
}

/** A guess says nothing of other languages. */
const GUESSED: ReadonlySet<string> = new Set(LANGUAGES);

function read(core: string, rules: RewordingRules, questions: QuestionRules): QuestionIntent {
  const bare = spelledOut(core, questions)
    .replaceAll(/[^\p{L}\p{N}'.+#/-]+|\.(?!\d)/gu, ' ')
    .trim();
  const start = rewritten(bare, rules.spelled);
  const ordered = reworded(start, rules.ordering);
  const told = reworded(ordered, rules.telling);
  const plain = reworded(told, rules.joining);
  const words = plain
    .split(' ')
    .flatMap((word) => (rules.articles.test(word) ? [] : (rules.sameWords.get(word) ?? word)));
  return {
    key: `${rules.tag} ${sortedChoice(words.join(' '), questions.choice)}`,
    plain: rewritten(plain, rules.written),
    isRewritten: plain !== start,
    isTelling: told !== ordered,
  };
}

function reworded(text: string, rewrites: readonly Rewrite[]): string {
  return rewrites.reduce((plain, { from, to }) => plain.replace(from, to).trim(), text);
}

/** Tea or coffee is coffee or tea. */
function sortedChoice(words: string, choice: RegExp): string {
  return words.replace(
    choice,
    (_, before: string, one: string, or: string, other: string) =>
      `${before} ${[one, other].toSorted().join(` ${or} `)}`,
  );
}
