/** Why everything in a prompt is there, what it takes and what it is worth. */
import { stablePrefix } from './assemble.ts';
import type { ModelPrice } from '../../policy/model-prices.ts';
import type { Prompt, PromptBlock, PromptItem } from './prompt.ts';

export type ExplainedBlock = {
  readonly items: readonly PromptItem[];
  /** In tokens of uncached input, while the provider has the stable prefix in its cache. */
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

/** Nobody chose these: the newest turns of the window, and what must be there. */
function givenItems({ kind, stability, sources, tokens }: PromptBlock): readonly PromptItem[] {
  const why = kind === 'TURN' && stability === 'WINDOW' ? 'NEWEST' : 'REQUIRED';
  return sources.map((source) => ({ source, tokens, worth: 1, why }));
}
