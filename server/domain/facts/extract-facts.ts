/**
 * Extracts the facts of a turn: what the user says about themselves, or asks to be remembered. A grammar proposes spans; rules find
 * explicit requests, and a trained reader decides whether the rest are lasting statements of the user's own. Facts never come from
 * questions, others' words, quoted or pasted text, or texts to write or translate.
 */
import {
  CANDIDATES_READ,
  FACT_TEXT,
  FACTS_A_TURN,
  LEANING,
  MATCHED_UNITS,
  READER_CONFIDENCE,
  REPLACES,
  WAY_WORDS,
} from '../../policy/facts.ts';
import { MASK } from '../speech/mask-foreign.ts';
import { foldedWords } from '../text/words.ts';
import type { SpeechRules } from '../languages/rules/speech-rules.ts';
import { readTurn, type Clause, type ReadTurn } from '../speech/read-turn.ts';
import { candidatesOf, listEnd, type Candidate } from './candidates.ts';
import { CONFIDENCES, type Confidence, type FactDomain, type FactSource } from './fact.ts';
import type { CandidateSpan, FactReader, ReadCandidate } from './fact-reader.ts';
import { hasCue, slotOfFact } from './fact-slot.ts';
import {
  elidedSubject,
  putsOtherWay,
  statesPlainly,
  swappedOut,
  takesBack,
  takesBackPlainly,
  type Command,
  type FactRules,
} from '../languages/rules/fact-rules.ts';

export type ExtractedFact = {
  readonly domain: FactDomain;
  /** A second domain that the fact belongs to. */
  readonly alsoDomain?: FactDomain | undefined;
  /** The user's own words without the words that ask to keep them. */
  readonly text: string;
  readonly confidence: Confidence;
  readonly source: FactSource;
  readonly slot?: string | undefined;
  /** The rule that found it, or the reader's identity. */
  readonly rule: string;
  /** Set on a decision that takes back the one before it. */
  readonly corrects?: true;
  /** Set if the fact means nothing without what it takes back or replaces, and is kept only if there is such a fact. */
  readonly leans?: true;
  /** The reader's probability, 0 to 1, that it replaces something. */
  readonly replaces?: number;
  /** Its range in the turn, including the signal, in UTF-16 units of the NFC form. */
  readonly from: number;
  readonly to: number;
};

type Asked = Candidate &
  Partial<Pick<Command, 'asks'>> & {
    /** The rule of the command. */
    readonly rule?: string;
    /** The start of the fact's own words, after those that ask to keep it. */
    readonly textFrom: number;
  };

/** Reads the facts of what the user wrote. */
export function extractFacts(turn: string | ReadTurn, reader: FactReader): readonly ExtractedFact[] {
  const read = typeof turn === 'string' ? readTurn(turn) : turn;
  const asked = askedIn(read);
  const spans = asked.map((candidate) => spanOf(candidate, read));
  const judged = reader.read(
    read.text,
    spans.map((span, at) => ({ ...span, text: subjectOf(asked[at]!, read) + span.text })),
  );
  const facts = asked.flatMap(
    (candidate, at) => factOf(candidate, spans[at]!, judged[at]!, read, reader.identity) ?? [],
  );
  return facts.slice(0, FACTS_A_TURN);
}

/** Returns the candidates as the reader sees them, whether or not they are facts: its training data. */
export function candidateSpans(read: ReadTurn): readonly CandidateSpan[] {
  return askedIn(read).map((candidate) => spanOf(candidate, read));
}

function askedIn(read: ReadTurn): readonly Asked[] {
  const { asksOfThat } = read.grammar.facts;
  const found: Asked[] = [];
  let waiting: Asked | undefined;
  for (const candidate of candidatesOf(read).slice(0, CANDIDATES_READ)) {
    const said = read.folded.slice(candidate.from, candidate.to).trim();
    const last = found.at(-1);
    if (last !== undefined && asksOfThat.test(said)) {
      found[found.length - 1] = { ...last, asks: 'REMEMBER' };
      continue;
    }
    const asked = waiting === undefined ? askedOf(candidate, read) : { ...waiting, to: candidate.to };
    // In "Remember: my dog is called Toto", the words that ask are a clause of their own.
    waiting = asked.textFrom >= asked.to ? asked : undefined;
    if (waiting === undefined && (asked.asks !== undefined || SAYS_SOMETHING.test(said))) found.push(asked);
  }
  return found;
}

/** Matches more than one word: a single word states nothing. */
const SAYS_SOMETHING = /[\p{L}\p{N}]\P{L}*\s.*[\p{L}\p{N}]/u;

function askedOf(candidate: Candidate, { folded, plain, grammar }: ReadTurn): Asked {
  const { beginsTakingBack, commands, title } = grammar.facts;
  const { clause, from } = candidate;
  // In "Remember the Titans is a film", the words are a title and no command.
  if (title.test(plain.slice(from))) return { textFrom: from, ...candidate };
  const said = folded.slice(from, Math.min(clause.sentenceTo, from + MATCHED_UNITS));
  for (const { id, asks, pattern } of commands) {
    const found = pattern.exec(said);
    if (found !== null) return { rule: id, asks, textFrom: from + found[0].length, ...candidate };
  }
  const taken = beginsTakingBack.exec(folded.slice(clause.start, candidate.to));
  return { textFrom: Math.max(from, clause.start + (taken?.[0].length ?? 0)), ...candidate };
}

function spanOf({ clause, from, to, asks }: Asked, { at, plain }: ReadTurn): CandidateSpan {
  const { mood, isHedged, followsThirdPerson, fiction } = clause;
  const [begin, end] = [at(from), at(to)];
  return {
    mood,
    isHedged,
    followsThirdPerson,
    fiction,
    asks,
    from: begin,
    to: end,
    text: plain.slice(from, to).trim(),
  };
}

/** Returns the subject that the reader is shown before a candidate that leaves it out; '' for others. */
function subjectOf({ clause, from, to }: Asked, { clauses, folded, grammar }: ReadTurn): string {
  const first = clauses.find(({ sentence }) => sentence === clause.sentence);
  if (first === undefined || first.from >= from) return '';
  return elidedSubject(grammar.facts, folded.slice(from, to).trim(), folded.slice(first.from, from));
}

/**
 * Returns the confidence of a candidate, undefined if it must not be stored. It is a step higher for a command, for something that
 * there is only one of, and for a plain form, since a rule recognises these as well.
 */
function sureness(
  { clause, from, to, asks }: Asked,
  { folded, text, at, grammar }: ReadTurn,
  { probability }: ReadCandidate,
): Confidence | undefined {
  const { facts, speech } = grammar;
  if (clause.fiction === 'MADE_UP') return undefined;
  if ((clause.mood !== 'STATEMENT' && clause.mood !== 'HYPOTHESIS') || clause.isHedged) return undefined;
  if (asks === 'REMEMBER') return 'HIGH';
  const said = folded.slice(from, to).trim();
  const written = text.slice(at(from), at(to));
  const { sure, even, stored } = READER_CONFIDENCE;
  if (probability < stored || isVetoed(said, written, facts) || isQuotation(said, speech)) return undefined;
  if (clause.fiction === 'DOUBTFUL' || facts.endsOpen.test(said) || saysOnlyWhen(said, grammar)) return 'LOW';
  const isPlain = asks !== undefined || hasCue(written, facts) || statesPlainly(facts, said);
  const steps = Number(probability >= even) + Number(probability >= sure) + Number(isPlain);
  return CONFIDENCES[Math.min(steps, CONFIDENCES.length - 1)];
}

/** Tells whether a text has nothing but days, hours and figures: it answers a question, without which it says nothing. */
function saysOnlyWhen(folded: string, { facts, changes }: ReadTurn['grammar']): boolean {
  return foldedWords(folded).every(
    (word) => /\d/.test(word) || facts.joinsValues.has(word) || changes.incidental.has(word),
  );
}

/** The last candidate that was tested: a candidate is tested for each way in which it may be a fact. */
let last:
  | { readonly folded: string; readonly written: string; readonly rules: FactRules; readonly isVetoed: boolean }
  | undefined;

function isVetoed(folded: string, written: string, rules: FactRules): boolean {
  if (last?.folded === folded && last.written === written && last.rules === rules) return last.isVetoed;
  const { onlyTakesBack, vetoes } = rules;
  const isVetoed =
    onlyTakesBack.test(folded) ||
    vetoes.some(({ pattern, isAsWritten }) => pattern.test(isAsWritten === true ? written : folded));
  last = { folded, written, rules, isVetoed };
  return isVetoed;
}

/** Tells whether the words only introduce what somebody else said, which is masked: `my sister told me: …`. */
function isQuotation(folded: string, { moods }: SpeechRules): boolean {
  const says = moods.reporting.exec(folded);
  return says !== null && QUOTED_NEXT.test(folded.slice(says.index + says[0].length));
}
const QUOTED_NEXT = new RegExp(`^[^:${MASK}]{0,40}:?\\s*${MASK}`, 'u');

function factOf(
  candidate: Asked,
  span: CandidateSpan,
  judged: ReadCandidate,
  read: ReadTurn,
  identity: string,
): ExtractedFact | undefined {
  const { rule, textFrom } = candidate;
  const { at, text: turn } = read;
  const rules = read.grammar.facts;
  const end = at(listEnd(candidate, read));
  const text = tidy(turn.slice(at(textFrom), end), rules);
  if (!isText(text)) return undefined;
  const judgedSure = sureness(candidate, read, judged);
  // An alternative has the confidence of the decision that it replaces, and means nothing without one.
  const isOther = judgedSure !== undefined && isPlainStatement(candidate, read) && isOtherWay(candidate, read);
  const confidence = isOther ? 'LOW' : judgedSure;
  const isUnsure = confidence === undefined || confidence === 'LOW';
  const instead = isUnsure ? domainPutInstead(candidate, text, read) : undefined;
  const isInstead = instead !== undefined;
  const ruled = instead ?? (confidence === undefined && settles(candidate, text, read) ? 'DECISIONS' : undefined);
  const isDoubted = confidence === undefined && ruled === undefined && mayReplace(candidate, judged, read);
  // "10 then, not 20" means nothing without what it takes back, whatever the reader makes of its words.
  const leans = isDoubted || (isInstead && (confidence === undefined || isSwap(candidate, read)));
  if (confidence === undefined && ruled === undefined && !leans) return undefined;
  const { kind, domains } = judged.said();
  const replaces = judged.replaces();
  // A fact that the reader doubts takes back no decision, unless its words say so plainly.
  const isSure = !isUnsure || takesBackPlainly(rules, read.folded.slice(candidate.clause.start, candidate.to));
  const domain = ruled ?? (kind === 'decision' && domains.includes('DECISIONS') ? 'DECISIONS' : domains[0]);
  // A statement whose second domain is decisions takes none back: a proverb did.
  const isDecided = isSure && domain === 'DECISIONS' && domains.includes('DECISIONS');
  const corrects = isInstead || (isDecided && (replaces >= REPLACES || isCorrection(candidate, read)));
  const alsoDomain = ruled === undefined ? domains.find((other) => other !== domain) : undefined;
  return {
    domain,
    ...(alsoDomain !== undefined && { alsoDomain }),
    text,
    confidence: confidence ?? 'LOW',
    source: kind === 'change' ? 'INFERRED' : 'EXPLICIT',
    slot: slotOfFact(text, rules),
    rule: rule ?? identity,
    ...(corrects && { corrects }),
    ...(leans && { leans }),
    replaces,
    from: span.from,
    to: span.from + turn.slice(span.from, end).trimEnd().length,
  };
}

function isSwap({ from, to }: Asked, { folded, grammar }: ReadTurn): boolean {
  return swappedOut(grammar.facts, folded.slice(from, to).trim()) !== undefined;
}

function isCorrection({ clause, to }: Asked, read: ReadTurn): boolean {
  const { facts } = read.grammar;
  return (
    takesBack(facts, read.folded.slice(clause.start, to)) ||
    takesBackPlainly(facts, read.folded.slice(before(clause, read), to))
  );
}

/** Returns the start of the sentence before, which may say what this one does: "Changed my mind. Let's go with MySQL." */
function before({ sentence, start }: Clause, { clauses }: ReadTurn): number {
  return clauses.find((clause) => clause.sentence >= sentence - 1)?.start ?? start;
}

/**
 * Returns the domain of what replaces something taken back: a name (`on second thought, Kafka`), or another way to do the same, which
 * is a preference and takes back no decision. Undefined if the candidate proposes no replacement.
 */
function domainPutInstead(candidate: Asked, text: string, read: ReadTurn): FactDomain | undefined {
  const { clause, from, textFrom, to } = candidate;
  const { folded } = read;
  const { facts } = read.grammar;
  if (!isPlainStatement(candidate, read)) return undefined;
  if (isOtherWay(candidate, read)) return 'PREFERENCES';
  if (isSwap(candidate, read) && SWAPPED.test(text)) return 'DECISIONS';
  if (!takesBackPlainly(facts, folded.slice(before(clause, read), to))) return undefined;
  const isProposed = facts.proposes.test(folded.slice(textFrom, to)) || (textFrom > from && BARE_NAME.test(text));
  return isProposed ? 'DECISIONS' : undefined;
}

/** Tells whether a candidate that is no fact by itself sounds like a replacement, and may replace a known fact. */
function mayReplace(candidate: Asked, { probability, replaces }: ReadCandidate, read: ReadTurn): boolean {
  return probability >= LEANING.least && isPlainStatement(candidate, read) && replaces() >= LEANING.replaces;
}

/**
 * Tells whether a name or a figure settles what was discussed (`Stripe then`): it means nothing by itself, but as a correction it may
 * replace a decision.
 */
function settles(candidate: Asked, text: string, read: ReadTurn): boolean {
  const { settles: ending } = read.grammar.facts;
  const said = read.folded.slice(candidate.from, candidate.to).trim();
  const name = text.slice(0, Math.max(0, said.search(ending)));
  return ending.test(said) && BARE_NAME.test(name) && isPlainStatement(candidate, read);
}

function isPlainStatement({ clause, from, to, asks }: Asked, { folded, text, at, grammar }: ReadTurn): boolean {
  const { mood, isHedged, fiction } = clause;
  if (mood !== 'STATEMENT' || isHedged || fiction !== undefined || asks !== undefined) return false;
  const said = folded.slice(from, to).trim();
  return !isVetoed(said, text.slice(at(from), at(to)), grammar.facts) && !isQuotation(said, grammar.speech);
}

/** Tells whether words that take something back name another of several exclusive ways: `Answer in German instead`. */
function isOtherWay({ clause, to }: Asked, { folded, grammar: { facts, changes } }: ReadTurn): boolean {
  const said = folded.slice(clause.start, to);
  const isShort = said.trim().split(/\s+/u).length <= WAY_WORDS;
  const mayBe = isShort && putsOtherWay(facts, said) && !takesBackPlainly(facts, said);
  return mayBe && changes.exclusive.some((ways) => ways.some((way) => way.test(said)));
}

/** Matches a text that ends in a name or a figure. */
const SWAPPED = /(?<!\S)(?:\p{Lu}|\S*\p{N})\S*$/u;

/** Matches a name or a figure, and nothing else. */
const BARE_NAME = /^(?!I\b)[\p{Lu}\p{N}]\S*(?: \S+)?$/u;

function tidy(text: string, { tail }: FactRules): string {
  return text
    .replace(tail, '')
    .replaceAll(/\s+/g, ' ')
    .replace(/^[\s,:"'\u201c-]+/u, '')
    .trim();
}

function isText(text: string): boolean {
  return (text.match(/[\p{L}\p{N}]/gu)?.length ?? 0) >= FACT_TEXT.leastLetters && text.length <= FACT_TEXT.mostUnits;
}
