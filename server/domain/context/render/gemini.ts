/** Renders the `systemInstruction` and `contents` of Gemini. */
import type { PromptBlock } from '../prompt.ts';
import { alternating, apart, argumentsOf } from './messages.ts';

export function gemini(blocks: readonly PromptBlock[]): object {
  const { system, chat } = apart(blocks);
  const contents = alternating(chat).map(({ speaker, blocks: said }) => ({
    role: speaker === 'user' ? 'user' : 'model',
    parts: said.flatMap(parts),
  }));
  return {
    ...(system.length > 0 && { systemInstruction: { parts: system.map(({ text }) => ({ text })) } }),
    contents,
  };
}

function parts({ role, text, toolCalls, answers }: PromptBlock): readonly object[] {
  if (role === 'TOOL') return [{ functionResponse: { name: answers?.name ?? '', response: { result: text } } }];
  return [
    ...(text === '' ? [] : [{ text }]),
    ...toolCalls.map(({ name, argumentsJson }) => ({ functionCall: { name, args: argumentsOf(argumentsJson) } })),
  ];
}
