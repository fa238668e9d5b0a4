/**
 * Orders what was found by a second look: by what the turns themselves say beside what the question does. What a question asks for in
 * several places is said in other words than the question, but much like what was found first.
 */
import { SECOND_LOOK } from '../../policy/context.ts';
import { dayOf } from './clip.ts';
import type { Recalled } from './recall-block.ts';

/** A turn as the search found it. */
export type FoundTurn = {
  readonly turn: Recalled;
  readonly score: number;
  /** To those that were found first, as a cosine. */
  readonly likeness: number;
};

/**
 * The same turns, best first. A turn gains by its likeness to the first SECOND_LOOK.first, and by the best turn of its session's day;
 * it loses by as much of it as only asks, for a question tells little.
 */
export function lookAgain(found: readonly FoundTurn[]): readonly Recalled[] {
  const bestOfDay = new Map<string, number>();
  const seen = found.map((one) => {
    const { sessionId, timeMs } = one.turn;
    // A session that goes on for days is one a day.
    const day = JSON.stringify([sessionId, dayOf(timeMs)]);
    bestOfDay.set(day, Math.max(bestOfDay.get(day) ?? -Infinity, one.score));
    return { ...one, day };
  });
  const { likeness, asks, day: ofDay } = SECOND_LOOK.weights;
  return seen
    .map((one) => ({
      turn: one.turn,
      score: one.score + likeness * one.likeness + ofDay * bestOfDay.get(one.day)! - asks * askingShare(one.turn),
    }))
    .toSorted((one, other) => other.score - one.score)
    .map(({ turn }) => turn);
}

const SENTENCE_END = /[.!?…]+(?=\s|$)/gu;

/** The share of a turn's sentences that ask something, read once for as long as the index gives the same turn again. */
const askingShares = new WeakMap<Recalled, number>();

function askingShare(turn: Recalled): number {
  const share = askingShares.get(turn) ?? readAskingShare(turn.content.trim());
  askingShares.set(turn, share);
  return share;
}

function readAskingShare(text: string): number {
  let [asking, ends, last] = [0, 0, 0];
  for (const { 0: marks, index } of text.matchAll(SENTENCE_END)) {
    ends += 1;
    if (marks.includes('?')) asking += 1;
    last = index + marks.length;
  }
  return asking / Math.max(last < text.length ? ends + 1 : ends, 1);
}
