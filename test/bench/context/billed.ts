/**
 * Prompts as a provider sees and bills them: blocks that are distinguished by their bytes, and texts of a
 * given length from which prompts are made.
 */
import { createHash } from 'node:crypto';
import { encode } from 'gpt-tokenizer/encoding/o200k_base';
import type { MeteredBlock } from '../../../server/domain/context/cache-meter.ts';
import { sentence } from '../../load/sentences.ts';

/** The number of tokens that a message costs in addition to its text. */
export const MESSAGE = 4;

type Part = { readonly text?: string; readonly content?: string; readonly cache_control?: object };
type Payload = {
  readonly system?: readonly Part[];
  readonly messages: readonly { readonly role: string; readonly content: string | readonly Part[] }[];
};

/** Returns the blocks of a payload as the provider sees them. */
export function blocksOf(payload: string): readonly MeteredBlock[] {
  const { system = [], messages } = JSON.parse(payload) as Payload;
  const part = (role: string, { text = '', content = '', cache_control }: Part): MeteredBlock =>
    block(role, text + content, count(text + content) + MESSAGE, cache_control !== undefined);
  return [
    ...system.map((one) => part('system', one)),
    ...messages.flatMap(({ role, content }) =>
      typeof content === 'string' ? [part(role, { text: content })] : content.map((one) => part(role, one)),
    ),
  ];
}

export function block(role: string, text: string, tokens: number, isMarked: boolean): MeteredBlock {
  return { key: createHash('sha256').update(`${role} ${text}`).digest('base64'), tokens, isMarked };
}

export function turn(at: number, content: string) {
  return { role: at % 2 === 0 ? ('ROLE_USER' as const) : ('ROLE_ASSISTANT' as const), content };
}

export function textOf(tokens: number, random: () => number): string {
  let text = '';
  while (encode(text).length < tokens) text += `${text === '' ? '' : ' '}${sentence(random)}`;
  return text;
}

const counted = new Map<string, number>();

/**
 * Counts tokens of o200k_base. Results are kept, since a session's turns are counted in each of its prompts.
 */
export function count(text: string): number {
  const known = counted.get(text);
  if (known !== undefined) return known;
  const tokens = encode(text).length;
  counted.set(text, tokens);
  return tokens;
}
