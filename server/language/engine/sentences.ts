/** Splits a text into sentences with their positions, the units that the reader judges. It does not depend on the language. */

export type Sentence = {
  readonly text: string;
  /** The range in UTF-16 units of the text; `to` is exclusive. */
  readonly from: number;
  readonly to: number;
};

const CUT = /(?<=[.!?])\s+|\n+/gu;
const SAYS = /[\p{L}\p{N}]/u;

/** Cuts after periods, question and exclamation marks, and at line breaks. A single word is joined to what stands before it. */
export function sentencesIn(text: string): readonly Sentence[] {
  const found: Sentence[] = [];
  let from = 0;
  for (const cut of [...text.matchAll(CUT)].map(({ index, 0: { length } }) => ({ to: index, next: index + length }))) {
    push(text, from, cut.to, found);
    from = cut.next;
  }
  push(text, from, text.length, found);
  return found.length > 0 ? found : [{ text, from: 0, to: text.length }];
}

function push(text: string, from: number, to: number, found: Sentence[]): void {
  const part = text.slice(from, to);
  if (!SAYS.test(part)) return;
  const last = found.at(-1);
  const start = last !== undefined && isOneWord(last.text) ? (found.pop() as Sentence).from : from;
  found.push({ text: text.slice(start, to).trim(), from: start, to });
}

const isOneWord = (text: string): boolean => !/\S\s+\S/u.test(text);
