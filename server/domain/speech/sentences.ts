/** Finds where sentences begin and end, and whether they ask. */

import { SENTENCE_UNITS } from '../../policy/facts.ts';

export type Sentence = {
  readonly from: number;
  /** The end, before closing marks. */
  readonly to: number;
  /** True if an inverted question mark opens it. */
  readonly opensAsking: boolean;
  readonly closesAsking: boolean;
};

const END = /[.!?]+(?=$|[\s\u00bf\u00a1)"\u00a4])|\n+|;|(?=\u00bf)/g;
/** A period after a match of `abbreviations` ends no sentence. */
export function sentencesOf(folded: string, abbreviations: RegExp): readonly Sentence[] {
  const sentences: Sentence[] = [];
  let from = 0;
  const add = (to: number, closing: string): void => {
    const begins = from + (/^[\s\u00a1]*/.exec(folded.slice(from, to))?.[0].length ?? 0);
    const opensAsking = folded.charAt(begins) === '\u00bf';
    const closesAsking = closing.includes('?');
    for (let at = begins + (opensAsking ? 1 : 0); at < to; at += SENTENCE_UNITS)
      sentences.push({ from: at, to: Math.min(to, at + SENTENCE_UNITS), opensAsking, closesAsking });
  };
  for (const { index, 0: mark } of folded.matchAll(END)) {
    if (index < from || (mark === '' && index === from)) continue;
    if (mark === '.' && abbreviations.test(folded.slice(from, index))) continue;
    add(index, mark);
    from = index + mark.length;
  }
  add(folded.length, '');
  return sentences;
}
