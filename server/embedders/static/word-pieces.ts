/** Splits words by WordPiece: a word is the longest token that it starts with, then the longest that the rest starts with, and so on. */
import { EMPTY_HASH, findHashed, hashUnit, type WordTable } from '../../domain/text/word-table.ts';

export type Vocabulary = {
  /** Tokens that start a word, by token. */
  readonly whole: WordTable;
  /** Tokens that continue a word, without their `##`, by token. */
  readonly rest: WordTable;
};

/** The token of a word that cannot be composed of tokens. */
const UNKNOWN_TOKEN = 100;

/** The most units of a word that is split. */
const MAX_WORD_UNITS = 100;

/** A bound of the token length: the longest of the vocabulary has 18 letters. */
const MAX_TOKEN_UNITS = 20;

/** The values are valid until the next word. */
const hashes = new Int32Array(MAX_TOKEN_UNITS + 1);

/** Returns the token that the word with this hash is, `text` from `from` to before `to`; -1 if it is not one. */
export function wholeToken(vocabulary: Vocabulary, hash: number, text: string, from: number, to: number): number {
  return to - from > MAX_TOKEN_UNITS ? -1 : findHashed(vocabulary.whole, hash, text, from, to);
}

/** Adds the tokens of the word that is `text` from `from` to before `to`, a folded one. */
export function wordPieces(vocabulary: Vocabulary, text: string, from: number, to: number, tokens: number[]): void {
  const before = tokens.length;
  if (to - from <= MAX_WORD_UNITS) {
    let at = from;
    while (at < to) {
      const table = at === from ? vocabulary.whole : vocabulary.rest;
      const token = longestToken(table, text, at, to);
      if (token < 0) break;
      tokens.push(token);
      at += (table.starts[token + 1] as number) - (table.starts[token] as number);
    }
    if (at === to) return;
  }
  tokens.length = before;
  tokens.push(UNKNOWN_TOKEN);
}

/** Returns the longest token of the table that the text has at `at`, or -1. */
function longestToken(table: WordTable, text: string, at: number, to: number): number {
  const longest = Math.min(to - at, MAX_TOKEN_UNITS);
  let hash = EMPTY_HASH;
  for (let length = 1; length <= longest; length++) {
    hash = hashUnit(hash, text.charCodeAt(at + length - 1));
    hashes[length] = hash;
  }
  for (let length = longest; length > 0; length--) {
    const token = findHashed(table, hashes[length] as number, text, at, at + length);
    if (token >= 0) return token;
  }
  return -1;
}
