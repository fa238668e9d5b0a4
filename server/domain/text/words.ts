import { UNIT, unitKind } from './fold.ts';

/** The words of a folded text, in order, at most `limit`. */
export function foldedWords(folded: string, limit = Infinity): string[] {
  const words: string[] = [];
  let start = -1;
  for (let at = 0; at <= folded.length && words.length < limit; at++) {
    const kind = at < folded.length ? unitKind(folded.charCodeAt(at)) : UNIT.space;
    if (kind === UNIT.letter) {
      if (start < 0) start = at;
      continue;
    }
    if (start >= 0) words.push(folded.slice(start, at));
    start = -1;
    if (kind === UNIT.ideograph) words.push(folded.charAt(at));
  }
  return words;
}
