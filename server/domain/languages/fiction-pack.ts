/** How a language says that what is told is made up: a story, a game, a dream, what somebody is to imagine. Patterns are folded. */

export type FictionRow = {
  readonly id: string;
  /** Where a clause begins, up to the end of its sentence; `{name}` stands for a part of the pack. */
  readonly when: string;
  /** Anywhere from there to the end of the sentence: it is none. */
  readonly unless?: string;
  /** Whether that clause and the rest of its sentence are made up. */
  readonly isMadeUp: boolean;
  /** What the sentences after it are; where they are `MADE_UP` although it is not itself, the rest of its own sentence is as well. */
  readonly after: 'REAL' | 'DOUBTFUL' | 'MADE_UP';
  readonly yes: readonly string[];
  readonly no: readonly string[];
};

export type FictionPack = {
  readonly parts: Readonly<Record<string, string>>;
  /** The first that matches tells. */
  readonly rows: readonly FictionRow[];
  /** Where a clause begins, with its opening words: from here on all is real again. */
  readonly back: string;
};
