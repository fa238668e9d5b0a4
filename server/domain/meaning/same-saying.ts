/** Tells whether two statements of memories say the same, even in other words or another language. */
import type { Saying, SaidWord } from './saying.ts';

/**
 * Returns true if each word of one has a counterpart in the other, in the same order as far as order determines roles. The times that
 * they name must be equal.
 */
export function saySame(one: Saying, other: Saying): boolean {
  if (one.times !== other.times || one.words.length === 0 || other.words.length === 0) return false;
  const areOfOneLanguage = one.language === other.language;
  return (
    isInOrder(one.words, other.words, areOfOneLanguage) ||
    inverted(other.words).some((words) => isInOrder(one.words, words, areOfOneLanguage))
  );
}

function isInOrder(one: readonly SaidWord[], other: readonly SaidWord[], areOfOneLanguage: boolean): boolean {
  let [left, right] = [0, 0];
  while (left < one.length || right < other.length) {
    const [mine, theirs] = [one[left], other[right]];
    if (mine !== undefined && theirs !== undefined && areAlike(mine, theirs, areOfOneLanguage)) {
      left++;
      right++;
    } else if (areTurned(one, left, other, right, areOfOneLanguage)) {
      left += 2;
      right += 2;
    } else return false;
  }
  return true;
}

function areAlike(one: SaidWord, other: SaidWord, areOfOneLanguage: boolean): boolean {
  if (one.isPast !== other.isPast) return false;
  if (areOfOneLanguage && one.meaning === other.meaning) return true;
  if (areOfOneLanguage && GENDER.test(one.meaning) && GENDER.test(other.meaning)) return false;
  if (areOfOneLanguage && !one.meaning.startsWith('=') && !other.meaning.startsWith('=')) return false;
  return one.english.some((word) => other.english.includes(word));
}

/** Matches the mark by which `amigo` and `amiga` differ; both are a friend. */
const GENDER = /~[mf]$/;

/** Tells whether a word and its modifier are in reverse order: `red car`, `coche rojo`. */
function areTurned(
  one: readonly SaidWord[],
  left: number,
  other: readonly SaidWord[],
  right: number,
  areOfOneLanguage: boolean,
): boolean {
  const [first, second] = [one[left], one[left + 1]];
  const [third, fourth] = [other[right], other[right + 1]];
  if (first === undefined || second === undefined || third === undefined || fourth === undefined) return false;
  if (areOfOneLanguage || ![first, second].every(mayTurn) || (left === 0 && !hasOwner(one))) return false;
  return areAlike(first, fourth, false) && areAlike(second, third, false);
}

function hasOwner(words: readonly SaidWord[]): boolean {
  return words[0]?.meaning === 'MY';
}

/** Tells whether a word may change places: no past verb does, and a name beside a verb might change its role. */
function mayTurn({ kind, isPast }: SaidWord): boolean {
  return (kind === 'WORD' || kind === 'NAME') && !isPast;
}

/** Returns `blue is my colour` as `my colour is blue`: which of two is meant. */
function inverted(words: readonly SaidWord[]): readonly (readonly SaidWord[])[] {
  const copulas = words.flatMap(({ meaning }, at) => (meaning === 'IS' || meaning === 'NAMED' ? [at] : []));
  const [at = 0] = copulas;
  if (copulas.length !== 1 || at === 0 || !words.some(({ meaning }) => meaning === 'MY')) return [];
  return [[...words.slice(at + 1), words[at]!, ...words.slice(0, at)]];
}
