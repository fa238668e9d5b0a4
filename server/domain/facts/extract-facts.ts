/**
 * The facts of a turn: what the user says of themselves, or asks to be remembered, in so many words. A grammar proposes spans; what asks
 * in so many words is found by rules, whether the rest are lasting statements of the user's own is told by a trained reader.
 * Never from questions, others' words, quoted or pasted text, texts to write or translate.
 */
import {
  CANDIDATES_READ,
  FACT_TEXT,
  FACTS_A_TURN,
  MATCHED_UNITS,
  READER_CONFIDENCE,
  REPLACES,
} from '../../policy/facts.ts';
import { readTurn, type Clause, type ReadTurn } from '../speech/read-turn.ts';
import { rawLines } from '../text/raw-lines.ts';
import { candidatesOf, listEnd, type Candidate } from './candidates.ts';
import { CONFIDENCES, type Confidence, type FactDomain, type FactSource } from './fact.ts';
import type { CandidateSpan, FactReader, ReadCandidate } from './fact-reader.ts';
import { hasCue, slotOfFact } from './fact-slot.ts';
import {
  ASKS_OF_THAT,
  BEGINS_TAKING_BACK,
  COMMANDS,
  elidedSubject,
  ONLY_TAKES_BACK,
  PROPOSES,
  statesPlainly,
  takesBack,
  takesBackPlainly,
  type Command,
  VETOES,
} from './packs/packs.ts';

export type ExtractedFact = {
  readonly domain: FactDomain;
  /** A second one that it is about as well. */
  readonly alsoDomain?: FactDomain | undefined;
  /** The user's own words without the words that ask to keep them. */
  readonly text: string;
  readonly confidence: Confidence;
  readonly source: FactSource;
  readonly slot?: string | undefined;
  /** The rule that found it, or the reader's identity. */
  readonly rule: string;
  /** A decision that takes back the one before it. */
  readonly corrects?: true;
  /** It says nothing without the decision that it takes back, and is kept only where there is one. */
  readonly leans?: true;
  /** On which span of the turn, signal and all, in UTF-16 units of its NFC form. */
  readonly from: number;
  readonly to: number;
};

type Asked = Candidate &
  Partial<Pick<Command, 'asks'>> & {
    /** The command's. */
    readonly rule?: string;
    /** Where its own words begin, after what asks to keep them. */
    readonly textFrom: number;
  };

/** `turn` is what the user wrote. */
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

/** As the reader sees them, be they facts or not: what it is trained on. */
export function candidateSpans(read: ReadTurn): readonly CandidateSpan[] {
  return askedIn(read).map((candidate) => spanOf(candidate, read));
}

function askedIn(read: ReadTurn): readonly Asked[] {
  const found: Asked[] = [];
  let waiting: Asked | undefined;
  for (const candidate of candidatesOf(read).slice(0, CANDIDATES_READ)) {
    const said = read.folded.slice(candidate.from, candidate.to).trim();
    const last = found.at(-1);
    if (last !== undefined && ASKS_OF_THAT.test(said)) {
      found[found.length - 1] = { ...last, asks: 'REMEMBER' };
      continue;
    }
    const asked = waiting === undefined ? askedOf(candidate, read) : { ...waiting, to: candidate.to };
    // Remember: my dog is called Toto. The words that ask are a clause of their own.
    waiting = asked.textFrom >= asked.to ? asked : undefined;
    if (waiting === undefined && (asked.asks !== undefined || SAYS_SOMETHING.test(said))) found.push(asked);
  }
  return found;
}

/** One word alone says nothing of anybody. */
const SAYS_SOMETHING = /[\p{L}\p{N}]\P{L}*\s.*[\p{L}\p{N}]/u;

function askedOf(candidate: Candidate, { folded, plain }: ReadTurn): Asked {
  const { clause, from } = candidate;
  // Remember the Titans is a film.
  if (TITLE.test(plain.slice(from))) return { ...candidate, textFrom: from };
  const said = folded.slice(from, Math.min(clause.sentenceTo, from + MATCHED_UNITS));
  for (const { id, asks, pattern } of COMMANDS) {
    const found = pattern.exec(said);
    if (found !== null) return { ...candidate, rule: id, asks, textFrom: from + found[0].length };
  }
  const taken = BEGINS_TAKING_BACK.exec(folded.slice(clause.start, candidate.to));
  return { ...candidate, textFrom: Math.max(from, clause.start + (taken?.[0].length ?? 0)) };
}

const TITLE = /^[Rr]emember the \p{Lu}/u;

function spanOf({ clause, from, to, asks }: Asked, { at, text }: ReadTurn): CandidateSpan {
  const { mood, isHedged, followsThirdPerson } = clause;
  const [begin, end] = [at(from), at(to)];
  return { mood, isHedged, followsThirdPerson, asks, from: begin, to: end, text: text.slice(begin, end).trim() };
}

/** What the reader is shown before a candidate that leaves out the subject of its sentence. */
function subjectOf({ clause, from, to }: Asked, { clauses, folded }: ReadTurn): string {
  const first = clauses.find(({ sentence }) => sentence === clause.sentence);
  if (first === undefined || first.from >= from) return '';
  return elidedSubject(folded.slice(from, to).trim(), folded.slice(first.from, from));
}

/** Undefined where it is not to be stored. What a rule reads as well, a command, what there is one of, or what has a plain form, is a step surer. */
function sureness(
  { clause, from, to, asks }: Asked,
  { folded, text, at }: ReadTurn,
  { probability }: ReadCandidate,
): Confidence | undefined {
  if ((clause.mood !== 'STATEMENT' && clause.mood !== 'HYPOTHESIS') || clause.isHedged) return undefined;
  if (asks === 'REMEMBER') return 'HIGH';
  const said = folded.slice(from, to).trim();
  const written = text.slice(at(from), at(to));
  const { sure, even, stored } = READER_CONFIDENCE;
  if (probability < stored || isVetoed(said, written)) return undefined;
  const isPlain = asks !== undefined || hasCue(written) || statesPlainly(said);
  const steps = Number(probability >= even) + Number(probability >= sure) + Number(isPlain);
  return CONFIDENCES[Math.min(steps, CONFIDENCES.length - 1)];
}

function isVetoed(folded: string, written: string): boolean {
  return (
    ONLY_TAKES_BACK.test(folded) ||
    VETOES.some(({ pattern, isAsWritten }) => pattern.test(isAsWritten === true ? written : folded))
  );
}

function factOf(
  candidate: Asked,
  span: CandidateSpan,
  judged: ReadCandidate,
  read: ReadTurn,
  identity: string,
): ExtractedFact | undefined {
  const { rule, textFrom } = candidate;
  const { at, text: turn } = read;
  const end = at(listEnd(candidate, read));
  const text = tidy(turn.slice(at(textFrom), end));
  if (!isText(text)) return undefined;
  const confidence = sureness(candidate, read, judged);
  const leans = (confidence === undefined || confidence === 'LOW') && isPutInstead(candidate, text, read);
  if (confidence === undefined && !leans) return undefined;
  const { kind, domains, replaces } = judged.said();
  // Since we spoke last. What the reader doubts takes back nothing, unless its words plainly do.
  const isSure = confidence !== 'LOW' || takesBackPlainly(read.folded.slice(candidate.clause.start, candidate.to));
  const isDecided = isSure && domains.includes('DECISIONS');
  const corrects = leans || (isDecided && (replaces >= REPLACES || isCorrection(candidate, read)));
  const domain = leans || (kind === 'decision' && domains.includes('DECISIONS')) ? 'DECISIONS' : domains[0];
  const alsoDomain = leans ? undefined : domains.find((other) => other !== domain);
  return {
    domain,
    ...(alsoDomain !== undefined && { alsoDomain }),
    text,
    confidence: confidence ?? 'LOW',
    source: kind === 'change' ? 'INFERRED' : 'EXPLICIT',
    slot: slotOfFact(text),
    rule: rule ?? identity,
    ...(corrects && { corrects }),
    ...(leans && confidence === undefined && { leans }),
    from: span.from,
    to: span.from + turn.slice(span.from, end).trimEnd().length,
  };
}

function isCorrection({ clause, to }: Asked, read: ReadTurn): boolean {
  return (
    takesBack(read.folded.slice(clause.start, to)) || takesBackPlainly(read.folded.slice(before(clause, read), to))
  );
}

/** Changed my mind. Let's go with MySQL. The sentence before says what this one does. */
function before({ sentence, start }: Clause, { clauses }: ReadTurn): number {
  return clauses.find((clause) => clause.sentence >= sentence - 1)?.start ?? start;
}

/** Whether it names in a few words what holds in place of what is taken back: `on second thought, Kafka`. */
function isPutInstead({ clause, from, textFrom, to, asks }: Asked, text: string, read: ReadTurn): boolean {
  const { folded, text: turn, at } = read;
  if (clause.mood !== 'STATEMENT' || clause.isHedged || asks !== undefined) return false;
  if (!takesBackPlainly(folded.slice(before(clause, read), to))) return false;
  if (isVetoed(folded.slice(from, to).trim(), turn.slice(at(from), at(to)))) return false;
  return PROPOSES.test(folded.slice(textFrom, to)) || (textFrom > from && BARE_NAME.test(text));
}

/** A name or a figure, and no more. */
const BARE_NAME = /^(?!I\b)[\p{Lu}\p{N}]\S*(?: \S+)?$/u;

const TAIL = new RegExp(
  rawLines`
      [\s,.;:!\u2014-]*(?:[,\s](?:ok|okay|dale|por favor|porfa(?:vor)?|please|pls|gracias|thanks|thank you|si|eh|che|lol|haha|
      jaja\p{L}*|btw|by the way|fyi|entendido|got it|para que (?:lo )?sepas|just so you know|te parece|por cierto|viste|sabes|
      sabias|wey|guey|tio|bro|dude|man|jeje\p{L}*|xd|especially|particularly|sobre todo|en especial)[\s,.!]*)?[\s,.;:!\p{S}\u2014-]*$
    `,
  'iu',
);

function tidy(text: string): string {
  return text
    .replace(TAIL, '')
    .replaceAll(/\s+/g, ' ')
    .replace(/^[\s,:"'\u201c-]+/u, '')
    .trim();
}

function isText(text: string): boolean {
  return (text.match(/[\p{L}\p{N}]/gu)?.length ?? 0) >= FACT_TEXT.leastLetters && text.length <= FACT_TEXT.mostUnits;
}
