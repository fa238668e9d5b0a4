/**
 * Whose memories these are: the speakers, and where a memory has none, the names that many texts have. A name is a term of the
 * index, so that a question naming *Caroline* finds the speaker *Caroline Smith* and facts about her alike.
 */
import { NAME_MIN_DOCUMENTS, NAME_MIN_SHARE, NAME_CAPITAL_SHARE } from '../policy/score-weights.ts';
import { fold } from '../domain/text/fold.ts';
import { foldedWords } from '../domain/text/words.ts';
import { grown, nextCapacity } from './growable.ts';
import type { Postings } from './postings.ts';

export interface Participants {
  /** `terms` as in `Documents.terms`, the speaker's name first. */
  add(slot: number, speaker: string, terms: readonly number[]): void;
  remove(slot: number, terms: readonly number[]): void;
  /** Whether a term is part of a speaker's name. */
  isSpeaker(term: number): boolean;
  /** Names in the texts of those without speaker, by term. */
  names(): ReadonlySet<number>;
  /** The terms of the speaker's name; none without one. */
  speakerTerms(slot: number): readonly number[];
  renumber(newSlot: (slot: number) => number, count: number): void;
}

type Speaker = { readonly name: string; readonly terms: readonly number[]; documents: number };

export function participants(index: Postings): Participants {
  const speakers = new Map<string, Speaker>();
  const speakerTermCounts = new Map<number, number>();
  const bySlot: (Speaker | undefined)[] = [];
  let capitals = new Int32Array(0);
  const frequentNames = new Set<number>();
  let unspoken = 0;

  function countCapitals(terms: readonly number[], step: 1 | -1): void {
    for (const coded of new Set(terms)) {
      if ((coded & 1) === 0) continue;
      const term = coded >> 1;
      if (term >= capitals.length) capitals = grown(capitals, nextCapacity(capitals.length, term + 1));
      const count = (capitals[term] = (capitals[term] as number) + step);
      if (count >= NAME_MIN_DOCUMENTS) frequentNames.add(term);
      else frequentNames.delete(term);
    }
  }

  function countSpeakerTerms(terms: readonly number[], step: 1 | -1): void {
    for (const term of terms) {
      const count = (speakerTermCounts.get(term) ?? 0) + step;
      if (count === 0) speakerTermCounts.delete(term);
      else speakerTermCounts.set(term, count);
    }
  }

  return {
    add(slot, name, terms) {
      bySlot[slot] = undefined;
      if (name === '') {
        unspoken++;
        countCapitals(terms, 1);
        return;
      }
      let speaker = speakers.get(name);
      if (speaker === undefined) {
        const words = foldedWords(fold(name)).length;
        speaker = { name, terms: terms.slice(0, words).map((term) => term >> 1), documents: 0 };
        speakers.set(name, speaker);
        countSpeakerTerms(speaker.terms, 1);
      }
      speaker.documents++;
      bySlot[slot] = speaker;
    },
    remove(slot, terms) {
      const speaker = bySlot[slot];
      bySlot[slot] = undefined;
      if (speaker === undefined) {
        unspoken--;
        countCapitals(terms, -1);
      } else if (--speaker.documents === 0) {
        speakers.delete(speaker.name);
        countSpeakerTerms(speaker.terms, -1);
      }
    },
    isSpeaker: (term) => speakerTermCounts.has(term),
    names() {
      const least = Math.max(NAME_MIN_DOCUMENTS, NAME_MIN_SHARE * unspoken);
      const names = new Set<number>();
      for (const term of frequentNames) {
        const count = capitals[term] as number;
        if (count >= least && count >= NAME_CAPITAL_SHARE * index.frequency(term)) names.add(term);
      }
      return names;
    },
    speakerTerms: (slot) => bySlot[slot]?.terms ?? [],
    renumber(newSlot, count) {
      for (let slot = 0; slot < bySlot.length; slot++) {
        const to = newSlot(slot);
        if (to >= 0) bySlot[to] = bySlot[slot];
      }
      bySlot.length = Math.min(bySlot.length, count);
    },
  };
}
