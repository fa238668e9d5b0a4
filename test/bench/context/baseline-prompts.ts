/** Baselines for prompts of a conversation: all turns, the last ones, or those that BM25 finds, with their neighbours. */
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { fold } from '../../../server/domain/text/fold.ts';
import { stemOf } from '../../../server/domain/text/stems.ts';
import { STOP_WORDS } from '../../../server/domain/text/stop-words.ts';
import { forEachWord } from '../../../server/domain/text/words.ts';
import { OVERHEAD } from '../../../server/policy/context.ts';
import type { CorpusMemory } from '../corpus.ts';

/** The ids of the turns, and the number of tokens that they take together. */
export type Chosen = { readonly ids: ReadonlySet<string>; readonly tokens: number };

/** Chooses turns of at most this many tokens. */
export type BaselinePrompt = (question: string, most: number) => Chosen;

/** The usual parameters of BM25. */
const [K1, B] = [1.2, 0.75];
const MOST_WORDS = 1000;

/** Returns each baseline by its name. `turns` are in the order in which they were said. */
export function baselinePrompts(turns: readonly CorpusMemory[]): Readonly<Record<string, BaselinePrompt>> {
  const tokens = turns.map(({ speaker, text }) => OVERHEAD.message + countTokens(`${speaker}: ${text}`));
  const chosen = (places: ReadonlySet<number>): Chosen => ({
    ids: new Set([...places].map((at) => turns[at]!.id)),
    tokens: [...places].reduce((sum, at) => sum + tokens[at]!, 0),
  });
  const rank = bm25(turns);
  return {
    'full history': () => chosen(new Set(turns.keys())),
    'last turns': (_, most) => {
      let [first, left] = [turns.length, most];
      while (first > 0 && tokens[first - 1]! <= left) left -= tokens[--first]!;
      return chosen(new Set([...turns.keys()].slice(first)));
    },
    'BM25, neighbours': (question, most) => {
      const taken = new Set<number>();
      let left = most;
      for (const at of rank(question)) {
        const missing = [at - 1, at, at + 1].filter((place) => turns[place] !== undefined && !taken.has(place));
        const takes = missing.reduce((sum, place) => sum + tokens[place]!, 0);
        if (takes > left) continue;
        left -= takes;
        for (const place of missing) taken.add(place);
      }
      return chosen(taken);
    },
  };
}

/**
 * Returns the positions of texts that share a word with the question, best first: by stems, without stop words, with the speaker's
 * name.
 */
function bm25(turns: readonly CorpusMemory[]): (question: string) => readonly number[] {
  const terms = turns.map(({ speaker, text }) => countsOf(`${speaker} ${text}`));
  const lengths = terms.map((of) => [...of.values()].reduce((sum, times) => sum + times, 0));
  const mean = lengths.reduce((sum, length) => sum + length, 0) / Math.max(turns.length, 1);
  const frequencies = new Map<string, number>();
  for (const of of terms) for (const term of of.keys()) frequencies.set(term, (frequencies.get(term) ?? 0) + 1);
  return (question) => {
    const asked = [...countsOf(question).keys()].map((term) => {
      const frequency = frequencies.get(term) ?? 0;
      return { term, idf: Math.log(1 + (turns.length - frequency + 0.5) / (frequency + 0.5)) };
    });
    return terms
      .map((of, at) => {
        const norm = K1 * (1 - B + (B * lengths[at]!) / mean);
        const score = asked.reduce((sum, { term, idf }) => {
          const times = of.get(term) ?? 0;
          return sum + (idf * times * (K1 + 1)) / (times + norm);
        }, 0);
        return { at, score };
      })
      .filter(({ score }) => score > 0)
      .toSorted((one, other) => other.score - one.score)
      .map(({ at }) => at);
  };
}

/** Counts how often a text has each stem. */
function countsOf(text: string): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  const folded = fold(text);
  forEachWord(folded, MOST_WORDS, (from, to) => {
    const word = folded.slice(from, to);
    if (STOP_WORDS.en.has(word)) return;
    const stem = stemOf(word, 'en');
    counts.set(stem, (counts.get(stem) ?? 0) + 1);
  });
  return counts;
}
