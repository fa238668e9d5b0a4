/**
 * Reads who does what to whom, as far as word order, function words and pronouns show it. Nothing is parsed: two sentences agree if
 * their parts stand in the same order, except for parts that can move in either language without changing anybody's role: a user at
 * the beginning, who is the default subject here; items of a list; a part of time or place at either end; and the two sides of `is`.
 */
import { sortedLists } from './lists.ts';
import { textOf, USER, type Kind, type Part } from './parts.ts';
import type { WordTables } from './word-tables.ts';

export type Roles = readonly (readonly Part[])[];

/** `her` may be an object or an owner; `su` means his, hers or theirs. */
const HER = '@her';
const SU = '@his';
const OWN = '@own';
const ME = '@me';
const OWNER: Part = { kind: 'OWNER', text: "'s" };
/** The most words of a part that moves: longer sequences are seldom one part. */
const MOVED_WORDS = 4;

/** Collects the parts of a text's sentences while its words are read. */
export function rolesReader(tables: WordTables) {
  const sentences: Part[][] = [[]];
  const current = (): Part[] => sentences.at(-1) as Part[];
  return {
    sentenceEnds(): void {
      if (current().length > 0) sentences.push([]);
    },
    comma(): void {
      current().push({ kind: 'COMMA', text: ',' });
    },
    question(word: string): void {
      current().push({ kind: 'WORD', text: `?${word}` });
    },
    /** Takes a function word, which only its position gives a meaning. */
    small(word: string): void {
      const participant = tables.participants.get(word);
      if (participant !== undefined) {
        const [text = '', owner] = participant.split(' ');
        current().push({ kind: 'WORD', text });
        if (owner !== undefined) current().push(OWNER);
        return;
      }
      const kind = kindOf(word, tables);
      if (kind !== undefined) current().push({ kind, text: BEFORE_VOWELS[word] ?? word });
    },
    word(word: string, meaning: string, denial: string, isName: boolean): void {
      current().push({
        kind: meaning.startsWith('#') ? 'FIGURE' : 'WORD',
        text: denial + meaning,
        isName,
        reports: tables.reporting.has(meaning),
        isGoingOn: /..(?:ing|ndo)$/.test(word),
        isStimulus: tables.stimulus.has(word),
      });
    },
    read(): Roles {
      return sentences.filter((sentence) => sentence.length > 0).map((sentence) => inOrder(sentence, tables));
    },
  };
}

/** The usual forms of `e` and `u`, which stand before a vowel of the same sound. */
const BEFORE_VOWELS: Readonly<Record<string, string>> = { e: 'y', u: 'o' };

function kindOf(word: string, tables: WordTables): Kind | undefined {
  if (word === "'s") return 'OWNER';
  if (tables.joining.has(word)) return 'JOINING';
  if (tables.copulas.has(word)) return 'COPULA';
  if (tables.having.has(word)) return 'HAVING';
  if (tables.determiners.has(word)) return 'DETERMINER';
  return tables.links.has(word) ? 'LINK' : undefined;
}

/** Sorts lists, leaves out parts that add nothing, and writes dates in one way. */
function inOrder(sentence: readonly Part[], tables: WordTables): readonly Part[] {
  const listed = sortedLists(sentence, tables).filter(({ kind }) => kind !== 'DETERMINER' && kind !== 'HAVING');
  const dated = datesInOrder(withFeelings(withoutDoubles(withOwners(withOwn(listed)))));
  return dated.filter((part, at) => part.kind !== 'COPULA' || isTelling(dated, at));
}

/** Reads `my dog's name` as `the name of my dog`, if it is certain where the owned thing ends. */
function withOwners(parts: readonly Part[]): readonly Part[] {
  const at = parts.findIndex(({ kind }, index) => kind === 'OWNER' && parts[index - 1]?.text.startsWith('@') === false);
  const [owner, owned, next] = [parts[at - 1], parts[at + 1], parts[at + 2]];
  if (owner === undefined || owned?.kind !== 'WORD' || next?.kind === 'WORD' || next?.kind === 'OWNER') return parts;
  const isOwned = parts[at - 2]?.kind === 'OWNER' && at > 2;
  const from = isOwned ? at - 3 : at - 1;
  return [
    ...parts.slice(0, from),
    owned,
    { kind: 'LINK', text: 'of' },
    ...parts.slice(from, at),
    ...parts.slice(at + 2),
  ];
}

/** Leaves out `le` if the person it means is named, as in `le debe plata a Nico`, or if nobody is. */
function withoutDoubles(parts: readonly Part[]): readonly Part[] {
  return parts.filter(({ text }, at) => {
    if (text !== '@le') return true;
    const isFirst = at === 0 || (at === 1 && parts[0]?.text === USER);
    return !isFirst && !parts.some((part) => part.text === 'a');
  });
}

/** Puts the person who feels first, as with `ama`: `le gusta X` and `a Ana le gusta X`, but not `Ana le gusta`. */
function withFeelings(parts: readonly Part[]): readonly Part[] {
  return parts.map((part, at) => {
    if (part.isStimulus !== true) return part;
    const before = parts.slice(0, at);
    const isFelt = before[0]?.text === 'a' || before.every(({ text }) => text === USER || text === ME);
    return isFelt && parts[at + 1]?.text !== 'a' ? part : { ...part, text: `~${part.text}`, isStimulus: false };
  });
}

/** Assigns all pronouns of owners to the user if nobody else is mentioned. */
function withOwn(parts: readonly Part[]): readonly Part[] {
  const isAlone = parts[0]?.text === USER && parts[1]?.kind !== 'OWNER';
  if (!isAlone || parts.some(({ isName, reports }) => isName === true || reports === true)) return parts;
  return parts.flatMap((part, at): readonly Part[] => {
    const next = parts[at + 1]?.kind;
    if (part.text === HER && next === 'WORD') return [{ ...part, text: OWN }, OWNER];
    return [next === 'OWNER' && part.text.startsWith('@') ? { ...part, text: OWN } : part];
  });
}

/** Tells whether a copula matters: `is` does not at the end and before a link; `was` before a verb makes it passive. */
function isTelling(parts: readonly Part[], at: number): boolean {
  const next = parts[at + 1];
  if (next === undefined || next.kind === 'LINK' || next.isGoingOn === true) return false;
  return !QUESTIONS.test(parts[at - 1]?.text ?? '');
}

/** Puts a sequence of figures that contains a month into one order: `March 4`, `4 de marzo`, `2019-03-04`. */
function datesInOrder(parts: readonly Part[]): readonly Part[] {
  const dated: Part[] = [];
  for (let at = 0; at < parts.length;) {
    let end = at;
    while (isOfDate(parts, end)) end++;
    const run = parts.slice(at, end).filter(({ kind }) => kind === 'FIGURE');
    if (run.length > 1 && run.some(({ text }) => text.includes('month'))) {
      const before = dated.at(-1);
      if (before?.kind === 'LINK' && DAY_LINKS.has(before.text)) dated.pop();
      dated.push({
        kind: 'FIGURE',
        text: run
          .map(({ text }) => text)
          .toSorted()
          .join(' '),
      });
      at = end;
    } else {
      dated.push(parts[at] as Part);
      at++;
    }
  }
  return dated;
}

const DAY_LINKS = new Set(['on', 'en']);
const WITHIN_DATES = new Set(['of', 'de', ',']);

function isOfDate(parts: readonly Part[], at: number): boolean {
  const part = parts[at];
  if (part === undefined) return false;
  return part.kind === 'FIGURE' || (WITHIN_DATES.has(part.text) && parts[at + 1]?.kind === 'FIGURE');
}

/** Tells whether the sentences of both texts give everybody the same roles. */
export function haveSameRoles(one: Roles, other: Roles, tables: WordTables): boolean {
  if (one.length !== other.length) return false;
  return one.every((sentence, at) => {
    const against = other[at] as readonly Part[];
    return isReading(sentence, against, tables) || isReading(against, sentence, tables);
  });
}

/** Tells whether one sentence equals the other, or the other with a part moved. */
function isReading(one: readonly Part[], other: readonly Part[], tables: WordTables): boolean {
  const meant = key(one);
  if (meant === key(other)) return true;
  const plain = withoutUser(other);
  const turned = [...moved(other, tables), ...inverted(other)];
  return (
    turned.some((reading) => key(reading) === meant) || moved(plain, tables).some((reading) => key(reading) === meant)
  );
}

function key(sentence: readonly Part[]): string {
  return textOf(withoutUser(sentence.filter(({ kind }) => kind !== 'COMMA')));
}

/** Leaves out the user, who is the default subject of a sentence, and the default owner of its subject. */
function withoutUser(sentence: readonly Part[]): readonly Part[] {
  const at = QUESTIONS.test(sentence[0]?.text ?? '') ? 1 : 0;
  const [first, second, third] = sentence.slice(at).map(({ text }) => text);
  const without = (from: number, to: number): readonly Part[] => sentence.toSpliced(at + from, to - from);
  if (second === OWNER.text && first?.startsWith('@')) return without(0, 2);
  if (first === USER || first === SU || first === HER) return without(0, 1);
  // In `me gusta`, the user is the one who feels.
  if (first === ME && sentence[at + 1]?.isStimulus === true) return without(0, 1);
  // `how to` means `how do I`.
  if (at === 1 && first === 'to') return without(0, 1);
  if (first === 'a' && second === USER) return without(0, 2);
  return second === 'de' && third === USER ? without(1, 3) : sentence;
}

/** Matches question words; the subject stands after them. */
const QUESTIONS = /^\?/;

/** Returns the sentence with its first part of time or place at the end. */
function moved(sentence: readonly Part[], tables: WordTables): readonly (readonly Part[])[] {
  const first = sentence[0];
  if (first === undefined || !(tables.movable.has(first.text) || tables.times.has(first.text))) return [];
  if (sentence.some(({ reports }) => reports === true)) return [];
  const comma = sentence.findIndex(({ kind }) => kind === 'COMMA');
  const ends = comma > 0 ? [comma] : sentence.slice(0, MOVED_WORDS).map((_, at) => at + 1);
  return ends.filter((end) => end < sentence.length).map((end) => [...sentence.slice(end), ...sentence.slice(0, end)]);
}

/** Returns `blue is her colour` as `her colour is blue`: which of two is meant, not what kind of thing it is. */
function inverted(sentence: readonly Part[]): readonly (readonly Part[])[] {
  const copulas = sentence.flatMap(({ kind }, at) => (kind === 'COPULA' ? [at] : []));
  const [at = 0] = copulas;
  const names = sentence.some(
    ({ kind, text, isName }) => kind === 'OWNER' || isName === true || text === SU || text === 'of',
  );
  if (copulas.length !== 1 || !names) return [];
  return [[...sentence.slice(at + 1), sentence[at] as Part, ...sentence.slice(0, at)]];
}
