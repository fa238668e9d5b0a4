/** Reads what a text says, apart from how: its words by meaning, what it denies, asks and names, and how its words relate. */
import { fold } from '../text/fold.ts';
import type { Language } from '../text/language.ts';
import { STOP_WORDS } from '../text/stop-words.ts';
import { withFigures } from './figures.ts';
import { rolesReader, type Roles } from './roles.ts';
import { wordTables, type WordTables } from './word-tables.ts';

export type Statement = {
  /** The content words by meaning; figures begin with `#`. */
  readonly words: ReadonlySet<string>;
  /** Words that the text capitalises, other than at the start of a sentence. */
  readonly names: ReadonlySet<string>;
  /** The things denied, with `not` or `end` (no longer) before the first word of each denial. */
  readonly denials: ReadonlySet<string>;
  readonly conditions: ReadonlySet<string>;
  /** The kinds of answers that it asks for. */
  readonly asks: ReadonlySet<string>;
  /** Tells for each word whether it is in the past. */
  readonly past: ReadonlyMap<string, boolean>;
  /** The tenses of its copulas. */
  readonly wasOrIs: ReadonlySet<'was' | 'is'>;
  /** The tenses shown by auxiliary words such as `had`, `does` and `will`. */
  readonly tenses: ReadonlySet<'EARLIER' | 'NOW' | 'LATER'>;
  readonly usedTo: boolean;
  /** The grammatical numbers of its copulas. */
  readonly numbers: ReadonlySet<'ONE' | 'SEVERAL'>;
  /** Words that mean one thing, `the dog`, and words that mean any or several, `dogs`, as far as the language distinguishes these. */
  readonly single: ReadonlySet<string>;
  readonly plural: ReadonlySet<string>;
  readonly persons: ReadonlySet<'he' | 'she'>;
  readonly roles: Roles;
};

/** Signs that phrases and punctuation are replaced by. */
const STOP = 'STOP';
const LIST = 'LIST';
const NOT = 'NOT';
const END = 'END';
const PAST = 'PAST';
const SIGNS: readonly string[] = [STOP, LIST, NOT, END, PAST];

const TOKEN = /\d[\d.,:-]*(?:(?:st|nd|rd|th|k)(?!\p{L}))?|\p{L}[\p{L}\p{M}]*(?:['’]\p{L}+)*|[.,;:!?¿¡$€£]/giu;

export function readStatement(text: string, language: Language): Statement {
  const tables = wordTables(language);
  const tokens = [...text.matchAll(TOKEN)].map(([token]) => token);
  const surfaces = new Map(tokens.map((token) => [fold(token), token.toLowerCase()]));
  const line = readableLine(tokens, language, tables);
  const names = namesOf(tokens, tables);
  return {
    names,
    persons: personsOf(tokens, tables),
    ...countedIn(tokens, tables),
    ...readWords(line.split(' ').filter(Boolean), tables, surfaces, names),
  };
}

function readableLine(tokens: readonly string[], language: Language, tables: WordTables): string {
  const ordered = unitsLast(tokens).map((token) => tables.accented.get(token.toLowerCase()) ?? fold(token));
  const words = language === 'en' ? ordered.flatMap(uncontracted) : ordered;
  let line = ` ${words.map(punctuation).join(' ')} `;
  if (language === 'es') line = line.replaceAll(' del ', ' de el ').replaceAll(' al ', ' a el ');
  for (const [sign, name] of UNIT_NAMES[language]) line = line.replaceAll(` ${sign} `, ` ${name} `);
  for (const [from, to] of tables.roundabout) line = line.replaceAll(from, to);
  if (tables.anyPhrase.test(line)) for (const [from, to] of tables.phrases) line = line.replaceAll(from, to);
  return withFigures(line, language);
}

/** Puts the unit last: `$ 5` becomes `5 $`. */
function unitsLast(tokens: readonly string[]): readonly string[] {
  return tokens.flatMap((token, at) => {
    if (isUnitSign(token) && /^\d/.test(tokens[at + 1] ?? '')) return [];
    return isUnitSign(tokens[at - 1]) ? [token, tokens[at - 1] as string] : [token];
  });
}

function isUnitSign(token: string | undefined): boolean {
  return token !== undefined && /^[$€£]$/.test(token);
}

const UNIT_NAMES: Readonly<Record<Language, readonly (readonly [string, string])[]>> = {
  en: [
    ['$', 'dollars'],
    ['€', 'euros'],
    ['£', 'pounds'],
  ],
  es: [
    ['$', 'pesos'],
    ['€', 'euros'],
    ['£', 'libras'],
  ],
};

function uncontracted(word: string): readonly string[] {
  if (word === "can't" || word === 'cannot') return ['can', 'not'];
  if (word === "won't") return ['will', 'not'];
  if (word.endsWith("n't")) return [word.slice(0, -"n't".length), 'not'];
  const [, owner = ''] = /^(\p{L}+)'s$/u.exec(word) ?? [];
  // After these words `'s` is short for `is`.
  if (owner !== '' && !STOP_WORDS.en.has(owner) && owner !== 'let') return [owner, "'s"];
  return [word.replace(/'\p{L}+$/u, '')];
}

function punctuation(token: string): string {
  if (token === ',') return LIST;
  return /^[.;:!?¿¡]$/.test(token) ? STOP : token;
}

function readWords(
  line: readonly string[],
  tables: WordTables,
  surfaces: ReadonlyMap<string, string>,
  names: ReadonlySet<string>,
): Omit<Statement, 'names' | 'persons' | 'single' | 'plural'> {
  const asks = new Set<string>();
  const words = new Set<string>();
  const denials = new Set<string>();
  const conditions = new Set<string>();
  const past = new Map<string, boolean>();
  const wasOrIs = new Set<'was' | 'is'>();
  const numbers = new Set<'ONE' | 'SEVERAL'>();
  const tenses = new Set<'EARLIER' | 'NOW' | 'LATER'>();
  const roles = rolesReader(tables);
  const questions = line.map((word, at) => questionOf(word, at, line, tables, surfaces));
  for (const kind of questions.flat()) asks.add(kind);
  let denial = '';
  let isDenied = false;
  let condition = '';
  for (const [at, word] of line.entries()) {
    if (word === LIST) {
      roles.comma();
      continue;
    }
    if (word === STOP || tables.clauseEnds.has(word) || tables.joining.has(word)) {
      if (word === STOP) roles.sentenceEnds();
      else roles.small(word);
      denial = '';
      isDenied = false;
      continue;
    }
    if (tables.copulas.has(word)) wasOrIs.add(tables.pastCopulas.has(word) ? 'was' : 'is');
    if (tables.copulas.has(word)) numbers.add(tables.pluralCopulas.has(word) ? 'SEVERAL' : 'ONE');
    const tense = tables.tenses.get(word);
    if (tense !== undefined) tenses.add(tense);
    if (word === NOT || word === END || tables.negations.has(word)) {
      if (!isDenied || !tables.echoes.has(word)) denial += word === END ? 'end ' : 'not ';
      isDenied = true;
      continue;
    }
    if (tables.ifs.has(word)) condition = word;
    if (SIGNS.includes(word)) continue;
    if (questions[at]?.length) roles.question(word);
    else if (isLight(word, asks, tables)) roles.small(word);
    if (isLight(word, asks, tables)) continue;
    const meaning = tables.meaningOf(word);
    words.add(meaning);
    past.set(meaning, tables.isPast(surfaces.get(word) ?? word));
    if (questions[at]?.length === 0) roles.word(word, meaning, denial, names.has(meaning));
    if (denial !== '') denials.add(denial + meaning);
    if (condition !== '') conditions.add(`${condition} ${meaning}`);
    denial = condition = '';
  }
  return {
    words,
    denials,
    conditions,
    asks,
    past,
    wasOrIs,
    numbers,
    tenses,
    usedTo: line.includes(PAST),
    roles: roles.read(),
  };
}

function isLight(word: string, asks: ReadonlySet<string>, tables: WordTables): boolean {
  return (
    tables.light.has(word) || tables.participants.has(word) || (asks.size > 0 && tables.lightInQuestions.has(word))
  );
}

/** In Spanish `como` and `cuando` ask if they bear an accent or begin the sentence; otherwise they compare and relate. */
function questionOf(
  word: string,
  at: number,
  line: readonly string[],
  { questions }: WordTables,
  surfaces: ReadonlyMap<string, string>,
): readonly string[] {
  const kind = questions.get(word);
  if (kind === undefined) return [];
  const isAccented = surfaces.get(word) !== word;
  const begins = line.slice(0, at).every((earlier) => earlier === STOP);
  return word !== 'como' || isAccented || begins ? [kind] : [];
}

function namesOf(tokens: readonly string[], tables: WordTables): ReadonlySet<string> {
  const names = tokens.filter((token, at) => {
    const before = tokens[at - 1];
    const begins = before === undefined || /^[.;:!?¿¡]$/.test(before);
    return !begins && /^\p{Lu}/u.test(token) && !tables.light.has(fold(token));
  });
  return new Set(names.map((name) => tables.meaningOf(fold(name).replace(/'\p{L}+$/u, ''))));
}

/** Reads the grammatical number from determiners that stand only before one thing. */
function countedIn(
  tokens: readonly string[],
  { singleDeterminers, links, light, meaningOf }: WordTables,
): Pick<Statement, 'single' | 'plural'> {
  const [single, plural] = [new Set<string>(), new Set<string>()];
  if (singleDeterminers.size === 0) return { single, plural };
  for (const [at, token] of tokens.entries()) {
    const word = fold(token);
    if (/..[^s]s$/.test(word) && meaningOf(word.slice(0, -1)) === meaningOf(word)) {
      plural.add(meaningOf(word));
      continue;
    }
    if (!singleDeterminers.has(fold(tokens[at - 1] ?? ''))) continue;
    // Before another word it only describes that one: `a peanut allergy`.
    const next = fold(tokens[at + 1] ?? '.');
    if (!/^\p{L}/u.test(next) || links.has(next) || light.has(next)) single.add(meaningOf(word));
  }
  return { single, plural };
}

function personsOf(tokens: readonly string[], { he, she }: WordTables): ReadonlySet<'he' | 'she'> {
  const persons = new Set<'he' | 'she'>();
  for (const token of tokens) {
    if (he.has(token.toLowerCase())) persons.add('he');
    if (she.has(token.toLowerCase())) persons.add('she');
  }
  return persons;
}
