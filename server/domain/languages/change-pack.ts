/** The words of a language by which a later statement is heard to say otherwise than what is known. Patterns are folded. */

/** Ways that cannot be had at once: of a row, a text that has one speaks against a text that has another. */
export const EXCLUSIVE = [
  ['length short', 'length long'],
  ['manner formal', 'manner informal'],
  ['theme dark', 'theme light'],
  ['indent tabs', 'indent spaces'],
  ['seat window', 'seat aisle'],
  ['units metric', 'units imperial'],
  ['language en', 'language es', 'language fr', 'language pt', 'language de', 'language it'],
  ['time morning', 'time afternoon'],
  ['marriage married', 'marriage single', 'marriage divorced'],
  ['emojis with', 'emojis without'],
  ['place remote', 'place office'],
] as const;
/** The subject of a row, and one of its ways. */
export type ExclusiveWord = (typeof EXCLUSIVE)[number][number];

export type ChangePack = {
  /** Anywhere: it tells of a change. */
  readonly tellsOfChange: string;
  /** Anywhere: it denies something. */
  readonly denies: string;
  /** Anywhere: it holds beside what was so before. */
  readonly also: string;
  /** Anywhere: it goes over to another thing of a kind. */
  readonly goesOver: string;
  /** It says that something, which follows, is no more. */
  readonly ended: {
    /** Words that may stand before. */
    readonly before: string;
    readonly ends: string;
    /** Words at the end of the statement that are no part of what has ended. */
    readonly after?: string;
  };
  /** It says that something takes the place of another thing, which follows. */
  readonly insteadOf: {
    readonly of: string;
    readonly articles: string;
    /** Words that are no part of that thing's name, and end it. */
    readonly ends: string;
  };
  /** Anywhere: it is of that way. */
  readonly exclusive: Readonly<Partial<Record<ExclusiveWord, string>>>;
  readonly meat: {
    readonly eaten: string;
    readonly uneaten: string;
    /** Words that either may be said with. */
    readonly words: string;
  };
  /** Words that say that something is wanted, liked, loathed, thought or begun, and not what. */
  readonly frames: string;
  /** Words before a statement that say when it is so, or that it is said, and not what. Not folded, but whatever their case. */
  readonly before: string;
};
