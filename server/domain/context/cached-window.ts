/**
 * Decides when to cut a window that a provider's cache holds, and how deep. Every prompt reads the whole window at the cached price;
 * a cut makes the provider write the rest again. policy/context.ts has the rule and its source.
 */
import { CACHED_WINDOW, PROMPT } from '../../policy/context.ts';
import type { PromptPricing, SessionState, WindowTurn } from './turn.ts';
import type { SessionView } from './intents.ts';
import { cutNear } from './window.ts';

/** The part of a turn that a cut depends on. */
export type CutTurn = Pick<WindowTurn, 'role' | 'toolCalls' | 'toolCallId' | 'tokens'>;

/** Returns the tokens that a cut leaves, counted with o200k_base. */
function keptTokens({ systemTokens, leastPrefix }: PromptPricing): number {
  if (!isEverCached({ leastPrefix })) return CACHED_WINDOW.uncached.kept;
  const wanted = leastPrefix + CACHED_WINDOW.overLeastPrefix - systemTokens;
  return Math.max(wanted, CACHED_WINDOW.leastKept);
}

/** Tells whether any prompt can be long enough for the provider to cache a part of it. */
export function isEverCached({ leastPrefix }: Pick<PromptPricing, 'leastPrefix'>): boolean {
  return leastPrefix + CACHED_WINDOW.overLeastPrefix < PROMPT.tokens;
}

/** Returns how much more a prompt pays for reading these turns than it would right after a cut, in tokens of uncached input. */
export function paidForReading(window: readonly CutTurn[], pricing: PromptPricing): number {
  return isEverCached(pricing) ? pricing.read * Math.max(tokensOf(window) - keptTokens(pricing), 0) : 0;
}

/** Returns how many of the oldest turns to cut, 0 for none. */
export function dueCut(state: Pick<SessionState, 'window' | 'pricing' | 'paidTokens'>): number {
  const { window, pricing, paidTokens } = state;
  const tokens = tokensOf(window);
  if (!isEverCached(pricing)) return tokens > CACHED_WINDOW.uncached.tokens ? deepCut(window, pricing) : 0;
  const isOver = tokens > mostTokens(pricing);
  const hasPaidOff = paidTokens + paidForReading(window, pricing) >= costOfCut(pricing);
  return isOver || hasPaidOff ? deepCut(window, pricing) : 0;
}

/** Returns how many turns to cut once the provider's cache has expired, since a cut is then free. */
export function coldCut(window: readonly CutTurn[], lastMs: number, nowMs: number, pricing: PromptPricing): number {
  const isCold = isEverCached(pricing) && nowMs - lastMs > pricing.lifeMs;
  return isCold ? deepCut(window, pricing) : 0;
}

/** Returns where to cut so that the window begins with the user's words if possible. */
function deepCut(window: readonly CutTurn[], pricing: PromptPricing): number {
  const kept = keptTokens(pricing);
  const most = window.length - CACHED_WINDOW.leastTurns;
  let left = tokensOf(window);
  let cut = 0;
  while (cut < most && left > kept) left -= window[cut++]!.tokens;
  while (cut < most && window[cut]!.role !== 'USER') left -= window[cut++]!.tokens;
  if (cut === 0) return 0;
  const cutIndex = cutNear(window, cut);
  const taken = tokensOf(window.slice(0, cutIndex));
  return taken >= CACHED_WINDOW.leastCut ? cutIndex : 0;
}

/**
 * Returns the cost of a cut in tokens of uncached input: the provider writes the rest again, and a system prompt that is too short
 * for a mark of its own.
 */
function costOfCut(pricing: PromptPricing): number {
  const { systemTokens } = pricing;
  const again = keptTokens(pricing) + (systemTokens < pricing.leastPrefix ? systemTokens : 0);
  return (pricing.write - pricing.read) * again;
}

/** Returns the most that a window may take besides the system prompt and the reserve, so that the whole prompt stays under its maximum. */
function mostTokens({ tokenFactor, systemTokens }: PromptPricing): number {
  return (PROMPT.rawTokens - CACHED_WINDOW.reserved) / tokenFactor - systemTokens;
}

/** Returns the default limit of a prompt, in the model's tokens: tokens of the cached window count by what it costs to read them. */
export function usualLimit({ window, policy }: Pick<SessionView, 'window' | 'policy'>, pricing: PromptPricing): number {
  if (policy !== 'CACHED' || !isEverCached(pricing)) return PROMPT.tokens;
  const saved = Math.floor((1 - pricing.read) * tokensOf(window) * pricing.tokenFactor);
  return Math.min(PROMPT.tokens + saved, PROMPT.rawTokens);
}

function tokensOf(window: readonly CutTurn[]): number {
  return window.reduce((sum, { tokens }) => sum + tokens, 0);
}
