/**
 * Compares what two texts name that could be exchanged: days, months, numbers, and people or things by their names. A statement that
 * names another value in the same position probably replaces it ("the standup is on Fridays", "my manager is Ruth").
 */
import { GRAMMAR } from '../languages/grammar.ts';
import { fold } from '../text/fold.ts';
import { foldedWords } from '../text/words.ts';
import type { ComparedText } from './telling-words.ts';

/** The values of a text. */
export type TextValues = {
  /** The days, months and numbers that it has, by the list that they are in. */
  readonly listed: ReadonlyMap<string, ReadonlySet<string>>;
  /** The folded names that it has after its first word. */
  readonly names: readonly string[];
};

export type ComparedValues = {
  /** Both have a value of a list, and none in common. */
  readonly isOther: boolean;
  /** Both have the same value of a list. */
  readonly isSame: boolean;
  /** The statement has a name that the fact has not. */
  readonly hasNewName: boolean;
  /** The fact has a name that the statement has not. */
  readonly lacksName: boolean;
  readonly sharesName: boolean;
};

/** Matches a capitalised word that does not begin its sentence. */
const NAME = /(?<=[\p{L}\d,;:)]\s+["'“¿¡(]?)\p{Lu}[\p{L}\d.&'-]*/gu;
const OWNER = /'s$|[.']+$/gu;
/** Matches the English word for the speaker, which is always capitalised and no name. */
const SPEAKER = /^i(?:'|$)/;

export function valuesOf({ text, folded }: ComparedText): TextValues {
  const { values } = GRAMMAR.changes;
  const listed = new Map<string, Set<string>>();
  const add = (list: string, value: string): void => {
    listed.set(list, (listed.get(list) ?? new Set()).add(value));
  };
  for (const word of foldedWords(folded)) {
    const known = values.get(word);
    if (known !== undefined) add(known.list, known.value);
    else if (/\d/.test(word)) add('number', word);
  }
  const names = [...text.matchAll(NAME)].map(([name]) => fold(name).replace(OWNER, ''));
  return { listed, names: names.filter((name) => name.length > 1 && !SPEAKER.test(name) && !values.has(name)) };
}

export function compareValues(
  statement: ComparedText,
  here: TextValues,
  fact: ComparedText,
  there: TextValues,
): ComparedValues {
  const lists = [...here.listed].flatMap(([list, values]) => {
    const others = there.listed.get(list);
    return others === undefined ? [] : [[...values].some((value) => others.has(value))];
  });
  const isKnown = (name: string): boolean => fact.folded.includes(name);
  return {
    isOther: lists.includes(false),
    isSame: lists.includes(true),
    hasNewName: !here.names.every(isKnown),
    lacksName: there.names.some((name) => !statement.folded.includes(name)),
    sharesName: here.names.some(isKnown),
  };
}
