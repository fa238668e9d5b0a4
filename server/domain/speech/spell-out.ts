/**
 * What people type in haste, in full: chat spellings, letters drawn out, slips in words that tell, and whatever else a language says in
 * several forms, so that every rule need know but one of each.
 */
import type { SpeechRules } from './speech-rules.ts';

export type Spelled = {
  readonly text: string;
  /** Where a place of it stands in what was typed. */
  readonly at: (offset: number) => number;
};

/** What a grammar says of spellings. */
type SpellingRules = Pick<SpeechRules, 'spellings' | 'telling' | 'rewrites'>;

type Edit = { readonly from: number; readonly to: number; readonly put: string };

/** `folded` stands unit for unit with what was typed. */
export function spellOut(typed: string, folded: string, rules: SpellingRules): Spelled {
  const edits = [...wordEdits(typed, folded, rules), ...rewrittenEdits(typed, rules)].toSorted(
    (one, other) => one.from - other.from,
  );
  if (edits.length === 0) return { text: typed, at: (offset) => offset };
  let text = '';
  let read = 0;
  /** Where each edit ends, in the text and as typed. */
  const ends: (readonly [text: number, typed: number])[] = [];
  for (const { from, to, put } of edits) {
    if (from < read) continue;
    text += typed.slice(read, from) + put;
    read = to;
    ends.push([text.length, to]);
  }
  text += typed.slice(read);
  return {
    text,
    at: (offset) => {
      const last = ends.findLast(([end]) => end <= offset);
      const next = ends[last === undefined ? 0 : ends.indexOf(last) + 1];
      const moved = (last?.[1] ?? 0) + offset - (last?.[0] ?? 0);
      // Inside what was put there: where that ends.
      return next === undefined ? moved : Math.min(moved, next[1]);
    },
  };
}

const WORD = /(?<![\p{L}\p{N}@#/._-])\p{L}[\p{L}']*(?![\p{N}@_/])/gu;

function wordEdits(typed: string, folded: string, rules: SpellingRules): readonly Edit[] {
  const edits: Edit[] = [];
  for (const { 0: word, index } of folded.matchAll(WORD)) {
    const put = inFull(word, rules);
    if (put !== undefined)
      edits.push({ from: index, to: index + word.length, put: asWritten(put, typed.charAt(index)) });
  }
  return edits;
}

/** Shorter words are near too many others. */
const LEAST_LETTERS = 6;

const DRAWN_OUT = /([aeiousy])\1{2,}/g;

function inFull(word: string, { spellings, telling }: SpellingRules): string | undefined {
  const short = word.replace(DRAWN_OUT, '$1');
  const known = spellings.get(short) ?? (short.length >= LEAST_LETTERS - 1 ? slipOf(short, telling) : undefined);
  return known ?? (short === word ? undefined : short);
}

const asWritten = (put: string, word: string): string =>
  /^\p{Lu}/u.test(word) ? put.charAt(0).toUpperCase() + put.slice(1) : put;

/** The telling word that one letter left out, put in, changed or swapped makes of this one, its first and last in place. */
function slipOf(word: string, byEnds: SpellingRules['telling']): string | undefined {
  const near = byEnds.get(word.charAt(0) + word.charAt(word.length - 1));
  return near === undefined || near.includes(word) ? undefined : near.find((telling) => isSlip(word, telling));
}

/** What the two begin and end with alike leaves one letter of either at most, or two that are swapped. */
function isSlip(word: string, telling: string): boolean {
  const shorter = Math.min(word.length, telling.length);
  if (shorter < LEAST_LETTERS - 1 || Math.max(word.length, telling.length) - shorter > 1) return false;
  let from = 0;
  while (from < shorter && word[from] === telling[from]) from++;
  let end = 0;
  while (end < shorter - from && word.at(-1 - end) === telling.at(-1 - end)) end++;
  const one = word.slice(from, word.length - end);
  const other = telling.slice(from, telling.length - end);
  if (one.length <= 1 && other.length <= 1) return true;
  return one.length === 2 && other.length === 2 && one[0] === other[1] && one[1] === other[0];
}

function rewrittenEdits(typed: string, { rewrites }: SpellingRules): readonly Edit[] {
  return rewrites.flatMap(({ pattern, put }) =>
    [...typed.matchAll(pattern)].flatMap((found) => {
      const [said] = found;
      const instead = put(found);
      return instead === undefined
        ? []
        : [{ from: found.index, to: found.index + said.length, put: asWritten(instead, said) }];
    }),
  );
}
