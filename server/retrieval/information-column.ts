/**
 * How much each memory says: the inverse document frequencies of its words, added up. Such a frequency is the logarithm of
 * (n + 1) / (df + 0.5), so the difference of one of the index and one of the word. Both are rounded to steps and added as whole numbers:
 * what a memory says is then the same in whatever order the others came and went, and a word's memories need be gone over only when
 * its step changes, which is the rarer the more they are.
 */
import { INFORMATION_SCALE, INFORMATION_STEPS } from '../policy/score-weights.ts';
import type { Documents } from './documents.ts';
import { grown } from './growable.ts';

export interface InformationColumn {
  readonly bytes: number;
  /** 0..1, by slot. */
  readonly values: Float32Array;
  /** Call after a document is put in. */
  entered(slot: number): void;
  /** Call before a document is taken out. */
  leaving(slot: number): void;
  /** Works out what has changed. */
  settle(): void;
  /** Works out everything: after the documents were compacted, or restored. */
  rebuild(): void;
}

const BYTES_PER_SLOT = 12;
/** Where so large a share of all is new, all are read: that takes less than to follow each of their words. */
const MOST = 0.25;

const wordSteps = (frequency: number): number => Math.round(Math.log(frequency + 0.5) / INFORMATION_STEPS.word);
const stepsOfIndex = (count: number): number => Math.round(Math.log(count + 1) / INFORMATION_STEPS.index);

export function informationColumn(documents: Documents): InformationColumn {
  let values = new Float32Array(0);
  /** For each slot, how many distinct words it has, and the sum of their steps. */
  let wordCounts = new Int32Array(0);
  let stepSums = new Int32Array(0);
  /** The step of each word, as it is in the sums; and the step of the index. */
  let steps = new Int32Array(0);
  let indexSteps = 0;
  /** Words that more or fewer documents have, and slots that are not read yet. */
  const changed = new Set<number>();
  const unread = new Set<number>();
  /** By word: the reading that met it last. */
  let seen = new Int32Array(0);
  let readings = 0;

  function forEachWord(slot: number, look: (word: number) => void): void {
    const { terms } = documents;
    readings++;
    for (let at = terms.start(slot); at < terms.end(slot); at++) {
      const word = (terms.values[at] as number) >> 1;
      if (word >= seen.length) seen = grown(seen, 2 * word + 1);
      if (seen[word] === readings) continue;
      seen[word] = readings;
      look(word);
    }
  }

  function grow(): void {
    const capacity = documents.alive.length;
    values = grown(values, capacity);
    wordCounts = grown(wordCounts, capacity);
    stepSums = grown(stepSums, capacity);
    const words = documents.postings.termCount;
    if (words > steps.length) steps = grown(steps, 2 * words);
  }

  function weigh(slot: number): void {
    const ofIndex = (wordCounts[slot] as number) * indexSteps * INFORMATION_STEPS.index;
    const sum = ofIndex - (stepSums[slot] as number) * INFORMATION_STEPS.word;
    values[slot] = Math.min(1, Math.max(0, sum / INFORMATION_SCALE));
  }

  function read(slot: number): void {
    let count = 0;
    let sum = 0;
    forEachWord(slot, (word) => {
      count++;
      sum += steps[word] as number;
    });
    wordCounts[slot] = count;
    stepSums[slot] = sum;
    weigh(slot);
  }

  function forEachAlive(work: (slot: number) => void): void {
    for (let slot = 0; slot < documents.slots; slot++) if (documents.alive[slot] === 1) work(slot);
  }

  /** Takes the word's step as it is now; the difference from before. */
  function follow(word: number): number {
    const now = wordSteps(documents.postings.frequency(word));
    const difference = now - (steps[word] as number);
    steps[word] = now;
    return difference;
  }

  function settle(): void {
    grow();
    const before = indexSteps;
    indexSteps = stepsOfIndex(documents.count);
    const areMostNew = unread.size > MOST * documents.count;
    for (const word of changed) {
      const difference = follow(word);
      if (difference === 0 || areMostNew) continue;
      documents.postings.forEach(word, ({ slot }) => {
        if (unread.has(slot)) return;
        stepSums[slot] = (stepSums[slot] as number) + difference;
        weigh(slot);
      });
    }
    if (areMostNew) forEachAlive(read);
    else {
      if (indexSteps !== before) forEachAlive(weigh);
      for (const slot of unread) read(slot);
    }
    changed.clear();
    unread.clear();
  }

  return {
    get bytes() {
      return values.length * BYTES_PER_SLOT + steps.byteLength + seen.byteLength;
    },
    get values() {
      return values;
    },
    entered(slot) {
      unread.add(slot);
      forEachWord(slot, (word) => changed.add(word));
    },
    leaving(slot) {
      unread.delete(slot);
      forEachWord(slot, (word) => changed.add(word));
      if (slot < values.length) values[slot] = wordCounts[slot] = stepSums[slot] = 0;
    },
    settle,
    rebuild() {
      grow();
      for (const column of [values, wordCounts, stepSums]) column.fill(0);
      for (let word = 0; word < documents.postings.termCount; word++) follow(word);
      indexSteps = stepsOfIndex(documents.count);
      changed.clear();
      unread.clear();
      forEachAlive(read);
    },
  };
}
