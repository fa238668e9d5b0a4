/**
 * Keeps how much each memory says: the sum of the inverse document frequencies of its words. Such a frequency is the logarithm of (n + 1)
 * / (df + 0.5), so the difference of a number of the index and one of the word. Both are rounded to steps and added as whole numbers: the
 * sums do not depend on the order in which memories came and went, and a word's memories are read again only when its step changes, which
 * is the rarer the more they are.
 */
import { INFORMATION_SCALE, INFORMATION_STEPS } from '../policy/score-weights.ts';
import type { Documents } from './documents.ts';
import { grown } from './growable.ts';

export interface InformationColumn {
  readonly bytes: number;
  /** How much each memory says, 0 to 1, by slot. */
  readonly values: Float32Array;
  /** Must be called after a document is put in. */
  entered(slot: number): void;
  /** Must be called before a document is taken out. */
  leaving(slot: number): void;
  /** Updates the values of what has changed. */
  settle(): void;
  /** Computes everything again: after the documents were compacted, or restored. */
  rebuild(): void;
}

const BYTES_PER_SLOT = 12;
/** The share of new memories from which all are read again, which is then faster than following each of their words. */
const MOST = 0.25;

const wordSteps = (frequency: number): number => Math.round(Math.log(frequency + 0.5) / INFORMATION_STEPS.word);

export function informationColumn(documents: Documents): InformationColumn {
  let values = new Float32Array(0);
  /** The number of distinct words of each slot, and the sum of their steps. */
  let wordCounts = new Int32Array(0);
  let stepSums = new Int32Array(0);
  /** The steps of words and of the index that the sums contain. */
  const steps = stepsOfWords(documents);
  /** Words whose number of documents has changed, and slots that are not read yet. */
  const changed = new Set<number>();
  const unread = new Set<number>();
  const distinct = distinctWords(documents);

  function grow(): void {
    const capacity = documents.alive.length;
    values = grown(values, capacity);
    wordCounts = grown(wordCounts, capacity);
    stepSums = grown(stepSums, capacity);
    steps.grow();
  }

  function weigh(slot: number): void {
    const ofIndex = (wordCounts[slot] as number) * steps.index * INFORMATION_STEPS.index;
    const sum = ofIndex - (stepSums[slot] as number) * INFORMATION_STEPS.word;
    values[slot] = Math.min(1, Math.max(0, sum / INFORMATION_SCALE));
  }

  function read(slot: number): void {
    let count = 0;
    let sum = 0;
    const { values: stepOf } = steps;
    distinct.forEach(slot, (word) => {
      count++;
      sum += stepOf[word] as number;
    });
    wordCounts[slot] = count;
    stepSums[slot] = sum;
    weigh(slot);
  }

  function settle(): void {
    grow();
    const hasIndexMoved = steps.followIndex();
    const areMostNew = unread.size > MOST * documents.count;
    for (const word of changed) {
      const difference = steps.follow(word);
      if (difference === 0 || areMostNew) continue;
      documents.postings.forEach(word, ({ slot }) => {
        if (unread.has(slot)) return;
        stepSums[slot] = (stepSums[slot] as number) + difference;
        weigh(slot);
      });
    }
    if (areMostNew) forEachAlive(documents, read);
    else {
      if (hasIndexMoved) forEachAlive(documents, weigh);
      for (const slot of unread) read(slot);
    }
    changed.clear();
    unread.clear();
  }

  return {
    get bytes() {
      return values.length * BYTES_PER_SLOT + steps.bytes + distinct.bytes;
    },
    get values() {
      return values;
    },
    entered(slot) {
      unread.add(slot);
      distinct.forEach(slot, (word) => changed.add(word));
    },
    leaving(slot) {
      unread.delete(slot);
      distinct.forEach(slot, (word) => changed.add(word));
      if (slot < values.length) values[slot] = wordCounts[slot] = stepSums[slot] = 0;
    },
    settle,
    rebuild() {
      grow();
      for (const column of [values, wordCounts, stepSums]) column.fill(0);
      steps.followAll();
      changed.clear();
      unread.clear();
      forEachAlive(documents, read);
    },
  };
}

function stepsOfWords(documents: Documents) {
  let values = new Int32Array(0);
  let index = 0;

  function follow(word: number): number {
    const now = wordSteps(documents.postings.frequency(word));
    const difference = now - (values[word] as number);
    values[word] = now;
    return difference;
  }

  function followIndex(): boolean {
    const before = index;
    index = Math.round(Math.log(documents.count + 1) / INFORMATION_STEPS.index);
    return index !== before;
  }

  return {
    get bytes() {
      return values.byteLength;
    },
    /** The steps by word; valid until it grows. */
    get values() {
      return values;
    },
    grow(): void {
      const words = documents.postings.termCount;
      if (words > values.length) values = grown(values, 2 * words);
    },
    /** Updates the word's step; returns the difference from before. */
    follow,
    /** Updates the index's step; tells whether it has changed. */
    followIndex,
    followAll(): void {
      for (let word = 0; word < documents.postings.termCount; word++) follow(word);
      followIndex();
    },
    get index() {
      return index;
    },
  };
}

/** Returns a function that visits the words of a document, each once. */
function distinctWords(documents: Documents) {
  /** By word, the number of the reading that met it last. */
  let seen = new Int32Array(0);
  let readings = 0;
  return {
    get bytes() {
      return seen.byteLength;
    },
    forEach(slot: number, look: (word: number) => void): void {
      const { terms } = documents;
      readings++;
      for (let at = terms.start(slot); at < terms.end(slot); at++) {
        const word = (terms.values[at] as number) >> 1;
        if (word >= seen.length) seen = grown(seen, 2 * word + 1);
        if (seen[word] === readings) continue;
        seen[word] = readings;
        look(word);
      }
    },
  };
}

function forEachAlive(documents: Documents, work: (slot: number) => void): void {
  for (let slot = 0; slot < documents.slots; slot++) if (documents.alive[slot] === 1) work(slot);
}
