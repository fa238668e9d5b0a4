/** Hashes the n-grams of a sentence: of words, of characters, of words apart and of the context. It does not depend on the language. */

/** FNV-1a, 32 bits (Fowler, Noll, Vo: offset 2166136261, prime 16777619), with the high half folded into the low one at the end. */
const SEED = 2166136261;
const PRIME = 16777619;
const FOLD_BITS = 15;

const step = (hash: number, unit: number): number => Math.imul(hash ^ unit, PRIME);
const end = (hash: number): number => (hash ^ (hash >>> FOLD_BITS)) >>> 0;

function over(hash: number, text: string): number {
  let next = hash;
  for (let at = 0; at < text.length; at++) next = step(next, text.charCodeAt(at));
  return next;
}

const SPACE = 32;
const UNDERSCORE = 95;
const START = '<';
const END = '>';

/** The most words and letters that are read of a sentence and of a word; the rest is ignored. */
const MOST = { words: 80, apart: 60, letters: 40 } as const;
const WORD_GRAM = 3;
const CHARACTER_GRAM = 5;
/** The number of words before and after a sentence that are read. */
const AROUND = { before: 6, after: 6, gram: 2 } as const;

const WORD = /[a-z0-9']+|[?!":,;]/g;

/** Returns the words and marks of a folded text. */
export function wordsOf(folded: string): readonly string[] {
  return folded.match(WORD) ?? [];
}

/** The words around a sentence in its turn; empty if it is alone. */
export type Around = {
  readonly before: readonly string[];
  readonly after: readonly string[];
};

/** Returns lists of hashes by kind: each list counts the same, however long it is. `text` is the sentence as written. */
export function gramsOf(text: string, sentence: readonly string[], around: Around): readonly (readonly number[])[] {
  const words = sentence.slice(0, MOST.words);
  return [
    wordGrams(words, WORD_GRAM, 'W', []),
    characterGrams(words),
    aroundGrams(around),
    apartGrams(words),
    endingGrams(text),
  ];
}

const ACCENTED_END = /\p{L}(?=[\u0080-\uffff])\p{L}(?!\p{L})/gu;
const NOT_ASCII = /[\u0080-\uffff]/;
const ENDING = over(SEED, 'E');
/** The distance into a text within which its first verb is looked for, and the most that is read at all, in UTF-16 units. */
const ENDING_UNITS = { first: 24, most: 600 } as const;
const NO_ENDINGS: readonly number[] = [];

/** Returns the last letters of words that end in an accent, which folding would hide: "he worked" (trabajó) is not "I work" (trabajo). */
function endingGrams(text: string): readonly number[] {
  if (!NOT_ASCII.test(text)) return NO_ENDINGS;
  const found: number[] = [];
  for (const { 0: letters, index } of text.slice(0, ENDING_UNITS.most).toLowerCase().matchAll(ACCENTED_END)) {
    const hash = step(ENDING, letters.charCodeAt(letters.length - 1));
    found.push(end(hash));
    if (index < ENDING_UNITS.first) found.push(end(step(hash, UNDERSCORE)));
  }
  return found;
}

function wordGrams(words: readonly string[], longest: number, mark: string, found: number[]): number[] {
  const bounded = [START, ...words, END];
  const marked = over(SEED, mark);
  for (let at = 0; at < bounded.length; at++) {
    let hash = marked;
    for (let length = 0; length < longest && at + length < bounded.length; length++) {
      if (length > 0) hash = step(hash, SPACE);
      hash = over(hash, bounded[at + length] as string);
      found.push(end(hash));
    }
  }
  return found;
}

const CHARACTERS = over(SEED, '#');

/** Returns grams of 2 to 5 characters, including the bounds of the word. */
function characterGrams(words: readonly string[]): number[] {
  const found: number[] = [];
  for (const word of words) {
    if (word.length === 1 && !/[a-z0-9]/.test(word)) continue;
    const bounded = `_${word.slice(0, MOST.letters)}_`;
    for (let at = 0; at < bounded.length; at++) {
      let hash = step(CHARACTERS, bounded.charCodeAt(at));
      for (let length = 1; length < CHARACTER_GRAM && at + length < bounded.length; length++) {
        hash = step(hash, bounded.charCodeAt(at + length));
        found.push(end(hash));
      }
    }
  }
  return found;
}

const ALONE = [end(over(SEED, 'T0'))] as const;

function aroundGrams({ before, after }: Around): readonly number[] {
  if (before.length === 0 && after.length === 0) return ALONE;
  const found: number[] = [];
  wordGrams(before.slice(-AROUND.before), AROUND.gram, 'B', found);
  return wordGrams(after.slice(0, AROUND.after), AROUND.gram, 'A', found);
}

const APART = over(SEED, 'S');
const OPENING = over(SEED, '^');
const DISTANCES = [2, 3, 4] as const;
const OPENING_WORDS = 3;

/** Returns pairs of words 2 to 4 apart, and the first three words. */
function apartGrams(words: readonly string[]): number[] {
  const bounded = [START, ...words.slice(0, MOST.apart), END];
  const found: number[] = [];
  for (const distance of DISTANCES) {
    for (let at = 0; at + distance < bounded.length; at++) {
      const first = step(over(APART, bounded[at] as string), UNDERSCORE);
      found.push(end(over(first, bounded[at + distance] as string)));
    }
  }
  for (const word of bounded.slice(1, 1 + OPENING_WORDS)) found.push(end(over(OPENING, word)));
  return found;
}

const WITH_OPENING = over(SEED, 'X');
const WITH_FIRST = over(SEED, 'Y');
const LENGTH = over(SEED, 'Z');
const TOGETHER = over(SEED, 'P');
const WORDS_A_STEP = 4;
const STEPS = 4;

/**
 * Returns combinations that a linear model cannot form by itself: each sign with the first word and with the first two words of the
 * sentence, and pairs of signs. "I love" lasts; "I love" with an article and a day does not. `signs` are the indexes of the signs
 * that hold; `words` is the number of words.
 */
export function joinedGrams(
  [first = '', second = '']: readonly string[],
  words: number,
  signs: readonly number[],
): number[] {
  const begins = (mark: number): number => step(over(mark, first), UNDERSCORE);
  const opening = over(begins(WITH_OPENING), second);
  const alone = begins(WITH_FIRST);
  const found = [end(step(over(begins(LENGTH), second), Math.min(STEPS, Math.floor(words / WORDS_A_STEP))))];
  signs.forEach((sign, at) => {
    found.push(end(step(step(opening, UNDERSCORE), sign)), end(step(alone, sign)));
    for (let other = at + 1; other < signs.length; other++) {
      found.push(end(step(step(step(TOGETHER, sign), UNDERSCORE), signs[other] as number)));
    }
  });
  return found;
}
