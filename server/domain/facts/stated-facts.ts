/** What a language model says that turns state, as far as the turns bear it out. */
import { FACT_TEXT, QUOTED_SHARE } from '../../policy/facts.ts';
import { fold } from '../text/fold.ts';
import { FACT_DOMAINS, type FactDomain } from './fact.ts';
import { factDomainOf } from './fact-domain.ts';
import { comparedText, sharedWords } from './telling-words.ts';

/** As the model wrote it. */
export type StatedFact = {
  /** Which of the turns that it was sent, from 1. */
  readonly turn: number;
  /** Copied from that turn. */
  readonly quote: string;
  /** What it says, so that it can be understood by itself. */
  readonly fact: string;
  readonly domain: string;
};

/** A turn that a model was sent. */
export type SentTurn = { readonly isUsers: boolean; readonly content: string };

export type BorneOut = {
  /** Index of the turn that it was said in. */
  readonly turnIndex: number;
  readonly text: string;
  /** As it stands in the turn. */
  readonly quote: string;
  readonly domain: FactDomain;
};

/**
 * Those whose quote stands in the user's own turn, letter by letter but for white space and the form of quotation marks, and that say
 * nothing of their own: each telling word of a fact was said in these turns, and most of them in the quote.
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

/** One word alone says nothing of anybody. */
const WORDS = /[\p{L}\p{N}]\P{L}*\s.*[\p{L}\p{N}]/u;

function asOneLine(text: string): string {
  return text
    .normalize('NFC')
    .replaceAll(/[\u2018\u2019]/g, "'")
    .replaceAll(/[\u201c\u201d]/g, '"')
    .replaceAll(/\s+/g, ' ')
    .trim();
}
