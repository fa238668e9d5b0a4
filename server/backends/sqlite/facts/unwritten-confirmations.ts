/** Adds the confirmations that wait to be written to facts. */
import type { Confirmation } from '../../../domain/facts/fact-intents.ts';
import type { Fact } from '../../../domain/facts/fact.ts';
import type { ConfirmationUpdate } from './heard-confirmations.ts';

/**
 * The confirmations that a reader may not see: those that wait to be written, by fact, and those written since it was last told of them.
 */
export type Confirmed = Pick<ConfirmationUpdate, 'writes' | 'since' | 'written'> & {
  readonly unwritten: ReadonlyMap<string, Confirmation>;
};

export function withUnwritten(fact: Fact, unwritten: Confirmed['unwritten']): Fact {
  if (fact.supersededBy !== undefined || fact.forgottenTimeMs !== undefined) return fact;
  const waiting = unwritten.get(fact.id);
  if (waiting === undefined) return fact;
  return {
    ...fact,
    lastConfirmedTimeMs: Math.max(fact.lastConfirmedTimeMs, waiting.lastMs),
    confirmations: fact.confirmations + waiting.count,
  };
}
