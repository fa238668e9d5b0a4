/** Tells how many tokens everything about memory may take if the caller sets no limit. */
import { PROMPT } from '../../policy/context.ts';
import { wantsSeveral } from '../text/several.ts';
import { questionWords } from './question-words.ts';

/** An order, or a question that wants several things, usually needs several turns. */
export function usualRecall(newTurn: string): number {
  return questionWords(newTurn).orders || wantsSeveral(newTurn) ? PROMPT.severalRecall : PROMPT.recall;
}
