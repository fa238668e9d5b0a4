/**
 * Tells whether later words of the user contradict a fact. A later statement that was read as a fact has replaced it already; this
 * also recognises what was not: an aside, a change that names only its subject, the question's own words.
 */
import { MATCHED_UNITS, READ_LATER_UNITS, SHARED_WORDS } from '../../policy/facts.ts';
import { readTurn, type Clause, type ReadTurn } from '../speech/read-turn.ts';
import { GRAMMAR } from '../languages/grammar.ts';
import { lazy } from '../lazy.ts';
import { fold } from '../text/fold.ts';
import { comparedStatement, supersedes, type ComparedStatement } from './decide-fact.ts';
import { candidateSpans } from './extract-facts.ts';
import type { FactDomain, KnownFact } from './fact.ts';
import { slotOfFact } from './fact-slot.ts';
import { comparedText, countShared, languageOfTexts, sharedWords, type ComparedText } from './telling-words.ts';

/** A text of the user, read at most once however many facts it is compared with. */
export type LaterWords = {
  compared(): ComparedText;
  /** Tells whether the text may contradict anything at all: most turns mention no change. */
  mayTell(): boolean;
  /** Returns statements that may contradict a fact: those that fill a slot, and asides that mention a change. */
  telling(): readonly Statement[];
  statements(): readonly Statement[];
};

type Statement = {
  readonly said: ComparedText;
  tellsOfChange(): boolean;
  denies(): boolean;
  compared(): ComparedStatement;
};

/** A fact that later words are compared with. */
export type ComparedFact = {
  readonly fact: KnownFact;
  readonly words: ComparedText;
  subject(): ComparedText | undefined;
};

export function comparedFact(fact: KnownFact): ComparedFact {
  const subject = (): ComparedText | undefined => {
    const found = /^(?:my|for):(?<subject>.+)$/u.exec(fact.slot ?? '')?.groups?.['subject'];
    return found === undefined ? undefined : comparedText(found);
  };
  return { fact, words: comparedText(fact.text), subject: lazy(subject) };
}

/** Reads a turn. If it `wasRead` when it was appended, its facts have replaced older ones already, and only its asides remain. */
export function laterWords(content: string, wasRead: boolean): LaterWords {
  // Only the beginning is read, however long the text is, so that a prompt is not delayed by what stands far behind.
  const text = content.slice(0, READ_LATER_UNITS);
  const compared = lazy(() => comparedText(text));
  const read = lazy(() => readTurn(text));
  const facts = lazy(() => statedFacts(read()));
  const asides = lazy(() => statedAsides(read()));
  const tellsOfChange = lazy(() => GRAMMAR.changes.tellsOfChange.test(fold(text)));
  const telling = lazy(() => [
    ...facts(),
    ...(tellsOfChange() ? asides().filter((aside) => aside.tellsOfChange()) : []),
  ]);
  // Most turns mention no change, and for those that were read only this answer is kept.
  const mayTell = lazy(() => (wasRead ? tellsOfChange() : telling().length > 0));
  return { compared, mayTell, telling, statements: lazy(() => [...facts(), ...asides()]) };
}

export function saysOtherwise({ compared, mayTell, telling }: LaterWords, known: ComparedFact): boolean {
  const { fact, words } = known;
  if (fact.isPinned || !mayTell() || !mayBeAbout(compared(), known)) return false;
  return telling().some((statement) => {
    if (repeats(statement, words)) return false;
    return supersedes({ ...statement.compared(), domain: fact.domain }, fact, words) || tellsOfChange(statement, known);
  });
}

/** Tells whether the text states all that the fact says. */
export function saysAgain({ statements }: LaterWords, { words }: ComparedFact): boolean {
  return statements().some((statement) => repeats(statement, words));
}

function repeats({ said, denies }: Statement, words: ComparedText): boolean {
  return sharedWords(words, said) === 1 && !denies();
}

/**
 * Tells whether the text may be about the fact. Most turns share no word with it and need not be read; a slot, though, may be stated
 * in other words.
 */
function mayBeAbout(said: ComparedText, { fact, words }: ComparedFact): boolean {
  if (fact.slot !== undefined) return true;
  const language = languageOfTexts(words, said);
  return countShared(words.tellingWords(language), said.tellingWords(language)) > 0;
}

/** Returns statements that fill a slot: another value replaces the old one. */
function statedFacts(read: ReadTurn): readonly Statement[] {
  return candidateSpans(read)
    .filter(isStated)
    .map(({ text: said }) => ({ text: said, said, slot: slotOfFact(said) }))
    .filter(({ slot }) => slot !== undefined)
    .map(statementOf);
}

/** Returns clauses that are stated, and not asked, supposed, doubted or made up. */
function statedAsides(read: ReadTurn): readonly Statement[] {
  return read.clauses
    .filter(isStated)
    .map((clause) => wordsOf(clause, read))
    .map((said) => statementOf({ text: said, said }));
}

const isStated = ({ mood, isHedged, fiction }: Pick<Clause, 'mood' | 'isHedged' | 'fiction'>): boolean =>
  mood === 'STATEMENT' && !isHedged && fiction === undefined;

function statementOf({ said, ...of }: Words): Statement {
  const compared = comparedText(said);
  return {
    said: compared,
    tellsOfChange: lazy(() => GRAMMAR.changes.tellsOfChange.test(compared.folded)),
    denies: lazy(() => GRAMMAR.changes.denies.test(compared.folded)),
    compared: lazy(() => comparedStatement({ ...of, said, domain: ANY_DOMAIN })),
  };
}

type Words = { readonly text: string; readonly slot?: string | undefined; readonly said: string };

/** A placeholder: a later statement counts as of the same domain as the fact that it is compared with. */
const ANY_DOMAIN: FactDomain = 'PERSONAL';

function wordsOf({ start, to }: Clause, { text, at }: ReadTurn): string {
  return text.slice(at(start), at(Math.min(to, start + MATCHED_UNITS))).trim();
}

/** Tells whether a statement mentions a change and names most of the fact's words, but not all: the missing ones are what changed. */
function tellsOfChange(statement: Statement, { words, subject }: ComparedFact): boolean {
  if (!statement.tellsOfChange()) return false;
  const { said } = statement;
  const shared = sharedWords(words, said);
  if (shared === 1) return false;
  const about = subject();
  if (about !== undefined) return sharedWords(about, said) === 1;
  const telling = words.tellingWords(languageOfTexts(words, said));
  return shared >= SHARED_WORDS.replace && shared * telling.size >= LEAST_SHARED;
}

/** A single shared word may be a coincidence. */
const LEAST_SHARED = 2;
