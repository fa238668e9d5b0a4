/** The words of a language by which a later statement contradicts a known fact. Patterns are folded. */

/** Mutually exclusive ways: within a row, a text that has one contradicts a text that has another. */
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
/** The subject of a row and one of its ways. */
export type ExclusiveWord = (typeof EXCLUSIVE)[number][number];

export type ChangePack = {
  /** Matches anywhere: the text mentions a change. */
  readonly tellsOfChange: string;
  /** Matches anywhere: the text denies something. */
  readonly denies: string;
  /**
   * Matches anywhere: the text revises what was said or planned, in words that `tellsOfChange` lacks. The model of replacements was not
   * trained on these.
   */
  readonly revises: string;
  /** Matches near a thing that both texts name: that thing has ended, or was given up. The words of a text have no marks between them. */
  readonly ends: string;
  /** Matches anywhere: the statement holds now, and so perhaps did not before. */
  readonly holdsNow: string;
  /** Matches anywhere: the statement holds in addition to what was known. */
  readonly also: string;
  /** Matches anywhere: the text switches to another thing of the same kind. */
  readonly goesOver: string;
  /** Phrases which say that the thing after them no longer holds. */
  readonly ended: {
    /** Words that may stand before. */
    readonly before: string;
    readonly ends: string;
    /** Words at the end of the statement that are not part of what has ended. */
    readonly after?: string;
  };
  /** Phrases which say that something replaces the thing after them. */
  readonly insteadOf: {
    readonly of: string;
    readonly articles: string;
    /** Words that end the name of that thing and are not part of it. */
    readonly ends: string;
  };
  /** Matches anywhere: the text names that way. */
  readonly exclusive: Readonly<Partial<Record<ExclusiveWord, string>>>;
  readonly meat: {
    readonly eaten: string;
    readonly uneaten: string;
    /** Words that occur with either. */
    readonly words: string;
  };
  /** Words which say that something is wanted, liked, loathed, thought or begun, but not what. */
  readonly frames: string;
  /** Words beside those of the dates that statements about different things share: of sequence, of an end. */
  readonly incidental?: string;
  /** Words before a statement which say when it holds, or that it is said, but not what. Not folded; case is ignored. */
  readonly before: string;
};
