/** Estimates what a tail adds to the cost of a host's own prompt, whose history goes through the provider's cache with one mark. */
import type { ModelPrice } from '../../policy/model-prices.ts';
import { billHistory, NEVER_SENT, type PromptCost } from './prompt-cost.ts';

export type TailSent = {
  readonly tokens: number;
  readonly questionTokens: number;
  /** Tokens of the host's prompt without the tail. */
  readonly historyTokens: number;
  readonly keepsBlocks: boolean;
  readonly nowMs: number;
};

/** Returns the costs; `prompt` is what the tail adds. */
export type TailCostMeter = (sent: TailSent) => PromptCost;

/** Follows one conversation. */
export function tailCostMeter(price: ModelPrice): TailCostMeter {
  let before = NEVER_SENT;
  return ({ tokens, questionTokens, historyTokens, keepsBlocks, nowMs }) => {
    const history = billHistory(historyTokens, before, nowMs, price);
    const isCached = historyTokens >= price.leastPrefix;
    before = { tokens: historyTokens, atMs: nowMs };
    return {
      prompt: tokens === 0 ? 0 : added({ tokens, questionTokens, keepsBlocks }, isCached, price),
      read: 0,
      written: isCached && keepsBlocks && price.isMarked ? tokens : 0,
      cachedHistory: history,
      uncachedHistory: historyTokens,
      usdPerMillion: price.input,
    };
  };
}

/**
 * Returns what a tail adds. A block that the host removes after its turn is never cached, and neither is the question behind it: the
 * next prompt pays for writing the question instead of this one, and this one pays its full price where the next would have read it.
 * A block that stays is written like the history around it.
 */
function added(
  { tokens, questionTokens, keepsBlocks }: Pick<TailSent, 'tokens' | 'questionTokens' | 'keepsBlocks'>,
  isCached: boolean,
  { read, write, isMarked }: ModelPrice,
): number {
  if (!isCached) return tokens;
  return keepsBlocks ? (isMarked ? write : 1) * tokens : tokens + (1 - read) * questionTokens;
}
