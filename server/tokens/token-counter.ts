/** Counts tokens by OpenAI's public tokenizers. */
import type { CountText, Encoding } from '../domain/context/tokens.ts';
import { COUNTING } from '../policy/context.ts';
import type { TokenCounter } from '../ports/context.ts';
import { MOST_UNITS, wordCounter } from './byte-pairs.ts';
import { WORDS } from './encodings.ts';
import type { TokenTable } from './token-table.ts';

type Tokenizer = (text: string) => ReturnType<CountText>;

/** Nearly all words were seen before, and finding one among a few thousand is faster than counting it. */
function tokenizer(table: TokenTable, words: RegExp): Tokenizer {
  const countWord = wordCounter(table);
  const known = new Map<string, number>();
  const ofWord = (word: string): number => {
    if (word.length > COUNTING.wordUnits) return countWord(word);
    const before = known.get(word);
    if (before !== undefined) return before;
    const counted = countWord(word);
    if (known.size >= COUNTING.words) known.clear();
    known.set(word, counted);
    return counted;
  };
  return (text) => {
    let tokens = 0;
    let isExact = true;
    for (const word of text.match(words) ?? []) {
      if (word.length <= MOST_UNITS) tokens += ofWord(word);
      else {
        isExact = false;
        for (let at = 0; at < word.length; at += MOST_UNITS) tokens += countWord(word.slice(at, at + MOST_UNITS));
      }
    }
    return { tokens, isExact };
  };
}

/** No token continues past the end of a line, except over blanks and the signs that may be joined to it. */
const LINE_ENDS = /\n(?=[^\s/])/g;

/** Makes a token counter; `tableOf` makes or returns an encoding's table. */
export function tokenCounter(tableOf: (encoding: Encoding) => Promise<TokenTable>): TokenCounter {
  const loaded = new Map<Encoding, CountKnown>();
  const loading = new Map<Encoding, Promise<void>>();

  async function load(encoding: Encoding): Promise<void> {
    loaded.set(encoding, remembering(tokenizer(await tableOf(encoding), WORDS[encoding])));
  }

  return {
    async load(encoding) {
      if (loaded.has(encoding)) return;
      const underWay = loading.get(encoding) ?? load(encoding);
      loading.set(encoding, underWay);
      // If loading failed, the next call tries again.
      await underWay.finally(() => loading.delete(encoding));
    },
    count(text, encoding) {
      const countKnown = loaded.get(encoding);
      if (countKnown === undefined) throw new Error(`${encoding} is not loaded.`);
      return countKnown(text);
    },
  };
}

type CountKnown = (text: string) => ReturnType<CountText>;

/**
 * Remembers the counts of recent texts in two halves: the older is dropped when the newer is full. Building a prompt asks for a hundred
 * counts, too many for a costlier cache.
 */
function remembering(count: Tokenizer): CountKnown {
  let newer = new Map<string, ReturnType<CountText>>();
  let older = newer;
  let units = 0;
  const countKnown: CountKnown = (text) => {
    const before = newer.get(text);
    if (before !== undefined) return before;
    const counted =
      older.get(text) ?? (text.length < COUNTING.byLineFrom ? count(text) : byLine(text, count, countKnown));
    units += text.length + 1;
    if (units > COUNTING.cachedUnits / 2) {
      older = newer;
      newer = new Map();
      units = text.length + 1;
    }
    newer.set(text, counted);
    return counted;
  };
  return countKnown;
}

/** Counts a long text by line: after a small change, most of its lines were seen before. */
function byLine(text: string, count: Tokenizer, countKnown: CountKnown): ReturnType<CountText> {
  let from = 0;
  let tokens = 0;
  let isExact = true;
  const add = (line: string): void => {
    const counted = countKnown(line);
    tokens += counted.tokens;
    isExact &&= counted.isExact;
  };
  for (const { index } of text.matchAll(LINE_ENDS)) {
    add(text.slice(from, index + 1));
    from = index + 1;
  }
  if (from === 0) return count(text);
  add(text.slice(from));
  return { tokens, isExact };
}
