/** OpenAI's tokenizers, loaded when first asked for: each takes tens of megabytes and some 200 ms. */
import { LRUCache } from 'lru-cache';
import type { CountText, Encoding } from '../domain/context/tokens.ts';
import { COUNTING } from '../policy/context.ts';
import type { TokenCounter } from '../ports-of-context.ts';

type Tokenizer = { countTokens(text: string, options: { disallowedSpecial: Set<string> }): number };

const LOADERS: Readonly<Record<Encoding, () => Promise<Tokenizer>>> = {
  o200k_base: () => import('gpt-tokenizer/encoding/o200k_base'),
  cl100k_base: () => import('gpt-tokenizer/encoding/cl100k_base'),
};

/** `<|endoftext|>` in a user's text is text. */
const PLAIN = { disallowedSpecial: new Set<string>() };

/** Runs that a tokenizer would take seconds for. */
const LONG_RUN = new RegExp(`\\S{${COUNTING.run},}|\\s{${COUNTING.run},}`);
const SLICES = new RegExp(`\\S{1,${COUNTING.run}}|\\s{1,${COUNTING.run}}`, 'g');

export function tokenCounter(): TokenCounter {
  const loaded = new Map<Encoding, Tokenizer>();
  const loading = new Map<Encoding, Promise<void>>();
  const known = new LRUCache<string, ReturnType<CountText>>({
    maxSize: COUNTING.cachedUnits,
    sizeCalculation: (_, key) => key.length + 1,
  });

  async function load(encoding: Encoding): Promise<void> {
    loaded.set(encoding, await LOADERS[encoding]());
  }

  return {
    async load(encoding) {
      if (loaded.has(encoding)) return;
      const underWay = loading.get(encoding) ?? load(encoding);
      loading.set(encoding, underWay);
      await underWay;
    },
    count(text, encoding) {
      const key = `${encoding === 'o200k_base' ? 'o' : 'c'}${text}`;
      const before = known.get(key);
      if (before !== undefined) return before;
      const tokenizer = loaded.get(encoding);
      if (tokenizer === undefined) throw new Error(`${encoding} is not loaded.`);
      const counted = countWith(tokenizer, text);
      known.set(key, counted);
      return counted;
    },
  };
}

function countWith(tokenizer: Tokenizer, text: string): ReturnType<CountText> {
  if (!LONG_RUN.test(text)) return { tokens: tokenizer.countTokens(text, PLAIN), isExact: true };
  let tokens = 0;
  for (const [slice] of text.matchAll(SLICES)) tokens += tokenizer.countTokens(slice, PLAIN);
  return { tokens, isExact: false };
}
