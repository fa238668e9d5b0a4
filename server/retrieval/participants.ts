/**
 * The participants of memories: the speakers, by the words of their names, and for memories without one, the names that many texts have,
 * by the index's terms. A question naming *Caroline* finds the speaker *Caroline Smith* and facts about her alike.
 */
import { NAME_CAPITAL_SHARE, NAME_MIN_DOCUMENTS, NAME_MIN_SHARE } from '../policy/score-weights.ts';
import { fold } from '../domain/text/fold.ts';
import { foldedWords } from '../domain/text/words.ts';
import { grown, nextCapacity } from './growable.ts';
import type { Names } from './packed-documents.ts';
import type { Postings } from './postings.ts';

export interface Participants {
  /** The number of each slot's speaker, or -1. */
  readonly speakers: Int32Array;
  /** Adds a document; `terms` are those of `Documents.terms`, the speaker's name first. */
  add(slot: number, speaker: string, terms: ArrayLike<number>): void;
  remove(slot: number, terms: ArrayLike<number>): void;
  /** Returns the speaker's name; '' for -1. */
  name(speaker: number): string;
  /** Tells whether a folded word is part of a speaker's name. */
  isSpeakerWord(word: string): boolean;
  /** The terms that are part of a speaker's name, as the speakers' own memories have them. */
  speakerTerms(): Iterable<number>;
  /** Tells whether one of these words is part of this speaker's name. */
  isNamed(speaker: number, words: ReadonlySet<string>): boolean;
  /** Tells whether these words name one participant: a single name, or first and last name of one. */
  areOne(words: ReadonlySet<string>): boolean;
  /** Tells whether a term is a name in the texts without speaker. */
  isName(term: number): boolean;
  /** Returns all names in the texts without speaker. */
  names(): ReadonlySet<number>;
  renumber(newSlot: (slot: number) => number, slots: number): void;
  /** Returns in how many texts without speaker each of these terms is capitalised. */
  capitalsOf(terms: Int32Array): Int32Array;
  /**
   * Restores the capitals of each term, and the speakers of slots from 0 on; there must be none yet. `termsOf` gives the terms as for
   * `add`.
   */
  restore(capitals: Int32Array, speakers: Names, termsOf: (slot: number) => ArrayLike<number>): void;
}

type Speaker = {
  readonly name: string;
  readonly number: number;
  readonly words: readonly string[];
  readonly terms: readonly number[];
  documents: number;
};

export function participants(index: Postings): Participants {
  const names = speakerNames();
  const capitals = capitalisedTerms();
  let speakers = new Int32Array(0);
  let unspoken = 0;

  function speak(slot: number, name: string, terms: ArrayLike<number>): void {
    const speaker = names.of(name, terms);
    speaker.documents++;
    speakers[slot] = speaker.number;
  }

  function isName(term: number): boolean {
    if (!capitals.frequent.has(term)) return false;
    const count = capitals.count(term);
    const least = Math.max(NAME_MIN_DOCUMENTS, NAME_MIN_SHARE * unspoken);
    return count >= least && count >= NAME_CAPITAL_SHARE * index.frequency(term);
  }

  return {
    get speakers() {
      return speakers;
    },
    add(slot, name, terms) {
      if (slot >= speakers.length) speakers = grown(speakers, nextCapacity(speakers.length, slot + 1));
      speakers[slot] = -1;
      if (name === '') {
        unspoken++;
        capitals.add(terms, 1);
      } else speak(slot, name, terms);
    },
    remove(slot, terms) {
      const speaker = names.numbered(speakers[slot] as number);
      speakers[slot] = -1;
      if (speaker === undefined) {
        unspoken--;
        capitals.add(terms, -1);
      } else if (--speaker.documents === 0) names.forget(speaker);
    },
    name: (speaker) => names.numbered(speaker)?.name ?? '',
    isSpeakerWord: names.hasWord,
    speakerTerms: names.terms,
    isNamed: (speaker, words) => names.numbered(speaker)?.words.some((word) => words.has(word)) ?? false,
    areOne: (words) => (words.size <= 1 ? words.size === 1 : names.areOne(words)),
    isName,
    names: () => new Set([...capitals.frequent].filter(isName)),
    capitalsOf: (terms) => terms.map((term) => capitals.count(term)),
    restore(counts, { texts, numbers }, termsOf) {
      capitals.restore(counts);
      speakers = new Int32Array(numbers.length).fill(-1);
      unspoken = numbers.length;
      if (texts.every((name) => name === '')) return;
      for (const [slot, number] of numbers.entries()) {
        const name = texts[number] as string;
        if (name === '') continue;
        unspoken--;
        speak(slot, name, termsOf(slot));
      }
    },
    renumber(newSlot, slots) {
      for (let slot = 0; slot < slots; slot++) {
        const to = newSlot(slot);
        if (to >= 0) speakers[to] = speakers[slot] as number;
      }
    },
  };
}

/** Keeps the speakers of texts, by name and by number. The number of a forgotten speaker is used again. */
function speakerNames() {
  const byName = new Map<string, Speaker>();
  const byNumber: (Speaker | undefined)[] = [];
  const wordCounts = new Map<string, number>();
  const termCounts = new Map<number, number>();

  function count({ words, terms }: Speaker, step: 1 | -1): void {
    for (const word of words) countOne(wordCounts, word, step);
    for (const term of terms) countOne(termCounts, term, step);
  }

  return {
    numbered: (number: number): Speaker | undefined => byNumber[number],
    hasWord: (word: string): boolean => wordCounts.has(word),
    terms: () => termCounts.keys(),
    /** Tells whether somebody's name has all these words. */
    areOne: (words: ReadonlySet<string>): boolean =>
      byNumber.some((speaker) => [...words].every((word) => speaker?.words.includes(word))),
    /** Returns the speaker of this name, new or known; the name's terms are the first of `coded`. */
    of(name: string, coded: ArrayLike<number>): Speaker {
      const known = byName.get(name);
      if (known !== undefined) return known;
      const words = foldedWords(fold(name));
      const terms = words.map((_, at) => (coded[at] as number) >> 1);
      const gap = byNumber.indexOf(undefined);
      const speaker = { name, number: gap < 0 ? byNumber.length : gap, words, terms, documents: 0 };
      byName.set(name, speaker);
      byNumber[speaker.number] = speaker;
      count(speaker, 1);
      return speaker;
    },
    forget(speaker: Speaker): void {
      byName.delete(speaker.name);
      byNumber[speaker.number] = undefined;
      count(speaker, -1);
    },
  };
}

/** Counts in how many texts without speaker each term is capitalised. */
function capitalisedTerms() {
  const frequent = new Set<number>();
  const inText = new Set<number>();
  let counts = new Int32Array(0);

  function note(term: number, count: number): void {
    counts[term] = count;
    if (count >= NAME_MIN_DOCUMENTS) frequent.add(term);
    else frequent.delete(term);
  }

  return {
    /** Terms that enough texts capitalise to be names. */
    frequent: frequent as ReadonlySet<number>,
    count: (term: number): number => counts[term] ?? 0,
    add(coded: ArrayLike<number>, step: 1 | -1): void {
      inText.clear();
      for (let at = 0; at < coded.length; at++) {
        const term = coded[at] as number;
        if ((term & 1) === 1) inText.add(term >> 1);
      }
      for (const term of inText) {
        if (term >= counts.length) counts = grown(counts, nextCapacity(counts.length, term + 1));
        note(term, (counts[term] as number) + step);
      }
    },
    restore(all: Int32Array): void {
      counts = new Int32Array(all.length);
      for (const [term, count] of all.entries()) if (count > 0) note(term, count);
    },
  };
}

function countOne<Key>(counts: Map<Key, number>, key: Key, step: 1 | -1): void {
  const count = (counts.get(key) ?? 0) + step;
  if (count === 0) counts.delete(key);
  else counts.set(key, count);
}
