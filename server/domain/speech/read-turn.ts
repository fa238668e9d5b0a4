/**
 * The light parse that all rules about what people say share: the text is folded unit by unit, quotations, code and pasted text are
 * masked, and the rest is split into sentences and clauses, each with its mood, by the words of a grammar. The parse itself does not
 * depend on a language.
 */
import { READ_TURN_UNITS } from '../../policy/facts.ts';
import { GRAMMAR, type Grammar } from '../languages/grammar.ts';
import { clausesOf, type Clause } from './clauses.ts';
import { markFiction } from './fiction.ts';
import { maskForeign } from './mask-foreign.ts';
import { spellOut } from './spell-out.ts';
import { sentencesOf } from './sentences.ts';
import { fold, isAscii } from '../text/fold.ts';

export type { Clause } from './clauses.ts';

export type ReadTurn = {
  /** The text in NFC, as far as it is read: spans count its UTF-16 units. */
  readonly text: string;
  /** The text with shorthand spelled out. */
  readonly plain: string;
  /** `plain` in lower case without accents, unit by unit; whatever is not the speaker's own is masked. */
  readonly folded: string;
  /** Maps an offset in `plain` to one in `text`. */
  readonly at: (offset: number) => number;
  readonly clauses: readonly Clause[];
  /** The grammar with which it was read; rules are to use the same one. */
  readonly grammar: Grammar;
};

export function readTurn(text: string, grammar: Grammar = GRAMMAR): ReadTurn {
  const { speech } = grammar;
  const read = text.slice(0, READ_TURN_UNITS).normalize('NFC');
  const inPlace = foldInPlace(read);
  const { text: plain, at } = spellOut(read, inPlace, speech);
  const folded = maskForeign(plain === read ? inPlace : foldInPlace(plain), plain, speech.texts);
  const said = clausesOf(sentencesOf(folded, speech.clauses.abbreviations), folded, plain, speech);
  const clauses = markFiction(said, folded, speech.fiction);
  return { text: read, plain, folded, at, clauses, grammar };
}

/** Folds a text while keeping each unit in its place. */
export function foldInPlace(text: string): string {
  if (isAscii(text)) return text.toLowerCase();
  let folded = '';
  for (let at = 0; at < text.length; at++) folded += foldedUnit(text.charAt(at));
  return folded;
}

const LAST_ASCII = '\x7f';
const SIGNS: Readonly<Record<string, string>> = {
  '\u2018': "'",
  '\u2019': "'",
  '\u00b4': "'",
  '\u201c': '"',
  '\u201d': '"',
  '\u201e': '"',
  '\u00ab': '"',
  '\u00bb': '"',
  '\u00a0': ' ',
  '\u2026': '.',
  '\u2013': '\u2014',
};

function foldedUnit(unit: string): string {
  if (unit <= LAST_ASCII) return unit.toLowerCase();
  const sign = SIGNS[unit];
  if (sign !== undefined) return sign;
  const folded = fold(unit);
  return folded.length === 0 ? unit : folded.charAt(0);
}
