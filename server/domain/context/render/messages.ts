/** Blocks gathered into the turns of a chat that must alternate; draft.ts sees that the user begins and ends it. */
import { isSaid } from '../draft.ts';
import type { PromptBlock } from '../prompt.ts';

export type Speaker = 'user' | 'assistant';
export type Gathered = { readonly speaker: Speaker; readonly blocks: readonly PromptBlock[] };

/**
 * What is said by the same side together. What the application says amid the turns counts as said by the user, and so do the
 * results of tools. A block of no text and no calls says nothing.
 */
export function alternating(blocks: readonly PromptBlock[]): readonly Gathered[] {
  const gathered: { readonly speaker: Speaker; readonly blocks: PromptBlock[] }[] = [];
  for (const block of blocks) {
    if (!isSaid(block)) continue;
    const speaker = block.role === 'ASSISTANT' ? 'assistant' : 'user';
    const last = gathered.at(-1);
    if (last?.speaker === speaker) last.blocks.push(block);
    else gathered.push({ speaker, blocks: [block] });
  }
  return gathered;
}

/** The system prompt and the summaries: what providers take apart from the chat. The rest is the chat. */
export function apart(blocks: readonly PromptBlock[]): {
  readonly system: readonly PromptBlock[];
  readonly chat: readonly PromptBlock[];
} {
  const isSystem = ({ kind }: PromptBlock): boolean => kind === 'SYSTEM' || kind === 'SUMMARIES';
  return { system: blocks.filter(isSystem), chat: blocks.filter((block) => !isSystem(block)) };
}

/** The arguments of a call as an object; what is none becomes empty. */
export function argumentsOf(argumentsJson: string): object {
  try {
    const value: unknown = JSON.parse(argumentsJson);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {};
  } catch {
    return {};
  }
}
