/** Decides up to which block the provider is told to cache a prompt: writing to the cache pays only for what another prompt will read. */
import type { ModelPrice } from '../../policy/model-prices.ts';
import type { PromptBlock } from './prompt.ts';

/**
 * Marks the system prompt if it is long enough by itself, and the last block that the next prompt will also begin with: the newest
 * message of the chat, or the block before the first that is built for this question alone. Prefixes under the provider's minimum get
 * no mark.
 */
export function withMarks(blocks: readonly PromptBlock[], price: ModelPrice): readonly PromptBlock[] {
  if (!price.isMarked) return blocks;
  const marked = new Set(
    [endOfSystem(blocks), endOfShared(blocks)].filter((at) => tokensUpTo(blocks, at) >= price.leastPrefix),
  );
  return blocks.map((block, at) => (marked.has(at) ? { ...block, isMarked: true } : block));
}

function endOfSystem(blocks: readonly PromptBlock[]): number {
  return blocks.findIndex(({ kind }) => kind === 'SYSTEM');
}

/** Finds the end of what the next prompt shares: it contains the newest messages of the chat, but not the blocks about memory. */
function endOfShared(blocks: readonly PromptBlock[]): number {
  const first = blocks.findIndex((block) => block.stability === 'CHANGING' && !isChat(block));
  const end = first < 0 ? blocks.length : first;
  return blocks.findLastIndex(({ text }, at) => at < end && text !== '');
}

function isChat({ kind }: PromptBlock): boolean {
  return kind === 'NEW_TURN' || kind === 'TURN' || kind === 'TOOL_RESULT';
}

function tokensUpTo(blocks: readonly PromptBlock[], at: number): number {
  return blocks.slice(0, at + 1).reduce((sum, { tokens }) => sum + tokens, 0);
}
