/** Finds the rows of the table that a text reads, and their weights. */
import { UNIT, unitKind } from '../../domain/text/fold.ts';
import type { Language } from '../../domain/text/language.ts';
import { foldedWords } from '../../domain/text/words.ts';
import { MAX_TOKENS, SPANISH_PAIR_WEIGHT, SPANISH_STOP_WEIGHT, TRANSLATION_WEIGHTS } from '../../policy/embedding.ts';
import { cognateToken } from './cognates.ts';
import { pairRow, type StaticTable } from './static-table.ts';
import { wholeToken, wordPieces } from './word-pieces.ts';
import { EMPTY_HASH, findWord, hashUnit } from '../../domain/text/word-table.ts';

/** The result is valid until the next text is read, since the arrays are used again. */
export type WeighedRows = { readonly rows: Uint16Array; readonly weights: Float32Array; count: number };

/** The most rows that one token of a text can add: four translations of several tokens, and pairs. */
const ROWS_PER_TOKEN = 24;
const read: WeighedRows = {
  rows: new Uint16Array(MAX_TOKENS * ROWS_PER_TOKEN),
  weights: new Float32Array(MAX_TOKENS * ROWS_PER_TOKEN),
  count: 0,
};

const SPACE = 0x20;
/** The most words of an idiom. */
const MAX_IDIOM_WORDS = 5;

const SPANISH_STOP_WORDS = new Set(
  (
    'el la los las lo un una unos unas al del de a en y e o u que se me te le les nos os con por para su sus mi mis tu tus es ' +
    'son era eran ser fue ha han hay he esta estan este estos estas ese esa eso como mas pero si ya muy'
  ).split(' '),
);

/**
 * Returns the rows of `folded`, the folded form of `text`. `language` is its own if it is clear; else `mainLanguage` decides, and if that
 * is English, words that only Spanish has are still read as Spanish.
 */
export function textRows(
  table: StaticTable,
  text: string,
  folded: string,
  language: Language | undefined,
  mainLanguage: Language | undefined,
  leaveOut: ReadonlySet<string> | undefined,
): WeighedRows {
  read.count = 0;
  if (language === 'en') readEnglish(table, folded, leaveOut);
  else if (language === 'es' || mainLanguage === 'es') readSpanish(table, text, folded, false, leaveOut);
  else if (foldedWords(folded, MAX_TOKENS).some((word) => isSpanishOnly(table, word))) {
    readSpanish(table, text, folded, true, leaveOut);
  } else readEnglish(table, folded, leaveOut);
  return read;
}

const tokens: number[] = [];

function readEnglish(table: StaticTable, folded: string, leaveOut: ReadonlySet<string> | undefined): void {
  const { vocabulary, pairs } = table;
  tokens.length = 0;
  let at = 0;
  while (at < folded.length && tokens.length < MAX_TOKENS) {
    const from = at;
    const unit = folded.charCodeAt(at++);
    const kind = unitKind(unit);
    if (kind === UNIT.space) continue;
    let hash = hashUnit(EMPTY_HASH, unit);
    if (kind === UNIT.letter) {
      for (; at < folded.length; at++) {
        const next = folded.charCodeAt(at);
        if (unitKind(next) !== UNIT.letter) break;
        hash = hashUnit(hash, next);
      }
    }
    if (isLeftOut(leaveOut, folded, from, at)) {
      at = afterPossessive(folded, at);
      continue;
    }
    const token = wholeToken(vocabulary, hash, folded, from, at);
    if (token >= 0) tokens.push(token);
    else wordPieces(vocabulary, folded, from, at, tokens);
  }
  const count = Math.min(tokens.length, MAX_TOKENS);
  for (let index = 0; index < count; index++) {
    const token = tokens[index] as number;
    emit(token, 1);
    const pair = index === 0 ? 0 : pairRow(pairs, tokens[index - 1] as number, token);
    if (pair !== 0) emit(pair, 1);
  }
}

function isLeftOut(leaveOut: ReadonlySet<string> | undefined, folded: string, from: number, to: number): boolean {
  return leaveOut !== undefined && leaveOut.size > 0 && leaveOut.has(folded.slice(from, to));
}

/** Returns the position after the `'s` at this position, if there is one. */
function afterPossessive(folded: string, at: number): number {
  return folded.startsWith("'s", at) ? at + 2 : at;
}

/** The English words for a Spanish one, as tokens: the `tokens` of a word have `weight` each. */
type Reading = { readonly tokens: readonly number[]; readonly weight: number };

function readSpanish(
  table: StaticTable,
  text: string,
  folded: string,
  englishFirst: boolean,
  leaveOut: ReadonlySet<string> | undefined,
): void {
  const original = foldedWords(text.normalize('NFC'), MAX_TOKENS);
  let wordNumber = -1;
  let spent = 0;
  let before: readonly Reading[] = [];
  let beforeThat: readonly Reading[] = [];
  let afterDe = false;
  let phraseEnd = 0;
  forEachWord(folded, leaveOut, (from, to, isSign) => {
    if (!isSign) wordNumber++;
    if (from < phraseEnd) return true;
    phraseEnd = isSign ? to : endOfPhrase(table, folded, from, to);
    const word = folded.slice(from, phraseEnd);
    const isName = wordNumber > 0 && /^\p{Lu}/u.test(original[wordNumber] ?? '');
    const readings =
      englishFirst && isEnglish(table, word)
        ? [{ tokens: pieces(table, word), weight: 1 }]
        : spanishReadings(table, word, isName);
    const stop = SPANISH_STOP_WORDS.has(word) ? SPANISH_STOP_WEIGHT : 1;
    for (const reading of readings) {
      for (const [index, token] of reading.tokens.entries()) {
        emit(token, reading.weight * stop);
        const pair = index === 0 ? 0 : pairRow(table.pairs, reading.tokens[index - 1] as number, token);
        if (pair !== 0) emit(pair, reading.weight);
      }
    }
    const pair = pairOfWords(table, before, readings) || (afterDe ? pairOfWords(table, beforeThat, readings) : 0);
    if (pair !== 0) emit(pair, SPANISH_PAIR_WEIGHT);
    beforeThat = before;
    before = readings;
    afterDe = word === 'de' || word === 'del';
    spent += readings[0]?.tokens.length ?? 0;
    return spent < MAX_TOKENS;
  });
}

/** Returns the end of the longest idiom of the lexicon that starts with the word from `from` to before `to`, or else `to`. */
function endOfPhrase({ spanish }: StaticTable, folded: string, from: number, to: number): number {
  let found = to;
  let end = to;
  for (let words = 1; words < MAX_IDIOM_WORDS && folded.charCodeAt(end) === SPACE; words++) {
    end++;
    while (end < folded.length && unitKind(folded.charCodeAt(end)) === UNIT.letter) end++;
    if (findWord(spanish.forms, folded.slice(from, end)) >= 0) found = end;
  }
  return found;
}

/** Returns a stored pair, in either order, of the last token of a word before and the first of one after: *tarjeta de crédito*. */
function pairOfWords(table: StaticTable, before: readonly Reading[], after: readonly Reading[]): number {
  for (const { tokens: left } of before) {
    for (const { tokens: right } of after) {
      const last = left.at(-1);
      const first = right[0];
      if (last === undefined || first === undefined || last === first) continue;
      const pair = pairRow(table.pairs, first, last) || pairRow(table.pairs, last, first);
      if (pair !== 0) return pair;
    }
  }
  return 0;
}

function spanishReadings(table: StaticTable, word: string, isName: boolean): readonly Reading[] {
  const translation = findTranslation(table, word);
  if (translation >= 0) return translationReadings(table, translation);
  if (!isEnglish(table, word) && !isName) {
    const cognate = cognateToken(table.vocabulary, word);
    if (cognate >= 0) return [{ tokens: [cognate], weight: 1 }];
  }
  return [{ tokens: pieces(table, word), weight: 1 }];
}

function findTranslation({ spanish }: StaticTable, word: string): number {
  let form = findWord(spanish.forms, word);
  if (form < 0 && word.endsWith('s')) form = findWord(spanish.forms, word.slice(0, -1));
  if (form < 0 && word.endsWith('s')) form = findWord(spanish.forms, word.slice(0, -2));
  return form < 0 ? -1 : (spanish.translations[form] as number);
}

function translationReadings({ spanish }: StaticTable, translation: number): readonly Reading[] {
  const readings: Reading[] = [];
  const end = spanish.starts[translation + 1] as number;
  let weights = 0;
  for (let at = spanish.starts[translation] as number; at < end;) {
    const length = spanish.tokens[at] as number;
    const weight = TRANSLATION_WEIGHTS[readings.length] ?? 0;
    readings.push({ tokens: [...spanish.tokens.subarray(at + 1, at + 1 + length)], weight });
    weights += weight;
    at += 1 + length;
  }
  return readings.map((reading) => ({ tokens: reading.tokens, weight: reading.weight / weights }));
}

function pieces(table: StaticTable, word: string): number[] {
  const list: number[] = [];
  wordPieces(table.vocabulary, word, 0, word.length, list);
  return list;
}

function isEnglish(table: StaticTable, word: string): boolean {
  return /^[a-z]{3,}$/.test(word) && findWord(table.vocabulary.whole, word) >= 0;
}

function isSpanishOnly(table: StaticTable, word: string): boolean {
  return findWord(table.spanish.forms, word) >= 0 && !isEnglish(table, word);
}

function emit(row: number, weight: number): void {
  if (read.count === read.rows.length) return;
  read.rows[read.count] = row;
  read.weights[read.count++] = weight;
}

/** Calls `visit` for each word and sign until it returns false; leaves out the words of `leaveOut` with their possessive. */
function forEachWord(
  folded: string,
  leaveOut: ReadonlySet<string> | undefined,
  visit: (from: number, to: number, isSign: boolean) => boolean,
): void {
  let at = 0;
  while (at < folded.length) {
    const kind = unitKind(folded.charCodeAt(at));
    const from = at++;
    if (kind === UNIT.space) continue;
    if (kind === UNIT.letter) while (at < folded.length && unitKind(folded.charCodeAt(at)) === UNIT.letter) at++;
    if (isLeftOut(leaveOut, folded, from, at)) at = afterPossessive(folded, at);
    else if (!visit(from, at, kind === UNIT.sign)) return;
  }
}
