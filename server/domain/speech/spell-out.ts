/**
 * Spells out what people type in haste: chat spellings, drawn-out letters, typos in words that matter, and whatever else a language
 * expresses in several forms, so that each rule needs only one of them.
 */
import type { SpeechRules } from '../languages/rules/speech-rules.ts';

export type Spelled = {
  readonly text: string;
  /** Maps an offset in it to one in the typed text. */
  readonly at: (offset: number) => number;
};

/** The part of a grammar that concerns spelling. */
type SpellingRules = Pick<SpeechRules, 'spellings' | 'telling' | 'rewrites'>;

type Edit = { readonly from: number; readonly to: number; readonly put: string };

/** `folded` corresponds unit by unit to what was typed. */
export function spellOut(typed: string, folded: string, rules: SpellingRules): Spelled {
  const edits = [...wordEdits(typed, folded, rules), ...rewrittenEdits(typed, rules)].toSorted(
    (one, other) => one.from - other.from,
  );
  if (edits.length === 0) return { text: typed, at: (offset) => offset };
  let text = '';
  let read = 0;
  /** The end of each edit, in the text and as typed. */
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
      // An offset inside a replacement maps to the end of it.
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

/** Shorter words resemble too many others. */
const LEAST_LETTERS = 6;

const DRAWN_OUT = /([aeiousy])\1{2,}/g;

function inFull(word: string, { spellings, telling }: SpellingRules): string | undefined {
  const short = word.replace(DRAWN_OUT, '$1');
  const known = spellings.get(short) ?? (short.length >= LEAST_LETTERS - 1 ? slipOf(short, telling) : undefined);
  return known ?? (short === word ? undefined : short);
}

const asWritten = (put: string, word: string): string =>
  /^\p{Lu}/u.test(word) ? put.charAt(0).toUpperCase() + put.slice(1) : put;

/**
 * Returns the telling word from which this one differs by one letter left out, added, changed or swapped, with the same first and
 * last letter.
 */
function slipOf(word: string, byEnds: SpellingRules['telling']): string | undefined {
  const near = byEnds.get(word.charAt(0) + word.charAt(word.length - 1));
  return near === undefined || near.includes(word) ? undefined : near.find((telling) => isSlip(word, telling));
}

/** Tells whether, apart from a common beginning and end, at most one letter of either word remains, or two that are swapped. */
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
