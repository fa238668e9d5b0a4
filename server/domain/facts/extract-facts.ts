/**
 * The facts of a turn: what the user says of themselves, or asks to be remembered, in so many words. Never from questions, denied or
 * undecided statements, hypotheses, others' words, quoted or pasted text, texts to write or translate, venting.
 */
import { rawLines } from '../text/raw-lines.ts';
import { FACT_TEXT, FACTS_A_TURN, MATCHED_UNITS } from '../../policy/facts.ts';
import { readTurn, type Clause, type ReadTurn } from '../speech/read-turn.ts';
import type { Confidence, FactDomain, FactSource } from './fact.ts';
import { factDomainOf } from './fact-domain.ts';
import { judgedConfidence, type FactJudge } from './fact-judge.ts';
import type { FactRule } from './fact-rule.ts';
import { rulesFor } from './fact-rules.ts';
import { slotOf } from './fact-slot.ts';
import { isHere, isNarrated, isOfWorkInHand, isPassing, isTonight } from './narrated.ts';
import { isVenting } from './venting.ts';

export type ExtractedFact = {
  readonly domain: FactDomain;
  /** The user's own words without the signal. */
  readonly text: string;
  readonly confidence: Confidence;
  readonly source: FactSource;
  readonly slot?: string | undefined;
  /** Which rule fired. */
  readonly rule: string;
  /** On which span of the turn, signal and all, in UTF-16 units of its NFC form. */
  readonly from: number;
  readonly to: number;
};

type Found = {
  readonly rule: FactRule;
  readonly clause: Clause;
  readonly textFrom: number;
  readonly slot?: string | undefined;
};

/** `turn` is what the user wrote. `judge` says how sure each is; without one all are as sure as their rules. */
export function extractFacts(turn: string | ReadTurn, judge?: FactJudge): readonly ExtractedFact[] {
  const read = typeof turn === 'string' ? readTurn(turn) : turn;
  const found: Found[] = [];
  for (const clause of read.clauses) {
    if (found.length >= FACTS_A_TURN) break;
    // The text that a signal is followed by is no second fact.
    if (clause.from <= (found.at(-1)?.textFrom ?? -1)) continue;
    // What is to be done on a condition is told with the condition.
    const before = found.at(-1);
    if (before?.clause.sentence === clause.sentence && before.rule.rule.endsWith('whenever-i')) continue;
    const match = factOf(clause, read, found.at(-1));
    if (match !== undefined) found.push(match);
  }
  return found.flatMap((match, index) => {
    const next = found[index + 1];
    const to = endOf(match, next, read);
    const text = tidy(read.text.slice(read.at(match.textFrom), read.at(to)));
    if (!isText(text)) return [];
    const span = { turn: read.text, from: read.at(match.clause.from), to: read.at(to), text };
    const confidence = judgedConfidence(match.rule, span, judge);
    return confidence === undefined ? [] : [{ ...toFact(match, text, to, read), confidence }];
  });
}

function factOf(clause: Clause, read: ReadTurn, before: Found | undefined): Found | undefined {
  if (clause.mood !== 'STATEMENT' && clause.mood !== 'HYPOTHESIS') return undefined;
  if (clause.isHedged || clause.from >= clause.to) return undefined;
  const said = read.folded.slice(clause.from, Math.min(clause.sentenceTo, clause.from + MATCHED_UNITS));
  const opens = read.clauses.find((other) => other.sentence === clause.sentence)?.start ?? clause.start;
  const sentence = read.folded.slice(opens, clause.sentenceTo);
  for (const rule of rulesFor(said)) {
    if (clause.mood === 'HYPOTHESIS' && rule.kind !== 'INSTRUCTION') continue;
    if (rule.kind === 'INSTRUCTION' && clause.followsThirdPerson) continue;
    if (rule.kind === 'FRAGMENT' && before?.clause.sentence !== clause.sentence) continue;
    const match = rule.pattern.exec(said);
    if (match === null) continue;
    // Remember the Titans is a film.
    if (rule.rule === 'en.remember' && NAMED.test(read.plain.slice(clause.from))) continue;
    if (rule.kind !== 'SIGNAL' && isUnsaid(rule, match, clause, sentence, read)) continue;
    const text = match.indices?.groups?.['fact'] ?? match.indices?.groups?.['thing'];
    const what = match.groups?.['what']?.trim();
    return {
      rule,
      clause,
      textFrom: clause.from + (text?.[0] ?? 0),
      slot: rule.slot?.endsWith(':') === true ? (what === undefined ? undefined : rule.slot + what) : rule.slot,
    };
  }
  return undefined;
}

/** What the pattern cannot see. */
function isUnsaid(rule: FactRule, match: RegExpExecArray, clause: Clause, sentence: string, read: ReadTurn): boolean {
  if (rule.kind !== 'DECISION' && rule.kind !== 'CHANGE' && isVenting(sentence)) return true;
  if (rule.kind !== 'INSTRUCTION' && isNarrated(sentence)) return true;
  if (rule.kind === 'DECISION' && isPassing(sentence)) return true;
  if ((rule.kind === 'PLAIN' || rule.kind === 'DECISION') && isHere(sentence)) return true;
  if (rule.kind === 'PLAIN' && isTonight(read.folded.slice(clause.from, clause.to))) return true;
  if (rule.kind === 'PLAIN' && rule.domain === 'PREFERENCES' && isOfWorkInHand(sentence)) return true;
  const raw = read.plain.slice(clause.from, clause.from + match[0].length);
  // Folded, he worked (trabajó) is as I work (trabajo).
  if (rule.rule.startsWith('es.') && rule.kind === 'PLAIN' && /^(?:\p{L}+ ){0,2}\p{L}+ó(?!\p{L})/iu.test(raw))
    return true;
  // I never heard it (nunca lo escuché) is as never hear it (nunca lo escuche).
  if (rule.rule === 'es.never-do' && PRETERITE.test(raw)) return true;
  const name = match.groups?.['name'];
  // I'm Nick, I'm tired.
  if (name !== undefined && !/\p{Lu}\p{Ll}+$/u.test(raw)) return true;
  const verb = match.groups?.['verb'];
  if (verb !== undefined && (NOT_FIRST_PERSON.test(verb) || isThirdPast(verb, raw))) return true;
  return rule.kind !== 'INSTRUCTION' && CONDITION.test(match[0]) && !/prefer|like|habit|always/.test(rule.rule);
}

const NAMED = /^[Rr]emember the \p{Lu}/u;

const PRETERITE = /(?<!\p{L})(?!(?:esté|qué|porqué)(?!\p{L}))\p{L}{3,}[éó](?!\p{L})/iu;

/** End in -o or -mos and are no verb of the first person. */
const NOT_FIRST_PERSON = new RegExp(rawLines`
      ^(?:mismo|otro|todo|algo|bajo|cuando|poco|mucho|primero|luego|pronto|dentro|solo|tanto|cuanto|medio|largo|corto|nuevo|
      bueno|malo|claro|cierto|yo|como|pero|menos|vamos|ultimo|segundo|tercero|minimo|maximo|numero|tiempo|lo|no|eso|esto|otro|
      uno|dinero|trabajo practico|ando)$
    `);

function isThirdPast(verb: string, raw: string): boolean {
  return verb.endsWith('o') && new RegExp(`${verb.slice(0, -1)}ó(?!\\p{L})`, 'iu').test(raw.normalize('NFC'));
}

const CONDITION = new RegExp(
  rawLines`
      (?<!\bpor)\s(?:si (?:me|te|lo|la|el|mi|no|todo|se|consigo|puedo|sale|llega|hay|tengo|aprueban|\p{L}+(?:an?|en?)\b)|if\s|
      unless\s|a menos que|salvo que|siempre y cuando|as long as|depending on|segun como)
    `,
  'u',
);

/** To the next fact or the next thing said, or the end of the sentence. */
function endOf({ clause, textFrom }: Found, next: Found | undefined, read: ReadTurn): number {
  const later = read.clauses.filter(
    ({ sentence, from }) => sentence === clause.sentence && from > Math.max(clause.from, textFrom),
  );
  const stop = later.find(
    (other) =>
      other === next?.clause || other.mood !== clause.mood || NEW_STATEMENT.test(read.folded.slice(other.from)),
  );
  return stop === undefined ? clause.sentenceTo : stopAt(stop, read);
}

/** Clauses that say something of their own. */
const NEW_STATEMENT = new RegExp(
  rawLines`
      ^(?:yo|i|i'm|im|i've|we|we're|he|she|they|you|it|it's|ella|ellos|mi|mis|my|our|nuestr[oa]s?|eso|esto|that's|this|quiero|
      necesito|podes|puedes|por favor|please|gracias|thanks|dale|ok|can|could|what|how|que|como|cual|let's|vamos|ayuda\p{L}*|
      help|decime|dime|hace(?:me)?|haz(?:me)?|arma(?:me)?|pasa(?:me)?|tengo|estoy|voy|me)(?![\p{L}'])
    `,
  'u',
);

function stopAt({ start }: Clause, read: ReadTurn): number {
  return (
    /[\s,:(\u2014-]*(?:(?<!\p{L})(?:y|e|and|but|pero|so|asi que|because|porque|plus|though|although|aunque|while|ya que|since)\s*)?$/u.exec(
      read.folded.slice(0, start),
    )?.index ?? start
  );
}

const TAIL = new RegExp(
  rawLines`
      [\s,.;:!\u2014-]*(?:[,\s](?:ok|okay|dale|por favor|porfa(?:vor)?|please|pls|gracias|thanks|thank you|si|eh|che|lol|haha|
      jaja\p{L}*|btw|by the way|fyi|entendido|got it|para que (?:lo )?sepas|just so you know|te parece|por cierto|viste|sabes|
      sabias|wey|guey|tio|bro|dude|man|jeje\p{L}*|xd)[\s,.!]*)?[\s,.;:!\p{S}\u2014-]*$
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

function toFact(
  { rule, slot, clause, textFrom }: Found,
  text: string,
  to: number,
  read: ReadTurn,
): Omit<ExtractedFact, 'confidence'> {
  const folded = read.folded.slice(clause.from, to);
  const inner = rule.kind === 'SIGNAL' || rule.rule.endsWith('from-now-on') ? ruleOf(readTurn(text)) : undefined;
  return {
    domain: rule.domain ?? inner?.rule.domain ?? factDomainOf(folded),
    text,
    source: rule.source,
    slot: slotOf(slot ?? inner?.slot, tidy(read.plain.slice(textFrom, to))),
    rule: rule.rule,
    from: read.at(clause.from),
    to: read.at(to),
  };
}

/** What there is one of, in a text that says a fact, be it in the words of whom it is about or of somebody else. */
export function slotOfFact(text: string): string | undefined {
  const own = asOwn(text);
  return slotOf(ruleOf(readTurn(own))?.slot, own);
}

const OTHERS = /^(?:(?:the )?user|(?:el|la) usuari[oa]|usuari[oa])(?:'s)?\s+/iu;
const OF_OTHERS: readonly (readonly [RegExp, string])[] = [
  [/^(?:he|she|they)\s+/iu, ''],
  [/^lives\b/iu, 'I live'],
  [/^works\b/iu, 'I work'],
  [/^(?:moved|relocated|joined|started|switched|quit|left|got)\b/iu, 'I $&'],
  [/^is\b/iu, "I'm"],
  [/^has\b/iu, 'I have'],
  [/^(?:uses|prefers|likes|drives|speaks)\b/iu, 'I $&'],
  [/^vive\b/iu, 'vivo'],
  [/^trabaja\b/iu, 'trabajo'],
  [/^se mud[oó](?!\p{L})/iu, 'me mudé'],
  [/^empez[oó](?!\p{L})/iu, 'empecé'],
  [/^se llama\b/iu, 'me llamo'],
  [/^es\b/iu, 'soy'],
  [/^tiene\b/iu, 'tengo'],
  [/^est[aá](?!\p{L})/iu, 'estoy'],
];

/** Agents write of their users what users say of themselves. */
function asOwn(text: string): string {
  return OF_OTHERS.reduce((said, [from, to]) => said.replace(from, to), text.trim().replace(OTHERS, ''));
}

/** What a text that was to be remembered says, where a rule knows. */
function ruleOf(read: ReadTurn): Found | undefined {
  const clause = read.clauses[0];
  return clause === undefined ? undefined : factOf(clause, read, undefined);
}
