/** How sure it is that what a rule has found is the user's own: what a trained judge says of it, where there is one. */
import { READER_CONFIDENCE } from '../../policy/facts.ts';
import type { Confidence } from './fact.ts';
import type { FactRule } from './fact-rule.ts';

/** A fact with the turn it was found in, and the span it stands on there, in UTF-16 units. */
export type JudgedSpan = { readonly turn: string; readonly from: number; readonly to: number; readonly text: string };

/** Calibrated, 0 to 1: how likely the statement is the user's own, lasting and whole. */
export type FactJudge = (span: JudgedSpan) => number;

/**
 * Undefined where it is not to be stored. What the user asks to have remembered is, whatever a model thinks of it; low confidence
 * keeps the rest out of prompts.
 */
export function judgedConfidence(
  { kind }: Pick<FactRule, 'kind'>,
  span: JudgedSpan,
  judge: FactJudge | undefined,
): Confidence | undefined {
  const ruled = kind === 'CHANGE' ? 'MEDIUM' : 'HIGH';
  if (judge === undefined || kind === 'SIGNAL') return ruled;
  const probability = judge(span);
  if (probability < READER_CONFIDENCE.stored) return undefined;
  return probability < READER_CONFIDENCE.even ? 'LOW' : ruled;
}
