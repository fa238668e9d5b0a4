/**
 * Prefers the user's turns to what the assistant replied: of what later questions need, the user said by far the most, and advice and
 * replies resemble questions as much.
 */
import { RECALL } from '../../policy/context.ts';
import type { ReadQuestion } from './relevance.ts';
import type { FoundTurn } from './second-look.ts';

/**
 * Returns the same turns, best first. Those of the assistant lose RECALL.ofAssistant, unless they have a figure, which it may have worked
 * out, or the question is in the past tense, which may ask for what it said. A speaker with a name is a person, whatever the role.
 */
export function preferUsers<Found extends Pick<FoundTurn, 'turn' | 'score'>>(
  { isOfPast }: Pick<ReadQuestion, 'isOfPast'>,
  found: readonly Found[],
): readonly Found[] {
  if (isOfPast || !found.some(({ turn }) => isReply(turn))) return found;
  return found
    .map((one) => (isReply(one.turn) ? { ...one, score: one.score - RECALL.ofAssistant } : one))
    .toSorted((one, other) => other.score - one.score);
}

function isReply({ role, speaker, content }: FoundTurn['turn']): boolean {
  return role === 'ASSISTANT' && speaker === role.toLowerCase() && !/\p{N}/u.test(content);
}
