/**
 * Generates small talk from topics written for this project (`<language>/chat-topics.json`): speakers move from topic to topic, often
 * with a reply to what was said last.
 */
import { randomFrom, type Random } from './random.ts';

export type ChatTopics = {
  /** The number of chats to generate: about as many turns as the language has of its own. */
  readonly chats: number;
  /** Ways to begin a topic, and lines within it. */
  readonly topics: readonly { readonly opens: readonly string[]; readonly goesOn: readonly string[] }[];
  /** Lines placed before any other, whether it continues or begins a topic, so that a reply indicates neither. */
  readonly replies: readonly string[];
  /** Contracted words, spelled out in half of the lines. */
  readonly spelledOut: Readonly<Record<string, string>>;
};

const SEED = 11;

export function generatedChats({
  chats,
  topics,
  replies,
  spelledOut,
}: ChatTopics): readonly { readonly turns: readonly string[]; readonly cuts: readonly number[] }[] {
  const random = randomFrom(SEED);
  const spell = (said: string): string =>
    random.below(2) === 1 ? said : said.replaceAll(/[\p{L}']+/gu, (word) => spelledOut[word] ?? word);
  const withReply = (said: string): string =>
    random.below(10) < 4 ? said : `${spell(random.pick(replies))}${random.pick([', ', ' . ', '! ', '. '])}${said}`;
  return Array.from({ length: chats }, () => chat(topics, replies, random, spell, withReply));
}

function chat(
  topics: ChatTopics['topics'],
  replies: readonly string[],
  random: Random,
  spell: (said: string) => string,
  withReply: (said: string) => string,
): { readonly turns: readonly string[]; readonly cuts: readonly number[] } {
  const turns: string[] = [];
  const cuts: number[] = [];
  for (const { opens, goesOn } of random.sample(topics, 2 + random.below(4))) {
    if (turns.length > 0) cuts.push(turns.length);
    const lines = 1 + random.below(6);
    const first = spell(random.pick(opens));
    turns.push(turns.length > 0 ? withReply(first) : first);
    for (const line of random.sample(goesOn, lines)) turns.push(withReply(spell(line)));
    if (random.below(3) === 0) turns.push(spell(random.pick(replies)));
  }
  return { turns, cuts };
}
