/**
 * Whether words of the user that came after a fact say something else of the same thing. What a rule read as a fact has taken the old one's
 * place by then; this also hears what no rule reads: an aside, a change that names its subject alone, the question's own words.
 */
import { MATCHED_UNITS, READ_LATER_UNITS, SHARED_WORDS } from '../../policy/facts.ts';
import { readTurn, type Clause, type ReadTurn } from '../speech/read-turn.ts';
import { fold } from '../text/fold.ts';
import { rawLines } from '../text/raw-lines.ts';
import { decideFact } from './decide-fact.ts';
import { extractFacts } from './extract-facts.ts';
import type { KnownFact } from './fact.ts';
import { languageOfTexts, sharedWords, tellingWords } from './telling-words.ts';

/** A text of the user's, read at most once whatever it is compared with. */
export type LaterWords = {
  readonly text: string;
  /** Whether it may say otherwise at all: most turns tell of no change. */
  mayTell(): boolean;
  statements(): readonly Statement[];
};

/** `isRead`: by a rule, as a fact; the others are asides, which count where they say that something changed. */
type Statement = {
  readonly text: string;
  readonly said: string;
  readonly slot?: string | undefined;
  readonly isRead: boolean;
};

/** Of a turn that `wasRead` when it was appended, what rules read as facts has taken the place of older ones: its asides are left. */
export function laterWords(content: string, wasRead: boolean): LaterWords {
  // However long it is: a prompt is not kept waiting for what a text says far behind its beginning.
  const text = content.slice(0, READ_LATER_UNITS);
  const mayTell = lazy(() => !wasRead || CHANGE.test(fold(text)));
  return { text, mayTell, statements: lazy(() => statementsOf(text)) };
}

function lazy<T>(compute: () => T): () => T {
  let known: { readonly value: T } | undefined;
  return () => (known ??= { value: compute() }).value;
}

export function saysOtherwise({ text, mayTell, statements }: LaterWords, fact: KnownFact): boolean {
  if (fact.isPinned || !mayTell() || !mayBeAbout(text, fact)) return false;
  return statements().some((statement) => {
    const { said, isRead } = statement;
    if (!isRead && !CHANGE.test(fold(said))) return false;
    if (repeats(said, fact)) return false;
    const decision = decideFact([fact], { ...statement, domain: fact.domain });
    return decision.does === 'SUPERSEDE' || tellsOfChange(said, fact);
  });
}

/** Whether it states all that the fact says. */
export function saysAgain({ statements }: LaterWords, fact: KnownFact): boolean {
  return statements().some(({ said }) => repeats(said, fact));
}

function repeats(said: string, fact: KnownFact): boolean {
  return sharedWords(fact.text, said) === 1 && !DENIAL.test(fold(said));
}

/** Most turns share no word with a fact: they need not be read. What there is one of may be said in other words. */
function mayBeAbout(text: string, fact: KnownFact): boolean {
  if (fact.slot !== undefined) return true;
  const language = languageOfTexts(fact.text, text);
  const there = tellingWords(text, language);
  return [...tellingWords(fact.text, language)].some((word) => there.has(word));
}

/** What is stated, and not asked, supposed or doubted. */
function statementsOf(text: string): readonly Statement[] {
  const read = readTurn(text);
  const facts = extractFacts(read).map(({ from, to, ...fact }) => ({
    ...fact,
    said: read.text.slice(from, to),
    isRead: true,
  }));
  const asides = read.clauses
    .filter(({ mood, isHedged }) => mood === 'STATEMENT' && !isHedged)
    .map((clause) => wordsOf(clause, read))
    .map((said) => ({ text: said, said, isRead: false }));
  return [...facts, ...asides];
}

function wordsOf({ start, to }: Clause, { text, at }: ReadTurn): string {
  return text.slice(at(start), at(Math.min(to, start + MATCHED_UNITS))).trim();
}

const DENIAL =
  /\b(?:no|not|never|nunca|\w+n't|dej[eo]\w*|dejamos|stopped|quit|sold|vend\w+|renunci\w+|left|cancel\w+)\b/;
const CHANGE = new RegExp(rawLines`
      \b(?:ya no|al final|finalmente|cambi(?:o|e|aron|amos|ado)|paso (?:a|al|para)|pas(?:aron|amos) (?:a|al|para|la|el|las|los)|se (?:pasa|paso|corre|
      corrio|movio|mudo)|movi(?:eron|mos|do)|(?:re)?program(?:aron|amos|ado)|pospu(?:so|sieron|simos)|adelant(?:o|aron|amos)|atras(?:o|aron|amos)|reemplaz(?:o|aron|
      amos)|(?:desde|a partir de) (?:ahora|hoy|este|esta|el|la)|dej[eo] de|dejamos de|vendi(?:mos)?|renuncie|cancel(?:e|amos|o|aron|led)|stopped|quit|sold|
      no longer|not any ?more|in the end|after all|changed|moved|(?:re)?scheduled|
      postponed|pushed (?:back|to)|brought forward|switched|replaced|turns out|it's now|is now|are now|ahora (?:es|son|va|sera))\b
    `);

/** It says that something changed, and names most of what the fact is about, but not all: that is what is otherwise now. */
function tellsOfChange(said: string, fact: KnownFact): boolean {
  if (!CHANGE.test(fold(said))) return false;
  const shared = sharedWords(fact.text, said);
  if (shared === 1) return false;
  const subject = /^(?:my|for):(?<subject>.+)$/u.exec(fact.slot ?? '')?.groups?.['subject'];
  if (subject !== undefined) return sharedWords(subject, said) === 1;
  const words = tellingWords(fact.text, languageOfTexts(fact.text, said));
  return shared >= SHARED_WORDS.replace && shared * words.size >= LEAST_SHARED;
}

/** One word alone may be of anything. */
const LEAST_SHARED = 2;
