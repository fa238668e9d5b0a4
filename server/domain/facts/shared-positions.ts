/**
 * Tells where in a statement the things stand that a fact names, too: whether words of ending go with them ("sold the boat", "the boat
 * is gone"), or whether the statement is about another thing to which they belong ("the boat's engine", "a trip with the boat").
 */
import { GRAMMAR } from '../languages/grammar.ts';
import { wordTables } from '../meaning/word-tables.ts';
import type { Language } from '../text/language.ts';

export type SharedPositions = {
  /** One of them is among the first words of the statement. */
  readonly begins: boolean;
  /** The same holds of the fact. */
  readonly bothBegin: boolean;
  /** Words of ending stand anywhere before the first one. */
  readonly isEndedBefore: boolean;
  /** The first words are about the speaker. */
  readonly isOwn: boolean;
  /** Words of ending stand right before one, and it is all that they are about. */
  readonly isEnded: boolean;
  /** One of them begins the statement, and words of ending follow. */
  readonly endsByItself: boolean;
  /** One of them only says more about another thing. */
  readonly isWithin: boolean;
};

/** The number of first words in which a statement names what it is about, and the number of light words that may stand between. */
const FIRST = 3;
const BETWEEN = 3;

/** `shared` has the meanings of the words that both texts have. */
export function sharedPositions(
  words: readonly string[],
  there: readonly string[],
  shared: ReadonlySet<string>,
  language: Language,
): SharedPositions {
  const { meaningOf, determiners, light, copulas } = wordTables(language);
  const { changes, classes } = GRAMMAR;
  const isShared = (word: string): boolean => shared.has(meaningOf(word));
  const isLight = (word: string | undefined): boolean => word !== undefined && light.has(word);
  const before = (at: number): string => words.slice(Math.max(0, at - FIRST), at).join(' ');
  const after = (at: number): string => words.slice(at, at + FIRST).join(' ');
  const positions = [...words.keys()].filter((at) => isShared(words[at]!));
  const isWhole = (at: number): boolean => {
    const next = words[at + 1];
    return next === undefined || isLight(next) || isShared(next) || /\d/.test(next);
  };
  const isEnded = (at: number): boolean => {
    let from = at;
    while (from > at - BETWEEN && isLight(words[from - 1]) && !changes.endsBefore.test(before(from))) from -= 1;
    return isWhole(at) && changes.endsBefore.test(before(from));
  };
  const endsByItself = (at: number): boolean => {
    let to = at + 1;
    while (to < at + 1 + BETWEEN && isLight(words[to]) && !changes.endsAfter.test(after(to))) to += 1;
    return at <= FIRST && changes.endsAfter.test(after(to));
  };
  const isLinked = (at: number): boolean => {
    const link = determiners.has(words[at - 1] ?? '') ? words[at - 2] : words[at - 1];
    return (
      link !== undefined && light.has(link) && !determiners.has(link) && !copulas.has(link) && !classes.self.has(link)
    );
  };
  const begins = (positions[0] ?? FIRST) < FIRST;
  return {
    begins,
    bothBegin: begins && there.slice(0, FIRST).some(isShared),
    isEndedBefore: words.slice(0, positions[0]).some((_, at) => changes.endsAfter.test(after(at))),
    isOwn: words.slice(0, FIRST + 1).some((word) => classes.self.has(word)),
    isEnded: positions.some(isEnded),
    endsByItself: positions.some(endsByItself),
    isWithin: positions.some((at) => !isWhole(at) || isLinked(at)),
  };
}
