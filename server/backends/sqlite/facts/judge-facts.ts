/** Tells what a text would do to a user's facts, without doing it. */
import { decideFact } from '../../../domain/facts/decide-fact.ts';
import type { JudgeQuery, Judgement, SaidFact } from '../../../domain/facts/fact-intents.ts';
import type { Fact } from '../../../domain/facts/fact.ts';
import { factsToForget, type ForgetRequest } from '../../../domain/facts/forget-facts.ts';
import { mentionedFacts } from '../../../domain/facts/mentioned-facts.ts';
import type { Embed } from '../../../domain/facts/near-words.ts';
import { factsAbout, type factLookup } from './fact-lookup.ts';
import { toFact } from './fact-rows.ts';
import type { LatestFacts } from './latest-facts.ts';

/** Finds the facts that a statement of this slot, in these words, may be about. */
type Known = (slot: string, ...texts: readonly string[]) => readonly Fact[];

export function factJudge(lookUp: ReturnType<typeof factLookup>, latest: LatestFacts, embed: Embed) {
  const about = factsAbout(lookUp, latest);
  return (userNo: number | undefined, { scope: { namespace }, text, facts, forget }: JudgeQuery): Judgement => {
    const known: Known = (slot, ...texts) =>
      userNo === undefined ? [] : lookUp(userNo, namespace, slot, ...texts).map(toFact);
    const outcomes = facts.map((said) => {
      const rows = userNo === undefined ? [] : about(userNo, namespace, said);
      return outcomeOf(said, rows.map(toFact), embed);
    });
    if (forget === undefined) return { outcomes, forgetIds: [], mentionedIds: [] };
    const last = userNo === undefined ? undefined : latest.last(userNo, namespace);
    return {
      outcomes,
      forgetIds: factsToForget(aboutForget(forget, last, known), forget, last?.id),
      mentionedIds: mentionedFacts(known('', text), text),
    };
  };
}

function outcomeOf(said: SaidFact, known: readonly Fact[], embed: Embed): Judgement['outcomes'][number] {
  const decision = decideFact(known, said, embed);
  if (decision.does === 'CONFIRM') return { operation: 'CONFIRMED', ids: [decision.id] };
  return { operation: decision.does === 'SUPERSEDE' ? 'SUPERSEDED' : 'ADDED', ids: decision.closes };
}

/** Finds the facts that a request to forget may mean: those it names, or else the one stated last. */
function aboutForget({ target }: ForgetRequest, last: Fact | undefined, known: Known): readonly Fact[] {
  if (target !== undefined) return known('', target);
  return last === undefined ? [] : [last];
}
