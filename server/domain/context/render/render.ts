/** The formats that a prompt can be rendered in. */
import type { PromptBlock } from '../prompt.ts';
import { anthropic } from './anthropic.ts';
import { gemini } from './gemini.ts';
import { openAiChat } from './openai-chat.ts';
import { openAiResponses } from './openai-responses.ts';

export const FORMATS = ['OPENAI_CHAT', 'OPENAI_RESPONSES', 'ANTHROPIC', 'GEMINI', 'PLAIN'] as const;
export type Format = (typeof FORMATS)[number];

const TO_OBJECT: Readonly<Record<Exclude<Format, 'PLAIN'>, (blocks: readonly PromptBlock[]) => object>> = {
  OPENAI_CHAT: openAiChat,
  OPENAI_RESPONSES: openAiResponses,
  ANTHROPIC: anthropic,
  GEMINI: gemini,
};

/**
 * Returns JSON to be spread into the provider's request; for PLAIN, the texts separated by blank lines. The same blocks always yield
 * the same bytes.
 */
export function render(blocks: readonly PromptBlock[], format: Format): string {
  if (format === 'PLAIN') return blocks.flatMap(({ text }) => (text === '' ? [] : [text])).join('\n\n');
  return JSON.stringify(TO_OBJECT[format](blocks));
}
