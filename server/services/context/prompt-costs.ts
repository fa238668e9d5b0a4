/**
 * Meters the cost of sessions' prompts: for each recent session, what the provider's cache is assumed to hold. This is lost
 * when the process ends.
 */
import { LRUCache } from 'lru-cache';
import { costMeter, type PromptCost } from '../../domain/context/prompt-cost.ts';
import type { PromptBlock } from '../../domain/context/prompt.ts';
import type { Scope } from '../../domain/memory.ts';
import { USAGE } from '../../policy/context.ts';
import type { ModelPrice } from '../../policy/model-prices.ts';

/** Returns a meter for each session and model, which is opened when it is first requested. */
export function metersOfSessions<Meter extends object>(open: (price: ModelPrice) => Meter) {
  const meters = new LRUCache<string, Meter>({ max: USAGE.sessions });
  return function ({ tenant, userId, sessionId, agentId }: Scope, model: string, price: ModelPrice): Meter {
    const key = JSON.stringify([tenant, userId, sessionId, agentId, model]);
    const meter = meters.get(key) ?? open(price);
    meters.set(key, meter);
    return meter;
  };
}

export function promptCosts() {
  const meterOf = metersOfSessions(costMeter);
  return function (
    scope: Scope,
    model: string,
    price: ModelPrice,
    prompt: { readonly blocks: readonly PromptBlock[]; readonly historyTokens: number; readonly nowMs: number },
  ): PromptCost {
    return meterOf(scope, model, price)(prompt.blocks, prompt.historyTokens, prompt.nowMs);
  };
}
