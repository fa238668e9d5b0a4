/**
 * Decides whether an answer may be given again. Only answers that depend on stable facts of the user or on an idempotent tool may be
 * stored; those that depend on time, feelings or side effects may not, nor any that is in doubt.
 */
import { QUESTION_UNITS } from '../../policy/facts.ts';
import { GRAMMAR, type Grammar } from '../languages/grammar.ts';
import type { QuestionRow } from '../languages/question-pack.ts';
import { readTurn } from '../speech/read-turn.ts';
import { questionIntent } from './question-intent.ts';
import { questionCore } from './question.ts';
import type { QuestionRule } from '../languages/rules/question-rules.ts';

export type Cacheability = {
  readonly kind: 'FACT_ABOUT_USER' | 'TOOL' | 'NEVER';
  /** The rule that decided, such as `time` or `my-attribute`. */
  readonly rule: string;
  /** The reason why nothing is stored for `NEVER`, if it is more specific than that the answer may not be repeated. */
  readonly refusal?: QuestionRow['refusal'];
  /** Set if `NEVER` only means that nothing in the question shows whether its answer stays valid: the caller may know. */
  readonly needsCallersWord?: true;
};

const MANY: Cacheability = { kind: 'NEVER', rule: 'not-one-question' };
const BY_ANOTHER: Cacheability = { kind: 'NEVER', rule: 'done-by-another', needsCallersWord: true };
const UNKNOWN: Cacheability = { kind: 'NEVER', rule: 'unknown', needsCallersWord: true };

/** Decides by the question's own words or, if they do not tell, by the plain form of the same question. */
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
  // A table lookup: a unit in terms of another never changes, even if the question mentions hours.
  const table = question && firstOf(questions.tables, question.core);
  if (table !== undefined) return { kind: 'TOOL', rule: table.rule };
  if (questions.ofAnother.test(plain)) return BY_ANOTHER;
  const lasting = question && !questions.ofNow.test(folded) ? firstOf(questions.told, question.core) : undefined;
  if (lasting !== undefined) return { kind: 'FACT_ABOUT_USER', rule: lasting.rule };
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
