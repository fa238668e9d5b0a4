/** Explains why each part of a prompt is there, how many tokens it takes and what it is worth. */
import { stablePrefix } from './assemble.ts';
import type { ModelPrice } from '../../policy/model-prices.ts';
import type { Prompt, PromptBlock, PromptItem } from './prompt.ts';

export type ExplainedBlock = {
  readonly items: readonly PromptItem[];
  /** Its cost in tokens of uncached input, provided the stable prefix is in the provider's cache. */
  readonly cost: number;
};

export function explainBlocks(prompt: Prompt, { leastPrefix, read }: ModelPrice): readonly ExplainedBlock[] {
  const prefix = stablePrefix(prompt);
  const cached = prefix.tokens >= leastPrefix ? prefix.count : 0;
  return prompt.blocks.map((block, at) => ({
    items: block.items ?? givenItems(block),
    cost: block.tokens * (at < cached ? read : 1),
  }));
}

/** Returns the items that were not chosen by worth: the newest turns of the window, and the required parts. */
function givenItems({ kind, stability, sources, tokens }: PromptBlock): readonly PromptItem[] {
  const why = kind === 'TURN' && stability === 'WINDOW' ? 'NEWEST' : 'REQUIRED';
  return sources.map((source) => ({ source, tokens, worth: 1, why }));
}
