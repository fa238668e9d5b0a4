/** A language's ways to say that something is made up: a story, a game, a dream, something to imagine. Patterns are folded. */

export type FictionRow = {
  readonly id: string;
  /** Matches from the beginning of a clause to the end of its sentence; `{name}` stands for a part of the pack. */
  readonly when: string;
  /** Prevents the row if it matches anywhere between there and the end of the sentence. */
  readonly unless?: string;
  /** True if that clause and the rest of its sentence are made up. */
  readonly isMadeUp: boolean;
  /**
   * The state of the sentences that follow. If it is `MADE_UP` and the clause itself is not, the rest of its sentence is made up as
   * well.
   */
  readonly after: 'REAL' | 'DOUBTFUL' | 'MADE_UP';
  readonly yes: readonly string[];
  readonly no: readonly string[];
};

export type FictionPack = {
  readonly parts: Readonly<Record<string, string>>;
  /** The first row that matches decides. */
  readonly rows: readonly FictionRow[];
  /** Matches at the beginning of a clause, before or after its opening words: from there on everything is real again. */
  readonly back: string;
};
