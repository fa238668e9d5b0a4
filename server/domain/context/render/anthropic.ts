/**
 * The `system` and `messages` of Anthropic's messages. The prompt is marked to be cached after the system prompt, after the
 * summaries and after the last turn that stays: three marks of the four that are allowed.
 */
import type { PromptBlock } from '../prompt.ts';
import { alternating, apart, argumentsOf } from './messages.ts';

const CACHED = { cache_control: { type: 'ephemeral' } } as const;

export function anthropic(blocks: readonly PromptBlock[]): object {
  const { system, chat } = apart(blocks);
  const lastStable = chat.findLast(({ stability, text }) => stability === 'WINDOW' && text !== '');
  const messages = alternating(chat).map(({ speaker, blocks: said }) => ({
    role: speaker,
    content: [...said].sort(resultsFirst).flatMap((block) => content(block, block === lastStable)),
  }));
  return {
    ...(system.length > 0 && { system: system.map(({ text }) => textPart(text, true)) }),
    messages,
  };
}

/** Results of tools must stand before anything else that the user says. */
function resultsFirst(one: PromptBlock, other: PromptBlock): number {
  return Number(other.role === 'TOOL') - Number(one.role === 'TOOL');
}

function content({ role, text, toolCalls, answers }: PromptBlock, isCached: boolean): readonly object[] {
  if (role === 'TOOL')
    return [{ type: 'tool_result', tool_use_id: answers?.id ?? '', content: text, ...(isCached && CACHED) }];
  return [
    ...(text === '' ? [] : [textPart(text, isCached)]),
    ...toolCalls.map(({ id, name, argumentsJson }) => ({
      type: 'tool_use',
      id,
      name,
      input: argumentsOf(argumentsJson),
    })),
  ];
}

function textPart(text: string, isCached: boolean): object {
  return { type: 'text', text, ...(isCached && CACHED) };
}
