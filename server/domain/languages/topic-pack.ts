/** The phrases of a language which announce that the conversation changes its topic. Patterns are folded. */

/** A way to announce it, with examples that the build checks. */
export type TopicRow = {
  readonly id: string;
  /** FLUSH asks for another topic altogether; SHIFT moves on to one. */
  readonly kind: 'SHIFT' | 'FLUSH';
  /** Matches at the beginning of a phrase; `{name}` stands for a part of its table. */
  readonly when: string;
  /** Set if it does not count at the end of a turn that denies something: `No, not that: another thing`. */
  readonly notAfterDenial?: true;
  readonly yes: readonly string[];
  readonly no: readonly string[];
};

/** Rows that share parts of their patterns. */
export type TopicTable = {
  readonly parts: Readonly<Record<string, string>>;
  readonly rows: readonly TopicRow[];
};

export type TopicPack = {
  /** Words before a phrase that add no meaning. */
  readonly openings: string;
  /** Tables of which the first matching row decides; a row that flushes precedes one that shifts. */
  readonly tables: readonly TopicTable[];
  /** A phrase that ends in `phrase` stays on the topic if one of `words` follows: `Another thing, it fails too`. */
  readonly goesOn: { readonly phrase: string; readonly words: string };
  /** Words that deny. */
  readonly denials: string;
  /** Begins a clause about somebody else that folding would turn into a phrase: he went on (pasó), I go on (paso). Not folded. */
  readonly others?: string;
};
