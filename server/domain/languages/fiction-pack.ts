/** How a language says that what is told is made up: a story, a game, a dream, something to imagine. Patterns are folded. */

export type FictionRow = {
  readonly id: string;
  /** Where a clause begins, up to the end of its sentence; `{name}` stands for a part of the pack. */
  readonly when: string;
  /** Where this matches anywhere from there to the end of the sentence, the row does not hold. */
  readonly unless?: string;
  /** Whether that clause and the rest of its sentence are made up. */
  readonly isMadeUp: boolean;
  /** What the sentences after it are. Where they are `MADE_UP` and the clause itself is not, the rest of its sentence is made up as well. */
  readonly after: 'REAL' | 'DOUBTFUL' | 'MADE_UP';
  readonly yes: readonly string[];
  readonly no: readonly string[];
};

export type FictionPack = {
  readonly parts: Readonly<Record<string, string>>;
  /** The first that matches decides. */
  readonly rows: readonly FictionRow[];
  /** Where a clause begins, before or after its opening words: from there on everything is real again. */
  readonly back: string;
};
