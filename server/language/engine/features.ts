/** A turn's sentences as the numbers that models weigh. The same for training and for use. */
import { fold } from '../../domain/text/fold.ts';
import { PACKS } from '../packs/packs.ts';
import { gramsOf, wordsOf } from './grams.ts';
import { sentencesIn, type Sentence } from './sentences.ts';
import { signsOf, wordClasses } from './signs.ts';

/** The vector of a text: 256 numbers of length 1, or none. */
export type Embed = (text: string) => Float32Array;

export type SentenceFeatures = {
  readonly sentence: Sentence;
  /** Lists of hashes of 32 bits: a list's hashes weigh one over the root of how many there are. */
  readonly grams: readonly (readonly number[])[];
  /** As SIGNS, and then the vector times VECTOR_WEIGHT. */
  readonly dense: Float64Array;
};

/** What makes a vector of length 1 count as much as the signs; by cross-validation in the prototype. */
const VECTOR_WEIGHT = 3;

/** Words before and after a sentence; grams look at fewer. */
const NEAR = 10;

const CLASSES = wordClasses(PACKS);

export function featuresOf(turn: string, embed: Embed): readonly SentenceFeatures[] {
  const sentences = sentencesIn(turn);
  const words = sentences.map(({ text }) => wordsOf(fold(text)));
  const all = words.flat();
  let said = 0;
  return sentences.map((sentence, index) => {
    const own = words[index] as readonly string[];
    const next = said + own.length;
    const around = {
      turn: all,
      before: all.slice(Math.max(0, said - NEAR), said),
      after: all.slice(next, next + NEAR),
    };
    said = next;
    return {
      sentence,
      grams: gramsOf(own, around),
      dense: denseOf(
        signsOf({ sentence: sentence.text, words: own, turn, index, count: sentences.length }, CLASSES),
        embed(sentence.text),
      ),
    };
  });
}

function denseOf(signs: readonly number[], vector: Float32Array): Float64Array {
  const dense = new Float64Array(signs.length + vector.length);
  dense.set(signs);
  for (let at = 0; at < vector.length; at++) dense[signs.length + at] = VECTOR_WEIGHT * (vector[at] as number);
  return dense;
}
