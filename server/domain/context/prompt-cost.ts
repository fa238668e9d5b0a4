/**
 * Estimates what a prompt costs, compared with the whole history sent with and without a cache. Token counts are estimates, and the
 * provider's cache cannot be observed.
 */
import { PREFIX_CACHE, type ModelPrice } from '../../policy/model-prices.ts';
import { cacheMeter, type Bill, type MeteredBlock } from './cache-meter.ts';
import type { PromptBlock } from './prompt.ts';

/** Costs in tokens of uncached input. */
export type PromptCost = {
  readonly prompt: number;
  /** Tokens of the prompt that were read from the cache, and that were written into it. */
  readonly read: number;
  readonly written: number;
  /** The cost of the whole history in place of the prompt, with and without a cache. */
  readonly cachedHistory: number;
  readonly uncachedHistory: number;
  /** US dollars for a million of these tokens; undefined if the price is not known. */
  readonly usdPerMillion: number | undefined;
};

/** Follows one conversation's prompts, and its whole history in parallel, through the caches of one model's provider. */
export type CostMeter = (blocks: readonly PromptBlock[], historyTokens: number, nowMs: number) => PromptCost;

export function costMeter(price: ModelPrice): CostMeter {
  const bill = cacheMeter(price);
  let before = NEVER_SENT;
  return (blocks, historyTokens, nowMs) => {
    const billed = bill(blocks.map(toMetered), nowMs);
    const history = billHistory(historyTokens, before, nowMs, price);
    before = { tokens: historyTokens, atMs: nowMs };
    return {
      prompt: billed.cost,
      read: billed.read,
      written: billed.written,
      cachedHistory: history,
      uncachedHistory: historyTokens,
      usdPerMillion: price.input,
    };
  };
}

/** Blocks of turns are the same objects from prompt to prompt. */
const metered = new WeakMap<PromptBlock, MeteredBlock>();

/** Identifies a block by its role, its length, its beginning and its end: enough to tell the blocks of one conversation apart. */
function toMetered(block: PromptBlock): MeteredBlock {
  const known = metered.get(block);
  if (known !== undefined) return known;
  const { role, text, tokens, isMarked = false } = block;
  const key = `${role} ${tokens} ${text.length} ${text.slice(0, PREFIX_CACHE.keyUnits)} ${text.slice(-PREFIX_CACHE.keyUnits)}`;
  const made = { key, tokens, isMarked };
  metered.set(block, made);
  return made;
}

/** The history at the time at which it was last sent. */
export type SentHistory = { readonly tokens: number; readonly atMs: number };
export const NEVER_SENT: SentHistory = { tokens: 0, atMs: -Infinity };

/** Bills a history, which only grows and has one mark on its last message. */
export function billHistory(
  tokens: number,
  before: SentHistory,
  nowMs: number,
  { read, write, leastPrefix, lifeMs, isMarked }: ModelPrice,
): Bill['cost'] {
  if (tokens < leastPrefix) return tokens;
  const isWarm = before.atMs + lifeMs >= nowMs && before.tokens >= leastPrefix;
  const known = isWarm ? Math.min(before.tokens, tokens) : 0;
  return read * known + (isMarked ? write : 1) * (tokens - known);
}
