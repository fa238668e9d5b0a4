/** Finds the domain of a turn by single words. */
import { DOMAIN_WORDS } from '../../../policy/facts.ts';

export const TURN_DOMAINS = [
  'CODE',
  'WORK',
  'PLANNING',
  'PROJECTS',
  'PREFERENCES',
  'DECISIONS',
  'PERSONAL',
  'HEALTH',
  'FOOD',
  'TRAVEL',
  'MONEY',
  'LEISURE',
  'LEARNING',
] as const;
export type TurnDomain = (typeof TURN_DOMAINS)[number];

/** Returns the domains of a folded word as bits: bit `n` stands for `TURN_DOMAINS[n]`. */
export type DomainsOf = (word: string) => number;

/** Names and formats that are the same in every language. */
const NAMES: Readonly<Partial<Record<TurnDomain, string>>> = {
  CODE:
    'typescript javascript python rust$ golang java$ kotlin sql$ regex api$ apis$ endpoint git$ github docker kubernetes backend ' +
    'frontend react$ node$ npm$ postgres mysql redis$ linter ci$ terraform lambda$ html$ css$ json$ yaml$',
  PROJECTS: 'mvp$',
  TRAVEL: 'airbnb',
  LEISURE: 'netflix',
};

/** A node of the words' tree: the letters that may follow, and the domains (as bits) of beginnings and of whole words that end here. */
type Letter = { readonly next: Map<string, Letter>; begins: number; ends: number };

/** Puts the words of all languages into one tree. */
export function domainsOfWords(packs: readonly Readonly<Record<TurnDomain, string>>[]): DomainsOf {
  const tree: Letter = { next: new Map(), begins: 0, ends: 0 };
  TURN_DOMAINS.forEach((domain, bit) => {
    for (const words of [NAMES[domain] ?? '', ...packs.map((pack) => pack[domain])])
      for (const entry of words.split(' ')) if (entry !== '') plant(tree, entry, 1 << bit);
  });
  /** Words that were looked up lately: people use the same few thousand again and again. */
  const known = new Map<string, number>();
  return (word) => {
    const before = known.get(word);
    if (before !== undefined) return before;
    const domains = lookUp(tree, word);
    if (word.length > DOMAIN_WORDS.units) return domains;
    if (known.size >= DOMAIN_WORDS.known) known.clear();
    known.set(word, domains);
    return domains;
  };
}

function plant(tree: Letter, entry: string, domain: number): void {
  const isWhole = entry.endsWith('$');
  let at = tree;
  for (const letter of isWhole ? entry.slice(0, -1) : entry) {
    const next = at.next.get(letter) ?? { next: new Map<string, Letter>(), begins: 0, ends: 0 };
    at.next.set(letter, next);
    at = next;
  }
  if (isWhole) at.ends |= domain;
  else at.begins |= domain;
}

function lookUp(tree: Letter, word: string): number {
  let at: Letter | undefined = tree;
  let domains = 0;
  for (let index = 0; index < word.length; index += 1) {
    at = at.next.get(word.charAt(index));
    if (at === undefined) return domains;
    domains |= at.begins;
  }
  return domains | at.ends;
}
