/**
 * Digests a turn when it is appended, for the summary of its segment: its most telling sentences, and its topic words. Each word has
 * its tokens, so that a summary is composed without counting.
 */
import { DIGEST } from '../../policy/context.ts';
import { fold } from '../text/fold.ts';
import { contentWords, sentencesOf, tellingSentences } from './telling-sentences.ts';
import type { CountedWords, TurnDigest } from './turn.ts';

/** Counts the tokens of a text. */
export type Count = (text: string) => number;

/** `said` are the words that facts were read from. */
export function turnDigest(text: string, count: Count, said: readonly string[] = []): TurnDigest {
  const points = tellingSentences(text, said).map(({ kind, text: part, worth }) => ({
    kind,
    worth,
    ...counted(part.split(' '), count),
  }));
  return { topics: counted(topicsOf(sentencesOf(text).map(fold)), count), points };
}

/** Returns the most frequent words, the longer ones first, in the order in which they are said. */
function topicsOf(folded: readonly string[]): string[] {
  const times = new Map<string, number>();
  for (const word of folded.flatMap(contentWords))
    if (word.length >= DIGEST.shortestTopic) times.set(word, (times.get(word) ?? 0) + 1);
  const chosen = [...times].toSorted(([a, m], [b, n]) => n - m || b.length - a.length).slice(0, DIGEST.topics);
  return chosen.map(([word]) => word);
}

/** Counts each word with the blank before it. */
function counted(words: readonly string[], count: Count): CountedWords {
  return { words, tokens: words.map((word) => count(` ${word}`)) };
}
