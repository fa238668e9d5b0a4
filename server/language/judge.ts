/** The reader as judge of what rules have found. */
import type { Reader } from './reader.ts';

/** How likely a span of a turn is a lasting statement of the user's own, 0 to 1: as the likeliest of the sentences it stands in. */
export type Judge = (turn: string, from: number, to: number) => number;

/** Reads a turn once, however many spans are asked for one after another. */
export function judgeOf({ read }: Reader): Judge {
  let last: { readonly turn: string; readonly sentences: ReturnType<Reader['read']> } | undefined;
  return (turn, from, to) => {
    if (last?.turn !== turn) last = { turn, sentences: read(turn) };
    const own = last.sentences.filter((sentence) => sentence.from < to && sentence.to > from);
    return Math.max(0, ...own.map(({ probability }) => probability));
  };
}
