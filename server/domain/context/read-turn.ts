/** Reads a turn before it is stored: pure, but slow enough to be done once. */
import { OVERHEAD } from '../../policy/context.ts';
import { fold } from '../text/fold.ts';
import { guessLanguage } from '../text/language.ts';
import { stemOf } from '../text/stems.ts';
import { STOP_WORDS } from '../text/stop-words.ts';
import { foldedWords } from '../text/words.ts';
import { turnDigest, type Count } from './turn-digest.ts';
import type { ReadTurn, TopicSign, Turn } from './turn.ts';

/** What reading takes. */
export type Reading = {
  /** Of o200k_base. */
  readonly count: Count;
  readonly embed: (text: string) => Float32Array;
  /** Whether the words announce another topic. */
  readonly signOf: (text: string) => TopicSign | undefined;
  /** What the words are about; '' where that is not clear. */
  readonly domainOf: (text: string) => string;
};

export function readTurn(turn: Turn, id: string, { count, embed, signOf, domainOf }: Reading): ReadTurn {
  const isTool = turn.role === 'TOOL';
  const sign = turn.role === 'USER' ? signOf(turn.content) : undefined;
  return {
    ...turn,
    id,
    tokens: turnTokens(turn, count),
    ...(!isTool && turn.content !== '' && { vector: embed(turn.content) }),
    stems: isTool ? [] : stemsOf(turn.content),
    digest: turnDigest(isTool ? '' : turn.content, count),
    domain: isTool ? '' : domainOf(turn.content),
    ...(sign !== undefined && { sign }),
  };
}

/** With what its message and its calls cost beside their texts. */
function turnTokens({ content, toolCalls }: Pick<Turn, 'content' | 'toolCalls'>, count: Count): number {
  const calls = toolCalls.reduce(
    (sum, { name, argumentsJson }) => sum + OVERHEAD.toolCall + count(name) + count(argumentsJson),
    0,
  );
  return OVERHEAD.message + count(content) + calls;
}

/** The stems of a text's words but stop words. */
export function stemsOf(text: string): readonly string[] {
  const folded = fold(text);
  const language = guessLanguage(text, folded) ?? 'en';
  const stems = foldedWords(folded)
    .filter((word) => !STOP_WORDS[language].has(word))
    .map((word) => stemOf(word, language));
  return [...new Set(stems)];
}
