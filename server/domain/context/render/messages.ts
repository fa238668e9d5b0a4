/** Groups blocks into the turns of a chat that must alternate; draft.ts ensures that the user begins and ends it. */
import { isSaid } from '../draft.ts';
import type { PromptBlock } from '../prompt.ts';

export type Speaker = 'user' | 'assistant';
export type Gathered = { readonly speaker: Speaker; readonly blocks: readonly PromptBlock[] };

/**
 * Joins consecutive messages of the same side. The application's messages amid the turns count as the user's, and so do the results
 * of tools. A block without text and calls is left out.
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

/** Separates the system prompt and the summaries, which providers take apart from the chat, from the chat itself. */
export function apart(blocks: readonly PromptBlock[]): {
  readonly system: readonly PromptBlock[];
  readonly chat: readonly PromptBlock[];
} {
  const isSystem = ({ kind }: PromptBlock): boolean => kind === 'SYSTEM' || kind === 'SUMMARIES';
  return { system: blocks.filter(isSystem), chat: blocks.filter((block) => !isSystem(block)) };
}

/** Parses the arguments of a call into an object; anything else becomes an empty one. */
export function argumentsOf(argumentsJson: string): object {
  try {
    const value: unknown = JSON.parse(argumentsJson);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {};
  } catch {
    return {};
  }
}
