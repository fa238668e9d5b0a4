/** The usage of a session's prompts, compared with that of its whole history. */
import { USAGE } from '../../policy/context.ts';
import type { PromptCost } from './prompt-cost.ts';
import { BLOCK_KINDS, type BlockKind, type Prompt } from './prompt.ts';

export type TokenUsage = {
  /** The number of prompts built. */
  readonly prompts: number;
  /** Their tokens by kind of block. */
  readonly byKind: Readonly<Partial<Record<BlockKind, number>>>;
  readonly tokens: number;
  /** The tokens of the largest prompt. */
  readonly largest: number;
  /** The tokens that the whole history would have taken instead. */
  readonly naive: number;
  /** The number of facts in prompts, and of those among them that earlier prompts of the session had shown. */
  readonly facts: number;
  readonly factsAgain: number;
  /** The costs of the prompts and of the whole history, counted since costs are recorded; absent for none. */
  readonly cost?: CostSums | undefined;
  /** True if an alert was raised because prompts are more expensive, and was not resolved since. */
  readonly isCostTold?: boolean | undefined;
  /** The number of prompts near their limit, and of requests that no prompt under the limit could serve. */
  readonly near: number;
  readonly over: number;
};

/** Costs in tokens of uncached input; dollars include only prompts whose model has a known price. */
export type CostSums = {
  readonly prompts: number;
  readonly prompt: number;
  readonly cachedHistory: number;
  readonly uncachedHistory: number;
  readonly usd: number;
  readonly cachedHistoryUsd: number;
  readonly uncachedHistoryUsd: number;
};

export const NO_USAGE: TokenUsage = {
  prompts: 0,
  byKind: {},
  tokens: 0,
  largest: 0,
  naive: 0,
  facts: 0,
  factsAgain: 0,
  near: 0,
  over: 0,
};

/** Tells whether a prompt of so many tokens is near its limit. */
export function isNear(tokens: number, limit: number): boolean {
  return tokens >= USAGE.nearShare * limit;
}

/** Returns the usage of one prompt; `sent` are the facts that earlier prompts of the session had shown. */
export function usageOf(
  prompt: Prompt,
  limit: number,
  naive: number,
  cost: PromptCost,
  sent: ReadonlySet<string>,
): TokenUsage {
  const byKind: Partial<Record<BlockKind, number>> = {};
  for (const { kind, tokens } of prompt.blocks) byKind[kind] = (byKind[kind] ?? 0) + tokens;
  const facts = prompt.blocks.filter(({ kind }) => kind === 'FACTS').flatMap(({ sources }) => sources);
  return {
    prompts: 1,
    byKind,
    tokens: prompt.tokens,
    largest: prompt.tokens,
    naive,
    facts: facts.length,
    factsAgain: facts.filter((source) => sent.has(source)).length,
    cost: costSums(cost),
    near: isNear(prompt.tokens, limit) ? 1 : 0,
    over: 0,
  };
}

function costSums({ prompt, cachedHistory, uncachedHistory, usdPerMillion = 0 }: PromptCost): CostSums {
  const usd = (tokens: number): number => dollars(tokens, usdPerMillion);
  return {
    prompts: 1,
    prompt,
    cachedHistory,
    uncachedHistory,
    usd: usd(prompt),
    cachedHistoryUsd: usd(cachedHistory),
    uncachedHistoryUsd: usd(uncachedHistory),
  };
}

export function dollars(tokens: number, usdPerMillion: number): number {
  return (tokens * usdPerMillion) / USAGE.pricedTokens;
}

/**
 * Tells whether prompts have cost more than the whole history would have through the provider's cache, over enough prompts to rule
 * out chance.
 */
export function isCostlier(cost: CostSums | undefined): boolean {
  return (
    cost !== undefined && cost.prompts >= USAGE.costlierFrom && cost.prompt > USAGE.costlierBy * cost.cachedHistory
  );
}

/**
 * Decides on a session's cost alert: raised once when it is more expensive, resolved when it no longer is; undefined if nothing
 * changed.
 */
export function decideCostAlert({ cost, isCostTold = false }: TokenUsage): 'RAISE' | 'RESOLVE' | undefined {
  if (!isCostTold) return isCostlier(cost) ? 'RAISE' : undefined;
  const isWell = cost === undefined || cost.prompt <= USAGE.costlierUntil * cost.cachedHistory;
  return isWell ? 'RESOLVE' : undefined;
}

function addCosts(one: CostSums | undefined, other: CostSums | undefined): CostSums | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  return Object.fromEntries(
    (Object.keys(one) as (keyof CostSums)[]).map((name) => [name, one[name] + other[name]]),
  ) as CostSums;
}

export function addUsage(one: TokenUsage, other: TokenUsage): TokenUsage {
  const byKind: Partial<Record<BlockKind, number>> = {};
  for (const kind of BLOCK_KINDS) {
    const tokens = (one.byKind[kind] ?? 0) + (other.byKind[kind] ?? 0);
    if (tokens > 0) byKind[kind] = tokens;
  }
  return {
    prompts: one.prompts + other.prompts,
    byKind,
    tokens: one.tokens + other.tokens,
    largest: Math.max(one.largest, other.largest),
    naive: one.naive + other.naive,
    facts: one.facts + other.facts,
    factsAgain: one.factsAgain + other.factsAgain,
    cost: addCosts(one.cost, other.cost),
    ...(one.isCostTold === true && { isCostTold: true }),
    near: one.near + other.near,
    over: one.over + other.over,
  };
}

/** The observed ratio of a model's tokens to those of o200k_base. */
export type LearntFactor = { readonly factor: number; readonly samples: number };

/** Updates the factor: the first observation counts in full, later ones move it a little. Outliers are clamped. */
export function learnFactor(before: LearntFactor | undefined, seen: number): LearntFactor {
  const bounded = Math.min(Math.max(seen, USAGE.leastFactor), USAGE.mostFactor);
  if (before === undefined) return { factor: bounded, samples: 1 };
  return { factor: before.factor + USAGE.learning * (bounded - before.factor), samples: before.samples + 1 };
}

/** Returns the factor with a margin for error. */
export function usedFactor({ factor }: LearntFactor): number {
  return factor * USAGE.factorMargin;
}
