/**
 * Whether an answer may be given again. Only what rests on stable facts of the user or on an idempotent tool may; what depends on
 * time, feelings or side effects may not, nor what nobody can tell: when in doubt, never.
 */
import { QUESTION_UNITS } from '../../policy/facts.ts';
import { GRAMMAR, type Grammar } from '../languages/grammar.ts';
import type { QuestionRow } from '../languages/question-pack.ts';
import { readTurn } from '../speech/read-turn.ts';
import { questionIntent } from './question-intent.ts';
import { questionCore } from './question.ts';
import type { QuestionRule } from './question-rules.ts';

export type Cacheability = {
  readonly kind: 'FACT_ABOUT_USER' | 'TOOL' | 'NEVER';
  /** Which rule told, such as `time` or `my-attribute`. */
  readonly rule: string;
  /** Why nothing is stored for `NEVER`, where there is more to say than that the answer may not be repeated. */
  readonly refusal?: QuestionRow['refusal'];
  /** Whether `NEVER` only means that nothing in the question tells whether its answer stays: the caller may know. */
  readonly isUntold?: true;
};

const MANY: Cacheability = { kind: 'NEVER', rule: 'not-one-question' };
const BY_ANOTHER: Cacheability = { kind: 'NEVER', rule: 'done-by-another', isUntold: true };
const UNKNOWN: Cacheability = { kind: 'NEVER', rule: 'unknown', isUntold: true };

/** Where a question's own words do not tell, the plain way to ask for the same may. */
export function cacheabilityOf(text: string, grammar: Grammar = GRAMMAR): Cacheability {
  const asPut = cacheabilityAsPut(text, grammar);
  if (asPut.kind !== 'NEVER' || text.length > QUESTION_UNITS) return asPut;
  const intent = questionIntent(text, grammar.questions);
  const plain = intent?.isTelling === true ? cacheabilityAsPut(`${intent.plain}?`, grammar) : asPut;
  return plain.kind === 'FACT_ABOUT_USER' ? plain : asPut;
}

function cacheabilityAsPut(text: string, grammar: Grammar): Cacheability {
  if (text.length > QUESTION_UNITS) return MANY;
  const { questions } = grammar;
  const { folded, plain } = readTurn(text, grammar);
  const question = questionCore(folded, questions);
  // As tables go, a unit in another is what it always was, with whatever number of hours.
  const table = question && firstOf(questions.tables, question.core);
  if (table !== undefined) return { kind: 'TOOL', rule: table.rule };
  if (questions.ofAnother.test(plain)) return BY_ANOTHER;
  const told = question && !questions.ofNow.test(folded) ? firstOf(questions.told, question.core) : undefined;
  if (told !== undefined) return { kind: 'FACT_ABOUT_USER', rule: told.rule };
  const never = firstOf(questions.fleeting, folded);
  if (never !== undefined) {
    const { rule, refusal } = never;
    return { kind: 'NEVER', rule, ...(refusal !== undefined && { refusal }) };
  }
  if (question === undefined) return MANY;
  const { core, isAsked } = question;
  const computed = firstOf(questions.calculations, core);
  if (computed !== undefined) return { kind: 'TOOL', rule: computed.rule };
  const about = firstOf(questions.lasting, core, isAsked);
  return about === undefined ? UNKNOWN : { kind: 'FACT_ABOUT_USER', rule: about.rule };
}

function firstOf(rules: readonly QuestionRule[], folded: string, isAsked = false): QuestionRule | undefined {
  return rules.find(
    ({ always, ifAsked }) => always?.test(folded) === true || (isAsked && ifAsked?.test(folded) === true),
  );
}
