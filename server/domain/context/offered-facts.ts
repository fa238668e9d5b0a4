/** Offers facts to a prompt, the most relevant first. */
import { OVERHEAD } from '../../policy/context.ts';
import type { Queue } from './choose.ts';
import { factLine, factSource, FACTS_HEADER, questionLine, type ChosenFact } from './draft.ts';
import { queueOf, type Offering } from './offering.ts';
import type { Omission } from './prompt.ts';
import { wordsOf } from './tokens.ts';
import { factWorth, HARMFUL_FACT_WORTH, PINNED_FACT_WORTH, PLANNED_FACT_WORTH } from './worth.ts';

/** `chosen` returns the facts that were taken so far. A fact is not repeated if the turn that states it is shown, from `firstShown` on. */
export function offeredFacts(
  { materials, counter, room, left }: Offering,
  firstShown: () => number,
): { readonly queue: Queue; readonly chosen: readonly ChosenFact[] } {
  const { count, atLeast } = counter;
  const chosen: ChosenFact[] = [];
  const queue = queueOf(materials.facts, (fact, at) => {
    const { ownTurn } = fact;
    const leave = (reason: Omission['reason'], taken?: number): void =>
      void left.push({ kind: 'FACTS', source: factSource(fact), reason, tokens: taken });
    const line = factLine(fact);
    const leastTokens = atLeast(wordsOf(line));
    if (!fact.isNear) {
      leave('NOT_NEAR', leastTokens);
      return undefined;
    }
    const opening = chosen.length === 0 ? OVERHEAD.message + count(FACTS_HEADER) : 0;
    const most = (): number =>
      Math.min(room.facts, room.near, room.together, ownTurn === undefined ? Infinity : room.own);
    const hasRoom = opening + leastTokens <= most();
    // Whether later words contradict a fact is read only now, since half of the facts that are found have no room.
    if (hasRoom && fact.isOutdated) {
      leave('OUTDATED', leastTokens);
      return undefined;
    }
    if (ownTurn !== undefined && ownTurn >= firstShown()) {
      leave('SAID_RECENTLY', leastTokens);
      return undefined;
    }
    if (!hasRoom) {
      leave('OVER_CEILING', leastTokens);
      return undefined;
    }
    const asks = fact.isDue && !chosen.some((one) => one.asks);
    const own = count(line) + (asks ? count(questionLine(fact)) : 0);
    const planned = fact.mayHarm === true ? HARMFUL_FACT_WORTH : PLANNED_FACT_WORTH;
    const worth = { PINNED: PINNED_FACT_WORTH, PLANNED: planned, NEAR: factWorth(at) }[fact.why];
    const take = (): void => {
      chosen.push({ of: fact, tokens: own, worth, asks });
      room.facts -= opening + own;
      room.near -= opening + own;
      room.together -= opening + own;
      if (ownTurn !== undefined) room.own -= opening + own;
    };
    return { worth, tokens: opening + own, price: 1, most, take, leave: (reason) => leave(reason, own) };
  });
  return { queue, chosen };
}
