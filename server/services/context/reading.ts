import type { Reading } from '../../domain/context/read-turn.ts';
import type { ContextDependencies } from './dependencies.ts';

/** What reading turns takes, once the tokenizer is there. */
export async function turnReading(
  { texts: { tokens }, embed, newUuid }: Pick<ContextDependencies, 'texts' | 'embed' | 'newUuid'>,
  scope: Reading['scope'],
): Promise<Reading> {
  await tokens.load('o200k_base');
  return { count: (text) => tokens.count(text, 'o200k_base').tokens, embed, newFactId: () => `fa_${newUuid()}`, scope };
}
