/** Adds what a second look found to a ranking, and spreads the whole over sessions. */
import { SECOND_LOOK } from '../../policy/context.ts';
import { dayOf } from './clip.ts';
import type { Recalled } from './recall-block.ts';
import { recallWorth } from './worth.ts';

/** Each place counts 1 / (1 + place), of the second ranking a share of that. Those of the first win ties. */
export function mergeRankings(first: readonly string[], second: readonly string[], topK: number): readonly string[] {
  const scores = new Map(first.map((id, place) => [id, 1 / (1 + place)]));
  second.forEach((id, place) => scores.set(id, (scores.get(id) ?? 0) + SECOND_LOOK.share / (1 + place)));
  return [...scores]
    .toSorted(([, one], [, other]) => other - one)
    .slice(0, topK)
    .map(([id]) => id);
}

/**
 * The same turns, in the order of what each is worth beside those before it: every further one of a session counts less. A session that
 * goes on for days is one a day. This is the greedy choice of the best turn at each step, since the turns of a session keep their order.
 */
export function spreadOverSessions(ranked: readonly Recalled[]): readonly Recalled[] {
  const seen = new Map<string, number>();
  const weighed = ranked.map((turn, place) => {
    const session = JSON.stringify([turn.sessionId, dayOf(turn.timeMs)]);
    const before = seen.get(session) ?? 0;
    seen.set(session, before + 1);
    return { turn, worth: recallWorth(place) * SECOND_LOOK.sameSession ** before };
  });
  return weighed.toSorted((one, other) => other.worth - one.worth).map(({ turn }) => turn);
}
