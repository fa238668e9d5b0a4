/** Finds out what a question asks for, however it is worded, by rewriting it into a plain form. */
import { QUESTION_UNITS } from '../../policy/facts.ts';
import { GRAMMAR } from '../languages/grammar.ts';
import { foldInPlace } from '../speech/read-turn.ts';
import { fold } from '../text/fold.ts';
import { guessLanguage, LANGUAGES } from '../text/language.ts';
import { rewritten, type RewriteRule } from '../languages/rules/rewrites.ts';
import type { QuestionRules, RewordingRules } from '../languages/rules/question-rules.ts';
import { questionCore, spelledOut } from './question.ts';

export type QuestionIntent = {
  /** A key that is equal for all wordings of the same question; questions that differ in a significant word have different keys. */
  readonly key: string;
  /** The question in a plain wording. */
  readonly plain: string;
  /** `isRewritten` tells whether the question was worded differently; `isTelling` whether its wording shows that the answer lasts. */
  readonly isRewritten: boolean;
  readonly isTelling: boolean;
};

/** Tells whether two questions, each in its plain form, have the same words in any order. */
export function haveSameWords(one: string, other: string): boolean {
  const of = (question: string): string | undefined => questionIntent(question)?.key.split(' ').toSorted().join(' ');
  const words = of(one);
  return words !== undefined && words === of(other);
}

/** Returns undefined if the text is not exactly one question, or is longer than questions usually are. */
export function questionIntent(
  question: string,
  questions: QuestionRules = GRAMMAR.questions,
): QuestionIntent | undefined {
  if (question.length > QUESTION_UNITS) return undefined;
  const normalised = rewritten(question.normalize('NFC').toLowerCase(), questions.unfolded);
  const core = questionCore(foldInPlace(normalised), questions)?.core;
  if (core === undefined) return undefined;
  const guess = guessLanguage(core, fold(core));
  const readings = questions.rewordings
    .filter(({ tag }) => guess === undefined || tag === guess || !GUESSED.has(tag))
    .map((rules) => read(core, rules, questions));
  return readings.find(({ isTelling }) => isTelling) ?? readings.find(({ isRewritten }) => isRewritten) ?? readings[0];
}

/** Languages that can be guessed; a guess for one does not concern the others. */
const GUESSED: ReadonlySet<string> = new Set(LANGUAGES);

function read(core: string, rules: RewordingRules, questions: QuestionRules): QuestionIntent {
  const bare = spelledOut(core, questions)
    .replaceAll(/[^\p{L}\p{N}'.+#/-]+|\.(?!\d)/gu, ' ')
    .trim();
  const start = rewritten(bare, rules.spelled);
  const ordered = reworded(start, rules.ordering);
  const direct = reworded(ordered, rules.telling);
  const plain = reworded(direct, rules.joining);
  const words = plain
    .split(' ')
    .flatMap((word) => (rules.articles.test(word) ? [] : (rules.sameWords.get(word) ?? word)));
  return {
    key: `${rules.tag} ${sortedChoice(words.join(' '), questions.choice)}`,
    plain: rewritten(plain, rules.written),
    isRewritten: plain !== start,
    isTelling: direct !== ordered,
  };
}

function reworded(text: string, rewrites: readonly RewriteRule[]): string {
  return rewrites.reduce((plain, { from, to }) => plain.replace(from, to).trim(), text);
}

/** Sorts the two sides of a choice, so that tea or coffee equals coffee or tea. */
function sortedChoice(words: string, choice: RegExp): string {
  return words.replace(
    choice,
    (_, before: string, one: string, or: string, other: string) =>
      `${before} ${[one, other].toSorted().join(` ${or} `)}`,
  );
}
