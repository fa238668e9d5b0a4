import { UNIT, unitKind } from './fold.ts';

/** Returns the words of a folded text, in order, at most `limit`. */
export function foldedWords(folded: string, limit = Infinity): string[] {
  const words: string[] = [];
  forEachWord(folded, limit, (from, to) => words.push(folded.slice(from, to)));
  return words;
}

/** Calls `visit` with the start and end of each word of a folded text, at most `limit` times. */
export function forEachWord(folded: string, limit: number, visit: (from: number, to: number) => void): void {
  let left = limit;
  let at = 0;
  while (at < folded.length && left > 0) {
    const from = at;
    const kind = unitKind(folded.charCodeAt(at++));
    if (kind !== UNIT.letter && kind !== UNIT.ideograph) continue;
    if (kind === UNIT.letter) while (at < folded.length && unitKind(folded.charCodeAt(at)) === UNIT.letter) at++;
    visit(from, at);
    left--;
  }
}

/** Tells whether a word of `text` begins with a capital and is not all capitals; `folded` has its words at the same positions. */
export function isCapitalised(text: string, folded: string, from: number): boolean {
  return text.length === folded.length && isCapital(text, from) && !isCapital(text, from + 1);
}

function isCapital(text: string, at: number): boolean {
  const letter = text.charAt(at);
  return letter >= 'A' && letter <= 'Z' ? true : letter > LAST_ASCII && /\p{Lu}/u.test(letter);
}

const LAST_ASCII = '\x7f';
