/** OpenAI's public encodings: how each splits a text into words, and which tokens it has. */
import { CL100K_TOKEN_SPLIT_REGEX, O200K_TOKEN_SPLIT_REGEX } from 'gpt-tokenizer/encodingParams/constants';
import type { Encoding } from '../domain/context/tokens.ts';
import { buildTokenTable, type TokenTable } from './token-table.ts';

/** No token crosses a boundary of these words. */
export const WORDS: Readonly<Record<Encoding, RegExp>> = {
  o200k_base: O200K_TOKEN_SPLIT_REGEX,
  cl100k_base: CL100K_TOKEN_SPLIT_REGEX,
};

/**
 * Makes an encoding's table: the first time it takes some 300 ms of its thread, and tens of megabytes while the library's lists are
 * loaded.
 */
export async function makeTokenTable(encoding: Encoding): Promise<TokenTable> {
  const { default: tokens } =
    encoding === 'o200k_base'
      ? await import('gpt-tokenizer/bpeRanks/o200k_base')
      : await import('gpt-tokenizer/bpeRanks/cl100k_base');
  return buildTokenTable(tokens);
}
