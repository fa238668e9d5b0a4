/** Up to where the provider is told to cache a prompt: only what another prompt will read is worth its price. */
import type { ModelPrice } from '../../policy/model-prices.ts';
import type { PromptBlock } from './prompt.ts';

/**
 * A mark on the system prompt, where it is long enough by itself, and one on the last block that the next prompt begins with as well: the
 * newest words of the chat, or what stands before the first block that is made for this question alone. None under the provider's least prefix.
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

/** The chat's newest words are a part of the next prompt; what is told of memory is not. */
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
