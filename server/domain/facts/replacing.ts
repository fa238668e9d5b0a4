/**
 * Estimates whether a statement replaces a known fact, if no slot and no rule decides it: a logistic model over what both texts share
 * and over how much the statement by itself sounds like a replacement, which the reader says.
 */
import { GRAMMAR } from '../languages/grammar.ts';
import { lazy } from '../lazy.ts';
import { wordTables } from '../meaning/word-tables.ts';
import type { Language } from '../text/language.ts';
import { fold } from '../text/fold.ts';
import { foldedWords } from '../text/words.ts';
import { REPLACES_FACT } from '../../policy/facts.ts';
import { CHANGE_WEIGHTS, type ChangeWeights } from '../../policy/change-weights.ts';
import { haveSameSubject } from './fact-subject.ts';
import { nearnessOf, remembering, type Embed, type Nearness } from './near-words.ts';
import { sharedPositions, type SharedPositions } from './shared-positions.ts';
import { compareValues, valuesOf, type ComparedValues, type TextValues } from './shared-values.ts';
import { languageOfTexts, subjectWords, type ComparedText } from './telling-words.ts';

/** A statement that may replace a fact. */
export type ReplacingText = {
  readonly text: ComparedText;
  /** The reader's probability that it replaces something, 0 to 1; 0 if no reader read it. */
  readonly replaces: number;
  readonly signs: () => SignsOfChange;
  /** The built-in embedder, with which the weights were learnt. */
  readonly embed: Embed;
};

type SignsOfChange = {
  readonly tellsOfChange: boolean;
  readonly goesOver: boolean;
  readonly isAlso: boolean;
  readonly denies: boolean;
  readonly holdsNow: boolean;
  readonly words: readonly string[];
  readonly figures: ReadonlySet<string>;
  readonly values: TextValues;
};

export function replacingText(text: ComparedText, said: string, replaces: number, embed: Embed): ReplacingText {
  const { tellsOfChange, goesOver, also, denies, holdsNow } = GRAMMAR.changes;
  return {
    text,
    replaces,
    embed: remembering(embed),
    signs: lazy(() => ({
      tellsOfChange: tellsOfChange.test(said),
      goesOver: goesOver.test(said),
      isAlso: also.test(said),
      denies: denies.test(said),
      holdsNow: holdsNow.test(said),
      ...wordsOf(text),
      values: valuesOf(text),
    })),
  };
}

/** Matches a name that is set off by a comma at the beginning or the end of a text with no other comma. */
const ADDRESSED = [
  /^(?<name>\p{Lu}[\p{L}'-]+),(?<after>[^,]*)$/u,
  /^(?<before>[^,]*),\s*(?<name>\p{Lu}[\p{L}'-]+)[\s.!]*$/u,
];
/** The number of words beside the comma in which a name is explained: `my oldest friend, Sarah`. */
const EXPLAINED = 3;

/**
 * Returns the folded names that may be of the one who is spoken to. A name beside `my girlfriend` or `su jefa` is that person's, and not
 * spoken to; one beside `your help` is.
 */
function addressedIn({ text }: ComparedText, language: Language): readonly string[] {
  const { participants } = wordTables(language);
  return ADDRESSED.flatMap((pattern) => {
    const { name, after = '', before = '' } = pattern.exec(text)?.groups ?? {};
    if (name === undefined) return [];
    const beside = [...foldedWords(fold(before)).slice(-EXPLAINED), ...foldedWords(fold(after)).slice(0, EXPLAINED)];
    const isExplained = beside.some((word) => {
      const owner = participants.get(word);
      return owner?.endsWith("'s") === true && owner !== ADDRESSEE;
    });
    return isExplained ? [] : [fold(name)];
  });
}
const ADDRESSEE = "@you 's";

/** The measures of a pair, in the order of the weights' names. */
export const CHANGE_MEASURES = [
  'reads as a replacement',
  'shared of the statement',
  'shared of the fact',
  'shared words',
  'everything shared',
  'same beginning',
  'same beginning but for little',
  'same end',
  'other figures',
  'figures where there were none',
  'tells of change',
  'goes over',
  'also',
  'denies',
  'denies what is shared',
  'length of the statement',
  'length of the fact',
  'replacement, shared of the fact',
  'replacement, same beginning',
  'replacement, other figures',
  'other figures, same beginning',
  'other figures, shared of the fact',
  'tells of change, shared of the fact',
  'tells of change, same beginning',
  'shared things',
  'shared things of the fact',
  'replacement, shared things',
  'says all of it',
  'says all of it, ends it',
  'says all of it, denies',
  'says all of it, replacement',
  'ends what is shared',
  'replacement, ends what is shared',
  'holds now',
  'holds now, shared of the fact',
  'holds now, same beginning',
  'same first word',
  'begins with what is shared',
  'both begin with what is shared',
  'ending before what is shared',
  'said of oneself',
  'said of oneself, ends what is shared',
  'said of oneself, shared things',
  'ends directly',
  'ends directly, said of oneself',
  'ends directly, replacement',
  'shared ends by itself',
  'shared stands within another thing',
  'another value',
  'the same value',
  'another value, replacement',
  'another value, same beginning',
  'another value, shared of the fact',
  'another value, holds now',
  'another name',
  'another name, replacement',
  'another name, same beginning',
  'another name, holds now',
  'name of the fact alone',
  'name of the statement alone',
  'shared name',
  'shared name, replacement',
  'name of the statement alone, holds now',
  'nearest word',
  'words are near',
  'nearest other word',
  'near as a whole',
  'nothing shared',
  'nothing shared, nearest word',
  'nothing shared, replacement',
  'nothing shared, nearest word, replacement',
  'words are near, replacement',
  'near as a whole, replacement',
  'nearest other word, replacement',
  'nothing shared, near as a whole',
  'another subject',
  'another subject, replacement',
] as const;

export type ChangeFeatures = {
  readonly measures: readonly number[];
  /** Words of the statement and pairs of them, with signs for what the fact has too. */
  readonly grams: readonly string[];
};

/** Features whose last measures, of how near the texts are, are computed when they are asked for: they take most of the time. */
type EarlyFeatures = ChangeFeatures & {
  near(): Nearness;
  ofNear(near: Nearness): readonly number[];
};

/**
 * Returns the features of a statement beside a fact; undefined if they share no telling word and have none that are near, or if the
 * statement says all that the fact says, nothing against it, and does not sound like a replacement.
 */
export function changeFeatures(statement: ReplacingText, fact: ComparedText): ChangeFeatures | undefined {
  const found = earlyFeatures(statement, fact);
  return found && { measures: [...found.measures, ...found.ofNear(found.near())], grams: found.grams };
}

function earlyFeatures(statement: ReplacingText, fact: ComparedText): EarlyFeatures | undefined {
  const language = languageOfTexts(statement.text, fact);
  const [mine, theirs] = [subjectWords(statement.text, language), subjectWords(fact, language)];
  const shared = [...mine].filter((word) => theirs.has(word));
  if (isAddressed(statement, shared, language)) return undefined;
  const { tellsOfChange, goesOver, isAlso, denies, holdsNow, words, figures, values } = statement.signs();
  const there = wordsOf(fact);
  const near = lazy(() => nearnessOf([statement.text, words], [fact, there.words], language, statement.embed));
  if (shared.length === 0 && near().mostOfOther < REPLACES_FACT.nearWord) return undefined;
  const [ofMine, ofKnown] = [shared.length / Math.max(1, mine.size), shared.length / Math.max(1, theirs.size)];
  const saysAll = [...fact.tellingWords(language)].every((word) => statement.text.tellingWords(language).has(word));
  const others = Number(areOther(figures, there.figures));
  const isEnded = endsShared(words, there.words);
  // A statement that says all that the fact says goes on about it, unless it also ends it, denies it, gives another figure, or sounds
  // like a replacement: "I've lost weight, I wear size S now" after "I wear size M".
  const goesOn = !isEnded && !denies && others === 0 && statement.replaces < REPLACES_FACT.goesOn;
  if (saysAll && goesOn) return undefined;
  const begin = sameFrom(words, there.words);
  const begins = begin / Math.max(1, there.words.length);
  const ends = sameFrom(words.toReversed(), there.words.toReversed()) / Math.max(1, there.words.length);
  const { meaningOf } = wordTables(language);
  const things = countThings(shared, words, there.words, language);
  const compared = compareValues(statement.text, values, fact, valuesOf(fact));
  const replacement = logitOf(statement.replaces);
  const all = Number(saysAll);
  const measures = [
    replacement,
    ofMine,
    ofKnown,
    Math.min(shared.length, MOST_SHARED),
    Number(ofKnown === 1),
    begins,
    Number(begin > 1 && begin >= Math.min(words.length, there.words.length) - LITTLE),
    ends,
    others,
    Number(figures.size > 0 && there.figures.size === 0),
    Number(tellsOfChange),
    Number(goesOver),
    Number(isAlso),
    Number(denies),
    Number(denies && deniesShared(statement.text.folded, fact.folded)),
    Math.log1p(words.length),
    Math.log1p(there.words.length),
    replacement * ofKnown,
    replacement * begins,
    replacement * others,
    others * begins,
    others * ofKnown,
    Number(tellsOfChange) * ofKnown,
    Number(tellsOfChange) * begins,
    Math.min(things, MOST_SHARED),
    Number(things > 0 && things === shared.length),
    replacement * Number(things > 0),
    all,
    all * Number(isEnded),
    all * Number(denies),
    all * replacement,
    Number(isEnded),
    replacement * Number(isEnded),
    Number(holdsNow),
    Number(holdsNow) * ofKnown,
    Number(holdsNow) * begins,
    Number(words[0] === there.words[0]),
    ...ofPositions(
      sharedPositions(words, there.words, new Set(shared), language),
      isEnded,
      replacement,
      Math.min(things, MOST_SHARED),
    ),
    ...ofValues(compared, replacement, begins, ofKnown, Number(holdsNow)),
  ];
  const isOfOther = !haveSameSubject(statement.text.text, fact.text);
  return {
    measures,
    grams: gramsOf(words, new Set([...there.words, ...there.words.map(meaningOf)]), meaningOf),
    near,
    ofNear: (nearness) => ofNearness(nearness, shared.length === 0, replacement, isOfOther),
  };
}

/** Returns the number of shared words that name a thing in both texts: an article or an owner stands before them. */
function countThings(
  shared: readonly string[],
  words: readonly string[],
  there: readonly string[],
  language: Language,
): number {
  const { meaningOf, determiners, participants } = wordTables(language);
  const names = (word = ''): boolean => determiners.has(word) || participants.get(word)?.endsWith("'s") === true;
  const named = (all: readonly string[]): ReadonlySet<string> =>
    new Set(all.filter((_, at) => names(all[at - 1]) || names(all[at - 2])).map(meaningOf));
  const [thingsHere, thingsThere] = [named(words), named(there)];
  return shared.filter((word) => thingsHere.has(word) && thingsThere.has(word)).length;
}

/** Tells whether all that is shared is the name of the one who is spoken to, of whom the statement says nothing: `way to go, Maria`. */
function isAddressed({ text }: ReplacingText, shared: readonly string[], language: Language): boolean {
  if (shared.length !== 1) return false;
  const { meaningOf } = wordTables(language);
  return addressedIn(text, language).some((name) => shared[0] === meaningOf(name));
}

function ofPositions(
  { begins, bothBegin, isEndedBefore, isOwn, isEnded, endsByItself, isWithin }: SharedPositions,
  isEndedNear: boolean,
  replacement: number,
  things: number,
): readonly number[] {
  const own = Number(isOwn);
  const ended = Number(isEnded);
  return [
    Number(begins),
    Number(bothBegin),
    Number(isEndedBefore),
    own,
    own * Number(isEndedNear),
    own * things,
    ended,
    ended * own,
    ended * replacement,
    Number(endsByItself),
    Number(isWithin),
  ];
}

function ofValues(
  { isOther, isSame, hasNewName, lacksName, sharesName }: ComparedValues,
  replacement: number,
  begins: number,
  ofKnown: number,
  holdsNow: number,
): readonly number[] {
  const value = Number(isOther);
  const name = Number(hasNewName && lacksName);
  return [
    value,
    Number(isSame),
    value * replacement,
    value * begins,
    value * ofKnown,
    value * holdsNow,
    name,
    name * replacement,
    name * begins,
    name * holdsNow,
    Number(lacksName),
    Number(hasNewName),
    Number(sharesName),
    Number(sharesName) * replacement,
    Number(hasNewName) * holdsNow,
  ];
}

function ofNearness(
  { most, average, mostOfOther, whole }: Nearness,
  isNothingShared: boolean,
  replacement: number,
  isOfOther: boolean,
): readonly number[] {
  const [none, other] = [Number(isNothingShared), Number(isOfOther)];
  return [
    most,
    average,
    mostOfOther,
    whole,
    none,
    none * most,
    none * replacement,
    none * most * replacement,
    average * replacement,
    whole * replacement,
    mostOfOther * replacement,
    none * whole,
    other,
    other * replacement,
  ];
}

function gramsOf(
  words: readonly string[],
  known: ReadonlySet<string>,
  meaningOf: (word: string) => string,
): readonly string[] {
  const nameOf = (word: string): string =>
    known.has(word) || known.has(meaningOf(word)) ? SHARED : /\d/.test(word) ? FIGURE : word;
  const own = words.map(nameOf);
  // An article or two may stand between: "sold the boat", "sold my old boat".
  const skipping = (at: number): readonly string[] =>
    own[at] === SHARED && at > 1 && own[at - 2] !== SHARED ? [`${own[at - 2]} . ${SHARED}`] : [];
  return [...new Set(own.flatMap((word, at) => [word, `${own[at - 1] ?? '^'} ${word}`, ...skipping(at)]))];
}
/** They stand in grams for a word that the fact has, too, in that or another form, and for any number. */
const SHARED = '=';
const FIGURE = '#';

const MOST_SHARED = 4;
/** The number of words at the end of a text that may be another value: `lives in Porto now`. */
const LITTLE = 2;

function logitOf(chance: number): number {
  const kept = Math.min(1 - REPLACES_FACT.leastChance, Math.max(REPLACES_FACT.leastChance, chance));
  return Math.log(kept / (1 - kept));
}

export function wordsOf({ folded }: ComparedText): {
  readonly words: readonly string[];
  readonly figures: ReadonlySet<string>;
} {
  const words = foldedWords(folded);
  return { words, figures: new Set(words.filter((word) => /\d/.test(word))) };
}

function sameFrom(left: readonly string[], right: readonly string[]): number {
  let at = 0;
  while (at < left.length && at < right.length && left[at] === right[at]) at += 1;
  return at;
}

/** Tells whether both texts have figures, and none in common. */
export function areOther(here: ReadonlySet<string>, there: ReadonlySet<string>): boolean {
  return here.size > 0 && there.size > 0 && ![...here].some((one) => there.has(one));
}

/** Tells whether a word that both texts have stands right after a denial. */
function deniesShared(said: string, known: string): boolean {
  const there = new Set(foldedWords(known));
  const words = foldedWords(said);
  return words.some(
    (word, at) =>
      there.has(word) && word.length > 2 && GRAMMAR.changes.denies.test(words.slice(Math.max(0, at - 3), at).join(' ')),
  );
}

/** Tells whether words that say that something ends stand near a word that both texts have. */
export function endsShared(words: readonly string[], known: readonly string[]): boolean {
  const there = new Set(known);
  return words.some(
    (word, at) =>
      word.length > 2 &&
      there.has(word) &&
      GRAMMAR.changes.ends.test(words.slice(Math.max(0, at - 4), at + 4).join(' ')),
  );
}

/**
 * Returns the probability that the statement replaces the fact; 0 if they share nothing and no words are near, or if it is less than
 * `least` however near the texts are.
 */
export function chanceOfReplacing(
  statement: ReplacingText,
  fact: ComparedText,
  least = 0,
  weights: ChangeWeights = CHANGE_WEIGHTS,
): number {
  const found = earlyFeatures(statement, fact);
  if (found === undefined) return 0;
  const { bias, measures, grams } = weights;
  const weigh = (values: readonly number[], from: number, start: number): number =>
    values.reduce((sum, value, at) => sum + value * (measures[CHANGE_MEASURES[from + at]!] ?? 0), start);
  const early = weigh(found.measures, 0, 0);
  const ofGrams = found.grams.reduce((sum, gram) => sum + (grams.get(gram) ?? 0), 0);
  const logitAt = (near: Nearness): number => {
    const ofMeasures = weigh(found.ofNear(near), found.measures.length, early);
    return bias + ofMeasures + ofGrams * gramValue(found.grams.length);
  };
  return chanceOf(greatestLogit(logitAt)) < least ? 0 : chanceOf(logitAt(found.near()));
}

const chanceOf = (logit: number): number => 1 / (1 + Math.exp(-logit));

/** Returns the logit of the nearness that raises it most: it is linear in each of the cosines. */
function greatestLogit(logitAt: (near: Nearness) => number): number {
  const least = logitAt(LEAST_NEAR);
  const gains = COSINES.map((name) =>
    Math.max(0, logitAt({ ...LEAST_NEAR, [name]: REPLACES_FACT.mostCosine }) - least),
  );
  return gains.reduce((sum, gain) => sum + gain, least);
}
const LEAST_NEAR: Nearness = { most: 0, average: 0, mostOfOther: 0, whole: -REPLACES_FACT.mostCosine };
const COSINES = Object.keys(LEAST_NEAR) as readonly (keyof Nearness)[];

/** Returns the value of each of a statement's grams, so that a long statement has no more weight than a short one. */
export const gramValue = (count: number): number => 1 / Math.sqrt(Math.max(1, count));
