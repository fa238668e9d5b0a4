/** What the kinds of offers share while a prompt is being chosen: the room that is left, and what found none. */
import { PROMPT } from '../../policy/context.ts';
import { isEverCached } from './cached-window.ts';
import type { Candidate, Queue } from './choose.ts';
import type { Materials, PromptLimits } from './materials.ts';
import type { Omission } from './prompt.ts';
import type { Counter } from './tokens.ts';

/**
 * Tokens that each kind may still take. What is told of memory stays `together` under what is usual, facts and recall under what their
 * relevance allows them (`near`), and what is told of the session's own past under what was said.
 */
export type Room = { together: number; near: number; facts: number; recall: number; own: number };

export type Offering = {
  readonly materials: Materials;
  readonly limits: PromptLimits;
  readonly counter: Counter;
  /** The tokens of what the prompt must have. */
  readonly leastTokens: number;
  readonly room: Room;
  /** What was not taken, and why. */
  readonly left: Omission[];
  /** Whether the provider caches anything of this model's prompts. */
  readonly isCached: boolean;
  /** The price of a token that the provider reads from its cache. */
  readonly cachedPrice: number;
};

export function offering(materials: Materials, limits: PromptLimits, counter: Counter, leastTokens: number): Offering {
  const isCached = isEverCached(materials.price);
  const cachedPrice = limits.isAsked || !isCached ? 1 : materials.price.read;
  const room = { own: materials.leftTokens, ...roomOf(materials, limits) };
  return { materials, limits, counter, leastTokens, room, left: [], isCached, cachedPrice };
}

/** Under a limit that was asked for, recall takes what it is worth; else all that is told of memory shares what is usual. */
function roomOf(materials: Materials, limits: PromptLimits): Omit<Room, 'own'> {
  const { relevance } = materials;
  const ofMemory = isAmidWhole(materials) ? PROMPT.besideWhole : PROMPT.recall;
  const isUsual = limits.recall === undefined && !limits.isAsked;
  const together = isUsual ? ofMemory : Infinity;
  const most = { NOTHING: 0, GLANCE: PROMPT.openingRecall, LITTLE: PROMPT.littleRecall, ALL: Infinity }[relevance];
  return {
    together,
    near: isUsual && relevance !== 'ALL' ? PROMPT.littleRecall : Infinity,
    facts: PROMPT.facts,
    recall: Math.min(limits.recall ?? together, most),
  };
}

/** Whether the session has begun and the prompt may show all of it. */
function isAmidWhole({ leftTokens, window }: Materials): boolean {
  return leftTokens === 0 && window.length > 0;
}

/** Each of these in turn; those for which there is no candidate are passed over. */
export function queueOf<T>(all: readonly T[], candidate: (one: T, at: number) => Candidate | undefined): Queue {
  let at = 0;
  return () => {
    while (at < all.length) {
      const found = candidate(all[at]!, at);
      at += 1;
      if (found !== undefined) return found;
    }
    return undefined;
  };
}
