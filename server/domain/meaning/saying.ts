/**
 * Reads a statement of a memory into a form that does not depend on its wording and its language: implied persons are left out,
 * equivalent wordings are read as one (languages/<tag>/rewordings.ts), and times are kept separately. Words that no table knows stay
 * as written, so that texts which differ in them remain different.
 */
import { fold } from '../text/fold.ts';
import { GRAMMAR } from '../languages/grammar.ts';
import { stemOf } from '../text/stems.ts';
import { LANGUAGES, type Language } from '../text/language.ts';
import { withFigures } from './figures.ts';
import type { Rewordings } from '../languages/rewording-pack.ts';
import { REWORDINGS } from './rewordings.ts';
import { wordTables } from './word-tables.ts';

/** Returns the English for a folded Spanish word, if it is known. */
export type Translate = (word: string) => string | undefined;

export type SaidWord = {
  readonly kind: 'CONCEPT' | 'FIGURE' | 'LINK' | 'NAME' | 'WORD';
  /** The form that is compared within the language. */
  readonly meaning: string;
  /** Its possible forms in English; only links have several. */
  readonly english: readonly string[];
  readonly isPast: boolean;
};

export type Saying = {
  readonly language: Language;
  readonly words: readonly SaidWord[];
  /** The times that it names, sorted. */
  readonly times: string;
};

const TOKEN = /\d[\d.,:-]*(?:(?:st|nd|rd|th|k)(?!\p{L}))?|[\p{L}_][\p{L}\p{M}]*(?:['’]\p{L}+)*|[.;!?¿¡$€£@-]/giu;

type Phrase = {
  readonly from: RegExp;
  readonly to: string;
  /** A text that every matching line contains. It is searched for first, at a twentieth of the cost of the pattern. */
  readonly literal: string;
};

type Table = {
  readonly dropped: ReadonlySet<string>;
  readonly words: ReadonlyMap<string, string>;
  readonly phrases: readonly Phrase[];
  readonly links: ReadonlyMap<string, readonly string[]>;
  readonly synonyms: ReadonlyMap<string, string>;
  readonly pastForms: ReadonlySet<string>;
  readonly notPast: ReadonlySet<string>;
};

const TABLES = Object.fromEntries(LANGUAGES.map((language) => [language, tableOf(language)])) as Record<
  Language,
  Table
>;

function tableOf(language: Language): Table {
  const words: Rewordings = REWORDINGS[language];
  const list = (text: string): readonly string[] => text.split(/[ ;]/).filter(Boolean);
  const entries = (text: string): readonly (readonly [string, string])[] =>
    text.split(';').flatMap((entry) => {
      const [from = '', to = from] = entry.split('>');
      return from.split(' ').map((one) => [one, to] as const);
    });
  return {
    dropped: new Set(list(words.dropped)),
    words: new Map(entries(words.words)),
    phrases: words.phrases.map(([from, to]) => ({ from: patternOf(from), to, literal: literalOf(from) })),
    links: new Map(entries(words.links).map(([word, to]) => [word, to.split(' ')])),
    synonyms: new Map(
      words.synonyms.split(';').flatMap((group) => {
        const [head = '', ...others] = group.split(' ').map((word) => stemOf(word, language));
        return [head, ...others].map((one) => [one, head] as const);
      }),
    ),
    pastForms: new Set(list(words.pastForms)),
    notPast: new Set(list(words.notPast)),
  };
}

function patternOf(from: string): RegExp {
  const filled = from
    .replaceAll('<name>', String.raw`user|_\S+`)
    .replaceAll('<word>', String.raw`[^\s#]+`)
    .replaceAll('<rest>', String.raw`\S+(?: \S+)*?`);
  return new RegExp(filled, 'gu');
}

/** Returns the longest run of letters that every alternative contains; empty if there is none. */
function literalOf(from: string): string {
  let flat = from.replaceAll(/<\w+>|\[[^\]]*\]|\\./g, '*');
  // Groups contain alternatives and optional parts; the innermost are removed first.
  for (let before = ''; before !== flat;) {
    before = flat;
    flat = flat.replaceAll(/\([^()]*\)[?*+]?/g, '*');
  }
  if (flat.includes('|')) return '';
  const runs = flat.replaceAll(/.\?/g, '*').match(/[\p{L}#=_' ]+/gu) ?? [];
  return runs.reduce((longest, run) => (run.length > longest.length ? run : longest), '');
}

/** Returns undefined for a text of more than one sentence, since sentences are not separated here. */
export function readSaying(text: string, language: Language, translate: Translate): Saying | undefined {
  const line = plainLine(text, language, translate);
  if (line.trim() === '' || / STOP /.test(line)) return undefined;
  const times: string[] = [];
  const rest = withoutTimes(line, times);
  const tokens = [...text.matchAll(TOKEN)].map(([token]) => token);
  const surfaces = new Map(tokens.map((token) => [fold(token), token]));
  const words = wordsOf(rest.trim().split(' '), { language, translate, surfaces });
  if (mayBeSubject(words)) return undefined;
  return { language, words: withSortedPairs(withoutUser(words)), times: times.toSorted().join(' ') };
}

function plainLine(text: string, language: Language, translate: Translate): string {
  const { words, dropped, phrases } = TABLES[language];
  const tokens = [
    ...text
      .trim()
      .replace(/[.!]+$/, '')
      .matchAll(TOKEN),
  ].map(([token]) => token);
  const parts = tokens.flatMap((token, at) => partsOf(token, at, language, translate));
  let line = ` ${parts.join(' ')} `;
  if (language === 'es') line = line.replaceAll(' del ', ' de el ').replaceAll(' al ', ' a el ');
  line = line.replaceAll(/ \$ (\S+) /g, ' $1 $ ');
  line = withFigures(line, language);
  if (language === 'es')
    line = line.replaceAll(
      / (?:todos )?los (?=(?:lunes|martes|miercoles|jueves|viernes|sabados|domingos) )/g,
      ' todos ',
    );
  line = line.replaceAll(/ (?:per|a|every|each) (?=(?:day|week|month|year) )/g, (run) =>
    run === ' every ' || run === ' each ' ? run : ' PER ',
  );
  const read = line
    .trim()
    .split(' ')
    .filter((word) => !dropped.has(word))
    .map((word) => words.get(word) ?? word);
  line = ` ${read.join(' ')} `;
  for (const { from, to, literal } of phrases) {
    if (!line.includes(literal)) continue;
    const reworded = line.replaceAll(from, to);
    if (reworded !== line) line = reworded.replaceAll(/ {2,}/g, ' ');
  }
  return datesInOrder(ofAsCompound(line, language));
}

/** Recognises phrases such as `llamó Luis`, in which nothing shows who called whom. */
function mayBeSubject([verb, name, ...others]: readonly SaidWord[]): boolean {
  return others.length === 0 && verb?.kind === 'WORD' && !verb.meaning.startsWith('=') && name?.kind === 'NAME';
}

/** Splits a token into its words; names are marked with a leading `_`. */
function partsOf(token: string, at: number, language: Language, translate: Translate): readonly string[] {
  if (/^[.;!?¿¡]$/.test(token)) return ['STOP'];
  if (token === '-') return [];
  const folded = fold(token);
  if (language === 'en') {
    if (folded === "can't" || folded === 'cannot') return ['can', 'not'];
    if (folded === "won't") return ['will', 'not'];
    if (folded.endsWith("n't")) return [folded.slice(0, -"n't".length), 'not'];
    const [, owner] = /^(\p{L}+)'s?$/u.exec(folded) ?? [];
    if (owner !== undefined) return [...partsOf(token.slice(0, owner.length), at, language, translate), "'s"];
  }
  const isCapital = /^\p{Lu}/u.test(token);
  const isName = isCapital && (at > 0 || !isKnown(folded, language, translate)) && !isFixed(folded, language);
  return [isName ? `_${folded}` : folded];
}

/** Tells whether a capitalised word is no name: months and days are figures. */
function isFixed(folded: string, language: Language): boolean {
  return GRAMMAR.dates.get(language)!.months.has(folded) || TABLES[language].words.has(folded);
}

function isKnown(folded: string, language: Language, translate: Translate): boolean {
  const { words, dropped, links } = TABLES[language];
  if (words.has(folded) || dropped.has(folded) || links.has(folded) || wordTables(language).isOwn(folded)) return true;
  const { times, meaningOf } = wordTables(language);
  if (times.has(meaningOf(folded))) return true;
  return language === 'es' && translate(folded) !== undefined;
}

/** Reads `photo of Ana`, `Ana's photo` and `Ana photo` as one: the modifier comes first. */
function ofAsCompound(line: string, language: Language): string {
  const owned = line.replaceAll(" user 's ", ' MY ').replaceAll(" 's ", ' ');
  const of = language === 'en' ? / (\S+) of (\S+) /g : / (\S+) de (\S+) /g;
  return owned.replaceAll(of, (whole, what: string, whose: string) =>
    /^(?:#|IS|ARE|NOT|MY)/.test(what) || whose.startsWith('#') ? whole : ` ${whose} ${what} `,
  );
}

/** Puts the figures of a day into one order and joins them: `12 de mayo`, `May 12` and `2019-05-12`. */
function datesInOrder(line: string): string {
  return line.replaceAll(/(?: (?:(?:of|de) )?#\d+| #month\d+| (?:of|de) #month\d+){2,}(?= )/g, (run) => {
    if (!run.includes('#month')) return run;
    return ` T:${run
      .split(' ')
      .filter((part) => part.startsWith('#'))
      .toSorted()
      .join('')}`;
  });
}

const TIME =
  / (?:(?:on|in|en) )?(T:\S+|#day\d|#month\d+|(?:EVERY|NEXT|LAST) \S+|#\d+:\d\d|#\d{4}(?= $)|=?(?:yesterday|today|tomorrow))(?= )/g;

/** Removes times from either end, if each kind of time is named only once. */
function withoutTimes(line: string, times: string[]): string {
  const kinds = [...line.matchAll(TIME)].map(([, time = '']) => time.replace(/[\d:].*$/, ''));
  if (new Set(kinds).size < kinds.length) return line;
  const begun = line.replace(/^ (#(?:19|20)\d\d) /, ' T:$1 ').replace(/ (#(?:19|20)\d\d) $/, ' T:$1 ');
  return begun.replaceAll(TIME, (_, time: string) => {
    const [first = '', second] = time.replaceAll('=', '').split(' ');
    times.push(second === undefined ? first : `${first}:${stemOf(second, 'en')}`);
    return '';
  });
}

type Reading = {
  readonly language: Language;
  readonly translate: Translate;
  /** Words as they are written, by their folded form. */
  readonly surfaces: ReadonlyMap<string, string>;
};

function wordsOf(tokens: readonly string[], reading: Reading): readonly SaidWord[] {
  const isLasting = tokens.some((token) => ['FOR', 'since', '=since', 'desde'].includes(token));
  const words: SaidWord[] = [];
  let perfect = false;
  for (const [at, token] of tokens.entries()) {
    if (token === '') continue;
    if (token === 'PERF') {
      perfect = true;
      continue;
    }
    const word = wordOf(token, reading);
    const isState = /^(?:IS|ARE)/.test(tokens[at - 1] ?? '') && word.kind === 'WORD';
    words.push(perfect ? { ...word, isPast: !isLasting } : isState ? { ...word, isPast: false } : word);
    perfect = false;
  }
  return words;
}

function wordOf(token: string, { language, translate, surfaces }: Reading): SaidWord {
  const table = TABLES[language];
  const isPast = token.endsWith('~p');
  const plain = token.replace(/~p$/, '');
  if (plain.startsWith('#')) return { kind: 'FIGURE', meaning: plain, english: [plain], isPast: false };
  if (/^[A-Z]+$/.test(plain)) return { kind: 'CONCEPT', meaning: plain, english: [plain], isPast };
  const links = table.links.get(plain) ?? (plain.startsWith('=') ? TABLES.en.links.get(plain.slice(1)) : undefined);
  if (links !== undefined) return { kind: 'LINK', meaning: links.join(' '), english: links, isPast: false };
  if (plain.startsWith('=')) {
    const [word = '', gender] = plain.slice(1).split('~');
    const english = englishWord(word, isPast);
    return {
      ...english,
      kind: 'WORD',
      meaning: gender === undefined ? english.meaning : `${english.meaning}~${gender}`,
    };
  }
  if (language === 'en') {
    const name = plain.replace(/^_/, '');
    return { ...englishWord(name, isPast), kind: plain.startsWith('_') ? 'NAME' : 'WORD' };
  }
  const name = plain.startsWith('_') ? plain.slice(1) : undefined;
  const meaning = wordTables('es').meaningOf(name ?? plain);
  // The lexicon has a single entry for persons that differ only in the ending.
  const isGendered = /-[ao]$/.test(meaning);
  const gloss =
    name === undefined
      ? isGendered
        ? undefined
        : translate(plain)
      : (table.words.get(name)?.replace(/^=/, '') ?? name);
  const written = surfaces.get(plain) ?? plain;
  const endsPast = /...[óé]$/u.test(written) && !table.notPast.has(plain);
  const ofName = name === undefined ? undefined : translate(name);
  const translated = ofName === undefined ? [] : [englishWord(ofName, false).meaning];
  // It may be a name that begins the sentence.
  const asName = /^\p{Lu}/u.test(written) ? [englishWord(plain, false).meaning] : [];
  const english = englishWord(gloss ?? plain, isPast);
  return {
    kind: name === undefined ? 'WORD' : 'NAME',
    meaning,
    english: [english.meaning, ...asName, ...translated],
    isPast: isPast || english.isPast || endsPast,
  };
}

function englishWord(word: string, isPast: boolean): Omit<SaidWord, 'kind'> {
  const { synonyms, pastForms, notPast } = TABLES.en;
  const tables = wordTables('en');
  const head = tables.meaningOf(word);
  const meaning = synonyms.get(head) ?? head;
  const wasPast = !notPast.has(word) && (pastForms.has(word) || tables.isPast(word));
  return { meaning: `=${meaning}`, english: [`=${meaning}`], isPast: isPast || wasPast };
}

/**
 * Sorts pairs such as `tea and milk`, if no other word belongs to only one of them. The order is that of the English words, so that
 * both languages yield the same.
 */
function withSortedPairs(words: readonly SaidWord[]): readonly SaidWord[] {
  const sorted = [...words];
  words.forEach((word, at) => {
    if (word.kind !== 'LINK' || !word.english.includes('and')) return;
    const [before, one, other, after] = [words[at - 2], words[at - 1], words[at + 1], words[at + 2]];
    const isVerb = before === undefined || before.kind === 'CONCEPT' || before.kind === 'LINK' || at === FIRST_PAIR;
    if (one === undefined || other === undefined || !isVerb || (after !== undefined && after.kind !== 'LINK')) return;
    if (![one, other].every(({ kind, isPast }) => (kind === 'WORD' || kind === 'NAME') && !isPast)) return;
    if ((one.english[0] ?? '') > (other.english[0] ?? '')) [sorted[at - 1], sorted[at + 1]] = [other, one];
  });
  return sorted;
}

/** The index of `and` in a statement of the user, after a verb and its first object. */
const FIRST_PAIR = 2;

/** Leaves out the user, who is the default subject of a statement; whoever is called by a name is its bearer. */
function withoutUser(words: readonly SaidWord[]): readonly SaidWord[] {
  const rest = words[0]?.meaning === '=user' || words[0]?.meaning === 'user' ? words.slice(1) : words;
  return rest.map((word, at) =>
    at > 0 && at === rest.length - 2 && word.meaning === 'NAMED' ? { ...word, meaning: 'IS', english: ['IS'] } : word,
  );
}
