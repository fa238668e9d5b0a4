/** Metrics of prompts: their number, tokens and cost, beside the history that they replace. */
import type { Meter } from '@opentelemetry/api';
import type { TokenUsage } from '../domain/context/usage.ts';
import { ATTRIBUTES as A, METRICS } from './names.ts';

/** Every meter gets the same numbers. */
export function promptMetrics(meters: readonly Meter[]): (usage: TokenUsage) => void {
  const counters = (name: string, description: string) =>
    meters.map((meter) => meter.createCounter(name, { description }));
  const prompts = counters(METRICS.prompts, 'Prompts that were built.');
  const tokens = counters(METRICS.promptTokens, 'Tokens of prompts.');
  const history = counters(METRICS.historyTokens, 'Tokens that the whole history would have taken instead.');
  const dollars = counters(
    METRICS.promptCost,
    'Cost in US dollars of prompts whose price is known, and of the whole history instead.',
  );
  return ({ prompts: count, byKind, naive, cost }) => {
    for (const counter of prompts) counter.add(count);
    for (const counter of tokens)
      for (const [kind, spent] of Object.entries(byKind)) counter.add(spent, { [A.promptBlock]: kind.toLowerCase() });
    for (const counter of history) counter.add(naive);
    if (cost === undefined) return;
    const costs = {
      prompt: cost.usd,
      cached_history: cost.cachedHistoryUsd,
      uncached_history: cost.uncachedHistoryUsd,
    };
    for (const counter of dollars)
      for (const [what, usd] of Object.entries(costs)) counter.add(usd, { [A.promptCostOf]: what });
  };
}
