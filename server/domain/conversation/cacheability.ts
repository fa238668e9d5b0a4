/**
 * Whether an answer may be given again. Only what rests on stable facts of the user or on an idempotent tool may; what depends on
 * time, feelings or side effects may not, nor what nobody can tell: when in doubt, never.
 */
import { QUESTION_UNITS } from '../../policy/facts.ts';
import { readTurn } from '../speech/read-turn.ts';
import { questionIntent } from './question-intent.ts';
import { questionCore } from './question.ts';
import { COMPUTED, TABLES } from './computed-questions.ts';
import { NEVER_CACHED } from './never-cached.ts';
import { OF_NOW, PLAIN_COMPUTED, PLAIN_QUESTIONS, TOLD } from './plain-questions.ts';
import type { QuestionRule } from './question-rule.ts';
import { ENGLISH_THING_QUESTIONS } from './english-thing-questions.ts';
import { ENGLISH_USER_QUESTIONS } from './english-user-questions.ts';
import { SPANISH_THING_QUESTIONS } from './spanish-thing-questions.ts';
import { SPANISH_USER_QUESTIONS } from './spanish-user-questions.ts';

const USER_QUESTIONS: readonly QuestionRule[] = [
  ...SPANISH_USER_QUESTIONS,
  ...SPANISH_THING_QUESTIONS,
  ...ENGLISH_USER_QUESTIONS,
  ...ENGLISH_THING_QUESTIONS,
  ...PLAIN_QUESTIONS,
];

export type Cacheability = {
  readonly kind: 'FACT_ABOUT_USER' | 'TOOL' | 'NEVER';
  /** Which rule told, such as `time` or `my-attribute`. */
  readonly rule: string;
};

/** Where a question's own words do not tell, the plain way to ask for the same may. */
export function cacheabilityOf(text: string): Cacheability {
  const asPut = cacheabilityAsPut(text);
  if (asPut.kind !== 'NEVER' || text.length > QUESTION_UNITS) return asPut;
  const intent = questionIntent(text);
  const plain = intent?.isTelling === true ? cacheabilityAsPut(`${intent.plain}?`) : asPut;
  return plain.kind === 'FACT_ABOUT_USER' ? plain : asPut;
}

function cacheabilityAsPut(text: string): Cacheability {
  if (text.length > QUESTION_UNITS) return { kind: 'NEVER', rule: 'not-one-question' };
  const { folded, plain } = readTurn(text);
  // As tables go, a unit in another is what it always was, with whatever number of hours.
  const whole = questionCore(folded)?.core;
  const table = whole === undefined ? undefined : firstOf([...TABLES, ...PLAIN_COMPUTED], whole);
  if (table !== undefined) return { kind: 'TOOL', rule: table };
  // Folded, somebody spoke (habló) is as I speak (hablo).
  if (OF_ANOTHER.test(plain)) return { kind: 'NEVER', rule: 'done-by-another' };
  const told = whole === undefined || OF_NOW.test(folded) ? undefined : firstOf(TOLD, whole);
  if (told !== undefined) return { kind: 'FACT_ABOUT_USER', rule: told };
  const never = firstOf(NEVER_CACHED, folded);
  if (never !== undefined) return { kind: 'NEVER', rule: never };
  const question = questionCore(folded);
  if (question === undefined) return { kind: 'NEVER', rule: 'not-one-question' };
  const { core, isAsked } = question;
  const computed = firstOf(COMPUTED, core);
  if (computed !== undefined) return { kind: 'TOOL', rule: computed };
  const about = firstOf(
    USER_QUESTIONS.filter(({ ifAsked }) => isAsked || ifAsked !== true),
    core,
  );
  return about === undefined ? { kind: 'NEVER', rule: 'unknown' } : { kind: 'FACT_ABOUT_USER', rule: about };
}

const OF_ANOTHER = /(?<!\p{L})(?!naci[óo])\p{L}{2,}ó(?!\p{L})/iu;

function firstOf(rules: readonly QuestionRule[], folded: string): string | undefined {
  return rules.find(({ pattern }) => pattern.test(folded))?.rule;
}
