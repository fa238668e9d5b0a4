/** Renders the `system` and `messages` of Anthropic's Messages API, with `cache_control` where marks.ts says that caching pays. */
import type { PromptBlock } from '../prompt.ts';
import { alternating, apart, argumentsOf } from './messages.ts';

const CACHED = { cache_control: { type: 'ephemeral' } } as const;

export function anthropic(blocks: readonly PromptBlock[]): object {
  const { system, chat } = apart(blocks);
  const messages = alternating(chat).map(({ speaker, blocks: said }) => ({
    role: speaker,
    content: [...said].sort(resultsFirst).flatMap((block) => content(block)),
  }));
  return {
    ...(system.length > 0 && { system: system.map(({ text, isMarked }) => textPart(text, isMarked)) }),
    messages,
  };
}

/** Sorts results of tools first: they must precede anything else in the user's message. */
function resultsFirst(one: PromptBlock, other: PromptBlock): number {
  return Number(other.role === 'TOOL') - Number(one.role === 'TOOL');
}

function content({ role, text, toolCalls, answers, isMarked }: PromptBlock): readonly object[] {
  if (role === 'TOOL')
    return [{ type: 'tool_result', tool_use_id: answers?.id ?? '', content: text, ...(isMarked && CACHED) }];
  return [
    ...(text === '' ? [] : [textPart(text, isMarked)]),
    ...toolCalls.map(({ id, name, argumentsJson }) => ({
      type: 'tool_use',
      id,
      name,
      input: argumentsOf(argumentsJson),
    })),
  ];
}

function textPart(text: string, isMarked = false): object {
  return { type: 'text', text, ...(isMarked && CACHED) };
}
