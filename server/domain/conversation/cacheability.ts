/**
 * Whether an answer may be given again. Only what rests on stable facts of the user or on an idempotent tool may; what depends on
 * time, feelings or side effects may not, nor what nobody can tell: when in doubt, never.
 */
import { QUESTION_UNITS } from '../../policy/facts.ts';
import { GRAMMAR, type Grammar } from '../languages/grammar.ts';
import { readTurn } from '../speech/read-turn.ts';
import { questionIntent } from './question-intent.ts';
import { questionCore } from './question.ts';
import type { QuestionRule } from './question-rules.ts';

export type Cacheability = {
  readonly kind: 'FACT_ABOUT_USER' | 'TOOL' | 'NEVER';
  /** Which rule told, such as `time` or `my-attribute`. */
  readonly rule: string;
};

/** Where a question's own words do not tell, the plain way to ask for the same may. */
export function cacheabilityOf(text: string, grammar: Grammar = GRAMMAR): Cacheability {
  const asPut = cacheabilityAsPut(text, grammar);
  if (asPut.kind !== 'NEVER' || text.length > QUESTION_UNITS) return asPut;
  const intent = questionIntent(text, grammar.questions);
  const plain = intent?.isTelling === true ? cacheabilityAsPut(`${intent.plain}?`, grammar) : asPut;
  return plain.kind === 'FACT_ABOUT_USER' ? plain : asPut;
}

function cacheabilityAsPut(text: string, grammar: Grammar): Cacheability {
  if (text.length > QUESTION_UNITS) return { kind: 'NEVER', rule: 'not-one-question' };
  const { questions } = grammar;
  const { folded, plain } = readTurn(text, grammar);
  const question = questionCore(folded, questions);
  // As tables go, a unit in another is what it always was, with whatever number of hours.
  const table = question && firstOf(questions.tables, question.core);
  if (table !== undefined) return { kind: 'TOOL', rule: table };
  if (questions.ofAnother.test(plain)) return { kind: 'NEVER', rule: 'done-by-another' };
  const told = question && !questions.ofNow.test(folded) ? firstOf(questions.told, question.core) : undefined;
  if (told !== undefined) return { kind: 'FACT_ABOUT_USER', rule: told };
  const never = firstOf(questions.fleeting, folded);
  if (never !== undefined) return { kind: 'NEVER', rule: never };
  if (question === undefined) return { kind: 'NEVER', rule: 'not-one-question' };
  const { core, isAsked } = question;
  const computed = firstOf(questions.calculations, core);
  if (computed !== undefined) return { kind: 'TOOL', rule: computed };
  const about = firstOf(questions.lasting, core, isAsked);
  return about === undefined ? { kind: 'NEVER', rule: 'unknown' } : { kind: 'FACT_ABOUT_USER', rule: about };
}

function firstOf(rules: readonly QuestionRule[], folded: string, isAsked = false): string | undefined {
  return rules.find(
    ({ always, ifAsked }) => always?.test(folded) === true || (isAsked && ifAsked?.test(folded) === true),
  )?.rule;
}
