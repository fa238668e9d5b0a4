/** The state that all kinds of offers share while a prompt is chosen: the room that is left, and the parts that found none. */
import { PROMPT } from '../../policy/context.ts';
import { isEverCached } from './cached-window.ts';
import type { Candidate, Queue } from './choose.ts';
import type { Materials, PromptLimits } from './materials.ts';
import type { Omission } from './prompt.ts';
import type { Counter } from './tokens.ts';
import { usualRecall } from './usual-recall.ts';

/**
 * Tokens that each kind may still take. `together` limits everything about memory to the usual size, `near` limits facts and recall
 * by their relevance, and `own` limits what is told about the session's own past to the size of that past.
 */
export type Room = { together: number; near: number; facts: number; recall: number; own: number };

export type Offering = {
  readonly materials: Materials;
  readonly limits: PromptLimits;
  readonly counter: Counter;
  /** The tokens of the required parts. */
  readonly leastTokens: number;
  readonly room: Room;
  /** Parts that were not taken, and why. */
  readonly left: Omission[];
  /** True if the provider caches any part of this model's prompts. */
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

/**
 * Returns the initial room: under a limit that the caller set, recall takes what it is worth; otherwise everything about memory
 * shares the usual room.
 */
function roomOf(materials: Materials, limits: PromptLimits): Omit<Room, 'own'> {
  const { relevance } = materials;
  const ofMemory = isAmidWhole(materials) ? PROMPT.besideWhole : usualRecall(materials.newTurn);
  const isUsual = limits.recall === undefined && !limits.isAsked;
  const together = isUsual ? ofMemory : Infinity;
  const asked = limits.recall ?? (limits.isAsked ? limits.tokens : 0);
  const little = Math.max(PROMPT.littleRecall, Math.floor(asked * PROMPT.littleShare));
  const most = { NOTHING: 0, GLANCE: PROMPT.openingRecall, LITTLE: little, ALL: Infinity }[relevance];
  return {
    together,
    near: isUsual && relevance !== 'ALL' ? PROMPT.littleRecall : Infinity,
    facts: PROMPT.facts,
    recall: Math.min(limits.recall ?? together, most),
  };
}

/** Tells whether the session has begun and the prompt may show all of it. */
function isAmidWhole({ leftTokens, window }: Materials): boolean {
  return leftTokens === 0 && window.length > 0;
}

/** Returns a queue of these in turn; those without a candidate are skipped. */
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
