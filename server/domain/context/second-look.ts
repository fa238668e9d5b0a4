/**
 * Reorders the turns found by a second look: by their similarity to each other beside that to the question. If a question asks for
 * something said in several places, those use other words than the question, but resemble what was found first.
 */
import { SECOND_LOOK } from '../../policy/context.ts';
import { dayOf } from './clip.ts';
import type { Recalled } from './recall-block.ts';

/** A turn as the search found it. */
export type FoundTurn = {
  readonly turn: Recalled;
  readonly score: number;
  /** Its cosine to the turns that were found first. */
  readonly likeness: number;
};

/**
 * Returns the same turns, best first. A turn gains by its similarity to the first SECOND_LOOK.first, and by the best turn of the same
 * session and day; it loses by the share of it that only asks, since a question tells little.
 */
export function lookAgain(found: readonly FoundTurn[]): readonly Recalled[] {
  const bestOfDay = new Map<string, number>();
  const seen = found.map((one) => {
    const { sessionId, timeMs } = one.turn;
    // A session that spans several days counts as one session a day.
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

/** The share of a turn's sentences that ask something, read once for as long as the index returns the same turn object. */
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
