/**
 * Prefers newer turns for questions about how things are: "what time is the rehearsal" wants the last time that was said, in whatever words
 * it changed.
 */
import { RECALL } from '../../policy/context.ts';
import { fold } from '../text/fold.ts';
import { foldedWords } from '../text/words.ts';
import type { ReadQuestion } from './relevance.ts';
import type { FoundTurn } from './second-look.ts';

/**
 * Tells whether a question is about how things are. What a named speaker said or did may be from any time, and so may what is asked in the
 * past tense.
 */
export function asksForState(
  text: string,
  { isOfPast }: Pick<ReadQuestion, 'isOfPast'>,
  found: readonly Pick<FoundTurn, 'turn'>[],
): boolean {
  if (isOfPast) return false;
  const asked = new Set(foldedWords(fold(text)));
  const names = new Set(
    found.flatMap(({ turn: { speaker, role } }) => (speaker === role.toLowerCase() ? [] : speaker)),
  );
  return ![...names].some((name) => foldedWords(fold(name)).some((word) => asked.has(word)));
}

/**
 * Returns the same turns, best first. Each gains by the share of the others that are older, so that the newest gains RECALL.newest of the
 * best score.
 */
export function preferNewer<Found extends Pick<FoundTurn, 'turn' | 'score'>>(
  found: readonly Found[],
): readonly Found[] {
  const most = RECALL.newest * Math.max(0, found[0]?.score ?? 0);
  const byAge = found.toSorted(({ turn: one }, { turn: other }) => one.timeMs - other.timeMs || one.turn - other.turn);
  const last = Math.max(1, byAge.length - 1);
  return byAge
    .map((one, older) => ({ ...one, score: one.score + (most * older) / last }))
    .toSorted((one, other) => other.score - one.score);
}
