/** Finds the rough domain of a turn by its words. A change of domain closes a segment, and a prompt includes facts of the domain. */
import type { FactDomain } from '../facts/fact.ts';
import { foldInPlace } from '../speech/read-turn.ts';
import { GRAMMAR } from '../languages/grammar.ts';
import { READ_TURN_UNITS } from '../../policy/facts.ts';
import { TURN_DOMAINS, type TurnDomain } from '../languages/rules/domain-words.ts';

/** Counts the words of each domain in a text. */
function wordCounts(text: string): readonly number[] {
  const { domainsOf } = GRAMMAR.questions;
  const counts = TURN_DOMAINS.map(() => 0);
  for (const word of foldInPlace(text.slice(0, READ_TURN_UNITS)).match(WORD) ?? []) {
    const domains = domainsOf(word);
    for (let bit = 0; domains >> bit !== 0; bit++) counts[bit] = counts[bit]! + ((domains >> bit) & 1);
  }
  return counts;
}

const WORD = /[\p{L}\p{N}]+/gu;

/** Returns the domains of a text's words, the most frequent first. */
function turnDomains(text: string): readonly TurnDomain[] {
  const counts = wordCounts(text);
  return TURN_DOMAINS.map((domain, at) => ({ domain, hits: counts[at]! }))
    .filter(({ hits }) => hits > 0)
    .toSorted((left, right) => right.hits - left.hits)
    .map(({ domain }) => domain);
}

/** Returns the only domain that a turn is about; undefined if none leads. */
export function turnDomain(text: string): TurnDomain | undefined {
  const counts = wordCounts(text);
  const most = Math.max(...counts);
  return most === 0 || counts.indexOf(most) !== counts.lastIndexOf(most)
    ? undefined
    : TURN_DOMAINS[counts.indexOf(most)];
}

/** Returns the domains of facts that a query may need: its own, and those that are always worth knowing about a user. */
export function factDomainsFor(query: string): readonly FactDomain[] {
  const about = turnDomains(query);
  const domains = new Set<FactDomain>(['PREFERENCES']);
  for (const domain of about) for (const each of FACTS_FOR[domain]) domains.add(each);
  // A query without a recognisable domain may be about any.
  return about.length === 0 ? ['WORK', 'PREFERENCES', 'DECISIONS', 'PERSONAL', 'PROJECTS'] : [...domains];
}

const FACTS_FOR: Readonly<Record<TurnDomain, readonly FactDomain[]>> = {
  CODE: ['PROJECTS', 'DECISIONS', 'WORK'],
  WORK: ['WORK', 'DECISIONS', 'PROJECTS'],
  // "Can I run 10k this week?" is planning, too, and needs to know of a bad knee.
  PLANNING: ['DECISIONS', 'PROJECTS', 'WORK', 'PERSONAL'],
  PROJECTS: ['PROJECTS', 'DECISIONS', 'WORK'],
  PREFERENCES: ['PREFERENCES', 'PERSONAL'],
  DECISIONS: ['DECISIONS', 'PROJECTS', 'WORK'],
  PERSONAL: ['PERSONAL'],
  HEALTH: ['PERSONAL'],
  FOOD: ['PERSONAL'],
  TRAVEL: ['PERSONAL', 'DECISIONS'],
  MONEY: ['PERSONAL', 'WORK', 'DECISIONS'],
  LEISURE: ['PERSONAL'],
  LEARNING: ['PERSONAL', 'WORK', 'PROJECTS'],
};
