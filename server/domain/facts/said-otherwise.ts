/**
 * Whether words of the user that came after a fact say something else of the same thing. What was read as a fact has taken the old one's
 * place by then; this also hears what was not: an aside, a change that names its subject alone, the question's own words.
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

/** A text of the user's, read at most once whatever it is compared with. */
export type LaterWords = {
  compared(): ComparedText;
  /** Whether it may say otherwise at all: most turns tell of no change. */
  mayTell(): boolean;
  /** Those that may say otherwise: what says what there is one of, and asides that tell of a change. */
  telling(): readonly Statement[];
  statements(): readonly Statement[];
};

type Statement = {
  readonly said: ComparedText;
  tellsOfChange(): boolean;
  denies(): boolean;
  compared(): ComparedStatement;
};

/** A fact that words are compared with, whoever said them. */
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

/**
 * Reads a turn. Where it `wasRead` when it was appended, facts of it have replaced older ones already: its asides are
 * left.
 */
export function laterWords(content: string, wasRead: boolean): LaterWords {
  // However long it is: a prompt is not kept waiting for what a text says far behind its beginning.
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
  // Most tell of no change: of those that were read nothing is kept but that.
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

/** Whether it states all that the fact says. */
export function saysAgain({ statements }: LaterWords, { words }: ComparedFact): boolean {
  return statements().some((statement) => repeats(statement, words));
}

function repeats({ said, denies }: Statement, words: ComparedText): boolean {
  return sharedWords(words, said) === 1 && !denies();
}

/** Most turns share no word with a fact: they need not be read. What there is one of may be said in other words. */
function mayBeAbout(said: ComparedText, { fact, words }: ComparedFact): boolean {
  if (fact.slot !== undefined) return true;
  const language = languageOfTexts(words, said);
  return countShared(words.tellingWords(language), said.tellingWords(language)) > 0;
}

/** Statements of a slot: another value takes the place of the old one. */
function statedFacts(read: ReadTurn): readonly Statement[] {
  return candidateSpans(read)
    .filter(isStated)
    .map(({ text: said }) => ({ text: said, said, slot: slotOfFact(said) }))
    .filter(({ slot }) => slot !== undefined)
    .map(statementOf);
}

/** What is stated, and not asked, supposed, doubted or made up. */
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

/** Whatever it is: what is said later counts as of the domain of the fact that it is compared with. */
const ANY_DOMAIN: FactDomain = 'PERSONAL';

function wordsOf({ start, to }: Clause, { text, at }: ReadTurn): string {
  return text.slice(at(start), at(Math.min(to, start + MATCHED_UNITS))).trim();
}

/** It says that something changed, and names most of what the fact is about, but not all: that is what is otherwise now. */
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

/** One word alone may be of anything. */
const LEAST_SHARED = 2;
