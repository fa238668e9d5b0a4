/**
 * When a window that a provider's cache holds is cut, and how deep. Every prompt reads the whole window at the cache's price; a cut writes
 * what it leaves again. policy/context.ts has the rule and where it comes from.
 */
import { CACHED_WINDOW, PROMPT } from '../../policy/context.ts';
import type { PromptPricing, SessionState, WindowTurn } from './turn.ts';
import type { SessionView } from './intents.ts';
import { cutNear } from './window.ts';

/** A turn, as far as a cut goes. */
export type CutTurn = Pick<WindowTurn, 'role' | 'toolCalls' | 'toolCallId' | 'tokens'>;

/** Tokens of o200k_base that a cut leaves. */
function keptTokens({ systemTokens, leastPrefix }: PromptPricing): number {
  if (!isEverCached({ leastPrefix })) return CACHED_WINDOW.uncached.kept;
  const wanted = leastPrefix + CACHED_WINDOW.overLeastPrefix - systemTokens;
  return Math.max(wanted, CACHED_WINDOW.leastKept);
}

/** Whether any prompt is long enough for the provider to cache a part of it. */
export function isEverCached({ leastPrefix }: Pick<PromptPricing, 'leastPrefix'>): boolean {
  return leastPrefix + CACHED_WINDOW.overLeastPrefix < PROMPT.tokens;
}

/** What a prompt pays for reading these turns, over what it would pay had the window just been cut; in tokens of uncached input. */
export function paidForReading(window: readonly CutTurn[], pricing: PromptPricing): number {
  return isEverCached(pricing) ? pricing.read * Math.max(tokensOf(window) - keptTokens(pricing), 0) : 0;
}

/** How many of the oldest turns leave, 0 for none. */
export function dueCut(state: Pick<SessionState, 'window' | 'pricing' | 'paidTokens'>): number {
  const { window, pricing, paidTokens } = state;
  const tokens = tokensOf(window);
  if (!isEverCached(pricing)) return tokens > CACHED_WINDOW.uncached.tokens ? deepCut(window, pricing) : 0;
  const isOver = tokens > mostTokens(pricing);
  const hasPaidOff = paidTokens + paidForReading(window, pricing) >= costOfCut(pricing);
  return isOver || hasPaidOff ? deepCut(window, pricing) : 0;
}

/** A cache that has run out makes a cut free. */
export function coldCut(window: readonly CutTurn[], lastMs: number, nowMs: number, pricing: PromptPricing): number {
  const isCold = isEverCached(pricing) && nowMs - lastMs > pricing.lifeMs;
  return isCold ? deepCut(window, pricing) : 0;
}

/** The window then begins with the user's words, where it can. */
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

/** In tokens of uncached input: what a cut leaves is written again, and the system prompt with it where it is too short for a mark of its own. */
function costOfCut(pricing: PromptPricing): number {
  const { systemTokens } = pricing;
  const again = keptTokens(pricing) + (systemTokens < pricing.leastPrefix ? systemTokens : 0);
  return (pricing.write - pricing.read) * again;
}

/** The most that a window may take beside the system prompt and what is reserved, so that the whole stays under the most of a prompt. */
function mostTokens({ tokenFactor, systemTokens }: PromptPricing): number {
  return (PROMPT.rawTokens - CACHED_WINDOW.reserved) / tokenFactor - systemTokens;
}

/** The limit of a prompt for which nobody names one, in the model's tokens: those of the window count what it costs to read them. */
export function usualLimit({ window, policy }: Pick<SessionView, 'window' | 'policy'>, pricing: PromptPricing): number {
  if (policy !== 'CACHED' || !isEverCached(pricing)) return PROMPT.tokens;
  const saved = Math.floor((1 - pricing.read) * tokensOf(window) * pricing.tokenFactor);
  return Math.min(PROMPT.tokens + saved, PROMPT.rawTokens);
}

function tokensOf(window: readonly CutTurn[]): number {
  return window.reduce((sum, { tokens }) => sum + tokens, 0);
}
