/** Renders the `input` of OpenAI's Responses API. */
import type { PromptBlock } from '../prompt.ts';

export function openAiResponses(blocks: readonly PromptBlock[]): object {
  return { input: blocks.flatMap(parts) };
}

function parts({ role, text, toolCalls, answers }: PromptBlock): readonly object[] {
  if (role === 'TOOL') return [{ type: 'function_call_output', call_id: answers?.id ?? '', output: text }];
  const calls = toolCalls.map(({ id, name, argumentsJson }) => ({
    type: 'function_call',
    call_id: id,
    name,
    arguments: argumentsJson,
  }));
  if (text === '') return calls;
  return [{ role: ROLES[role], content: text }, ...calls];
}

const ROLES = { SYSTEM: 'system', USER: 'user', ASSISTANT: 'assistant' } as const;
