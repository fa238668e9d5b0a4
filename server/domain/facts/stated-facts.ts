/** Checks the facts that a language model reads from turns, and keeps those that the turns support. */
import { FACT_TEXT, QUOTED_SHARE } from '../../policy/facts.ts';
import { fold } from '../text/fold.ts';
import { FACT_DOMAINS, type FactDomain } from './fact.ts';
import { factDomainOf } from './fact-domain.ts';
import { comparedText, sharedWords } from './telling-words.ts';

/** A fact as the model wrote it. */
export type StatedFact = {
  /** The number of the turn among those that the model was sent, from 1. */
  readonly turn: number;
  /** A passage copied from that turn. */
  readonly quote: string;
  /** The fact, worded so that it can be understood by itself. */
  readonly fact: string;
  readonly domain: string;
};

/** A turn that a model was sent. */
export type SentTurn = { readonly isUsers: boolean; readonly content: string };

export type BorneOut = {
  /** The index of the turn in which it was said. */
  readonly turnIndex: number;
  readonly text: string;
  /** The quote as it stands in the turn. */
  readonly quote: string;
  readonly domain: FactDomain;
};

/**
 * Returns the facts whose quote stands in the user's own turn, letter by letter except for white space and the form of quotation
 * marks, and which add nothing: each telling word of a fact was said in these turns, and most of them in the quote.
 */
export function borneOut(turns: readonly SentTurn[], stated: readonly StatedFact[]): readonly BorneOut[] {
  const all = comparedText(turns.map(({ content }) => content).join('\n'));
  return stated.flatMap(({ turn, quote, fact, domain }) => {
    const said = turns[turn - 1];
    if (said?.isUsers !== true) return [];
    const text = asOneLine(fact);
    const quoted = asOneLine(quote);
    const isText = [text, quoted].every((one) => one.length <= FACT_TEXT.mostUnits && WORDS.test(one));
    if (!isText || !asOneLine(said.content).includes(quoted)) return [];
    const words = comparedText(text);
    if (sharedWords(words, all) < 1 || sharedWords(words, comparedText(quoted)) < QUOTED_SHARE) return [];
    const named = FACT_DOMAINS.find((name) => name === domain.trim().toUpperCase());
    return [{ turnIndex: turn - 1, text, quote: quoted, domain: named ?? factDomainOf(fold(text)) }];
  });
}

/** Matches more than one word: a single word states nothing. */
const WORDS = /[\p{L}\p{N}]\P{L}*\s.*[\p{L}\p{N}]/u;

function asOneLine(text: string): string {
  return text
    .normalize('NFC')
    .replaceAll(/[\u2018\u2019]/g, "'")
    .replaceAll(/[\u201c\u201d]/g, '"')
    .replaceAll(/\s+/g, ' ')
    .trim();
}
