/** Renders the `messages` of OpenAI's Chat Completions API, and of the many servers that are compatible with it. */
import type { PromptBlock } from '../prompt.ts';

export function openAiChat(blocks: readonly PromptBlock[]): object {
  return { messages: blocks.map(message) };
}

function message({ role, text, toolCalls, answers }: PromptBlock): object {
  if (role === 'TOOL') return { role: 'tool', tool_call_id: answers?.id ?? '', content: text };
  if (role !== 'ASSISTANT') return { role: role === 'SYSTEM' ? 'system' : 'user', content: text };
  if (toolCalls.length === 0) return { role: 'assistant', content: text };
  return {
    role: 'assistant',
    content: text === '' ? null : text,
    tool_calls: toolCalls.map(({ id, name, argumentsJson }) => ({
      id,
      type: 'function',
      function: { name, arguments: argumentsJson },
    })),
  };
}
