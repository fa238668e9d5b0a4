/**
 * Decides what a statement does to the known facts: it repeats one, replaces some or adds one. The function is pure: the writer calls
 * it inside its transaction.
 */
import { REPLACES_FACT, SHARED_WORDS } from '../../policy/facts.ts';
import { differenceOf, type MeaningDifference } from '../same-meaning.ts';
import { GRAMMAR } from '../languages/grammar.ts';
import { lazy } from '../lazy.ts';
import { fold } from '../text/fold.ts';
import { excludeEachOther, goingOver, speakingOfMeat } from './exclusive-words.ts';
import { haveSameSubject, mayHaveSameSubject } from './fact-subject.ts';
import type { Embed } from './near-words.ts';
import { chanceOfReplacing, replacingText } from './replacing.ts';
import { domainsOf, type Confidence, type KnownFact, type FactDomain } from './fact.ts';
import { comparedText, languageOfTexts, sharedWords, shareSubjectWords, type ComparedText } from './telling-words.ts';

export type FactStatement = {
  readonly domain: FactDomain;
  readonly alsoDomain?: FactDomain | undefined;
  readonly text: string;
  readonly slot?: string | undefined;
  /** A fact of low confidence closes no other fact, except one of low confidence that it corrects. */
  readonly confidence?: Confidence | undefined;
  /** The statement with its signal, as it was said: it may contain `also`, `no longer` and `instead of`. */
  readonly said?: string | undefined;
  /** The id of the fact that it corrects, whatever the words of either. */
  readonly correctsId?: string | undefined;
  /** The reader's probability, 0 to 1, that it replaces something that held before. */
  readonly replaces?: number | undefined;
};

export type FactDecision =
  /** `closes` lists facts that no longer hold and are not pinned, if the statement says more than that they ended. */
  | {
      readonly does: 'ADD' | 'SUPERSEDE';
      readonly closes: readonly string[];
      /** Set if the statement, of low confidence by itself, so plainly replaces a fact that it is believed. */
      readonly isBelieved?: true;
    }
  | { readonly does: 'CONFIRM'; readonly id: string };

/** Returns the calibrated similarity, 0 to 1. */
export type Similarity = (left: string, right: string) => number;

/** Returns the facts that still stand: neither superseded nor forgotten. */
export function standing(facts: readonly KnownFact[]): readonly KnownFact[] {
  return facts.filter(isStanding);
}

function isStanding({ supersededBy, forgottenTimeMs }: KnownFact): boolean {
  return supersededBy === undefined && forgottenTimeMs === undefined;
}

/** `embed` is the built-in embedder; without it, only slots and rules say what a statement replaces. */
export function decideFact(facts: readonly KnownFact[], statement: FactStatement, embed?: Embed): FactDecision {
  const read = comparedStatement(statement);
  const compared = standing(facts).map((fact) => compare(read, fact, comparedText(fact.text)));
  const same = compared.find(({ isSame }) => isSame);
  if (same !== undefined) return { does: 'CONFIRM', id: same.fact.id };
  if (statement.confidence === 'LOW') {
    // It closes nothing but the fact that it corrects, and that only if it is as uncertain.
    const corrected = facts.find(({ id }) => id === statement.correctsId);
    const gives = corrected?.confidence === 'LOW' && corrected.isPinned !== true && isStanding(corrected);
    if (gives) return { does: 'SUPERSEDE', closes: [corrected.id] };
    // A statement that is in doubt replaces no fact that only has words near to its own, or words of time and number.
    const sharing = compared.filter(({ words }) => shareSubjectWords(read.text, words));
    const replaced = replacedBy(statement, read, sharing, REPLACES_FACT.doubted, embed);
    return replaced === undefined
      ? { does: 'ADD', closes: [] }
      : { does: 'SUPERSEDE', closes: [replaced], isBelieved: true };
  }
  const loose = compared.filter(({ fact }) => !fact.isPinned);
  const ruled = loose.filter((pair) => contradicts(read, pair)).map(({ fact }) => fact.id);
  const replaced = ruled.length > 0 ? undefined : replacedBy(statement, read, compared, REPLACES_FACT.sure, embed);
  const closes = replaced === undefined ? ruled : [replaced];
  return { does: closes.length > 0 ? 'SUPERSEDE' : 'ADD', closes };
}

/** Returns the id of the fact that the statement most probably replaces, by the trained model. */
function replacedBy(
  { text, said = text, slot, replaces = 0 }: FactStatement,
  read: ComparedStatement,
  compared: readonly Pair[],
  least: number,
  embed: Embed | undefined,
): string | undefined {
  if (embed === undefined || read.isAlso()) return undefined;
  const statement = replacingText(read.text, fold(said), replaces, embed);
  let found: { readonly id: string; readonly chance: number } | undefined;
  for (const { fact, words } of compared) {
    if (fact.isPinned || !isStanding(fact) || !mayHaveSameSubject(text, fact.text)) continue;
    // Each slot has a value of its own: "my dog is called" says nothing of the cat.
    if (slot !== undefined && fact.slot !== undefined && slot !== fact.slot) continue;
    const needed = fact.slot !== undefined && slot === undefined ? Math.max(least, REPLACES_FACT.ofSlot) : least;
    const chance = chanceOfReplacing(statement, words, needed);
    if (chance >= needed && chance > (found?.chance ?? 0)) found = { id: fact.id, chance };
  }
  return found?.id;
}

/**
 * Decides which facts a restored fact closes: the one that superseded it, even if pinned; those that say the same, whose pin it
 * inherits; and those that it contradicts.
 */
export function decideRestore(
  facts: readonly KnownFact[],
  restored: KnownFact,
  successorId: string | undefined,
): { readonly closes: readonly string[]; readonly isPinned: boolean } {
  const read = comparedStatement(restored);
  const compared = standing(facts).map((fact) => compare(read, fact, comparedText(fact.text)));
  const closed = compared.filter(
    (pair) => pair.isSame || pair.fact.id === successorId || (!pair.fact.isPinned && contradicts(read, pair)),
  );
  return {
    closes: closed.map(({ fact }) => fact.id),
    isPinned: closed.some(({ fact, isSame }) => isSame && fact.isPinned === true),
  };
}

/** A statement with what its words say by themselves. */
export type ComparedStatement = Omit<FactStatement, 'text' | 'said'> & {
  readonly text: ComparedText;
  /** Returns the thing that the statement says is replaced. */
  old(): ComparedText | undefined;
  /** Returns the thing that the statement says no longer holds. */
  ended(): ComparedText | undefined;
  /** Tells whether the statement holds in addition to what was known. */
  isAlso(): boolean;
  /** Tells whether the statement switches to another thing of the same kind as one in the folded known text. */
  goesOver(known: string): boolean;
  /** Tells whether the statement and the folded known text contradict each other about eating meat. */
  speaksOfMeatOtherwise(known: string): boolean;
};

export function comparedStatement({ text, said, ...statement }: FactStatement): ComparedStatement {
  const folded = fold(said ?? text);
  const { also, ended, insteadOf } = GRAMMAR.changes;
  const named = (pattern: RegExp, group: string) => (): ComparedText | undefined => {
    const found = pattern.exec(folded)?.groups?.[group];
    return found === undefined ? undefined : comparedText(found);
  };
  return {
    text: comparedText(text),
    old: lazy(named(insteadOf, 'old')),
    ended: lazy(named(ended, 'ended')),
    isAlso: lazy(() => also.test(folded)),
    goesOver: goingOver(folded),
    speaksOfMeatOtherwise: speakingOfMeat(folded),
    ...statement,
  };
}

/** Tells whether a statement supersedes a fact, by the same rules as decideFact. */
export function supersedes(statement: ComparedStatement, fact: KnownFact, words: ComparedText): boolean {
  if (fact.isPinned || !isStanding(fact)) return false;
  const pair = compare(statement, fact, words);
  return !pair.isSame && contradicts(statement, pair);
}

/** A statement compared with a fact. */
type Pair = {
  readonly fact: KnownFact;
  readonly words: ComparedText;
  /** The larger of two shares: of each side's telling words, how many the other side has too. */
  readonly shared: number;
  /** The smaller of the two shares. */
  readonly leastShared: number;
  readonly isSame: boolean;
  readonly difference: MeaningDifference | undefined;
};

/** Compares a statement with a fact. Texts that share few words say something different; only the others are compared closely. */
function compare({ text }: ComparedStatement, fact: KnownFact, words: ComparedText): Pair {
  const shares = [sharedWords(text, words), sharedWords(words, text)];
  const [shared, leastShared] = [Math.max(...shares), Math.min(...shares)];
  const isFar = shared < SHARED_WORDS.replace && text.folded !== words.folded;
  const difference = isFar ? 'WORDS' : differenceOf(words.meant(), text.meant());
  const isSame = difference === undefined && haveSameSubject(text.text, fact.text);
  return { fact, words, shared, leastShared, isSame, difference };
}

function contradicts(statement: ComparedStatement, { fact, words, shared, leastShared, difference }: Pair): boolean {
  const old = statement.old();
  if (old !== undefined && sharedWords(old, words) === 1) return true;
  const ended = statement.ended();
  // Everything that it says has ended is in the fact.
  if (ended !== undefined) return sharedWords(ended, words) === 1 && isOfSame(statement, fact);
  if (statement.isAlso()) return false;
  if (fact.id === statement.correctsId) return true;
  if (statement.slot !== undefined && statement.slot === fact.slot) return true;
  const known = words.folded;
  const isOtherwise = statement.goesOver(known) || statement.speaksOfMeatOtherwise(known);
  return (
    (isOtherwise || saysOtherwise(statement, { fact, words, shared, leastShared, difference })) &&
    isOfSame(statement, fact)
  );
}

/** Tells whether both have the same subject: a statement about a relative does not contradict one about another person or the user. */
function isOfSame({ text }: ComparedStatement, fact: KnownFact): boolean {
  return haveSameSubject(text.text, fact.text);
}

function saysOtherwise(
  statement: ComparedStatement,
  { fact, words, shared, leastShared, difference }: Omit<Pair, 'isSame'>,
): boolean {
  const known = words.folded;
  const domains = domainsOf(statement);
  if (!domainsOf(fact).some((domain) => domains.includes(domain))) return false;
  if (difference === 'FIGURES') return haveSameWords(statement.text.text, fact.text);
  if (shared < SHARED_WORDS.replace) return false;
  // A text that says much else denies nothing: "cats don't go outside like dogs" does not contradict "I like cats".
  const isMutual = leastShared >= SHARED_WORDS.denied;
  // Half of two words is a single word: "allergic to nuts" holds beside "allergic to eggs, don't offer me any".
  const isDenied = difference === 'NEGATION' && isMutual && shared > SHARED_WORDS.replace;
  return isDenied || difference === 'OPPOSITES' || excludeEachOther(statement.text.folded, known);
}

/** Compares telling words, ignoring figures. */
function haveSameWords(left: string, right: string): boolean {
  const language = languageOfTexts(comparedText(left), comparedText(right));
  const [one = [], other = []] = [left, right].map((text) =>
    [...comparedText(text.replaceAll(/(?<![\p{L}\d])\d[\d.,]*(?!\p{L})/gu, ' ')).tellingWords(language)].toSorted(),
  );
  return one.length > 0 && one.join(' ') === other.join(' ');
}
