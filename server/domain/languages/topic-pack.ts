/** The phrases of a language by which a turn says that the conversation goes elsewhere. Patterns are folded. */

/** A way to say so, with examples that the build holds it to. */
export type TopicRow = {
  readonly id: string;
  /** FLUSH asks for another subject altogether, SHIFT goes over to one. */
  readonly kind: 'SHIFT' | 'FLUSH';
  /** Where a phrase begins; `{name}` stands for a part of its table. */
  readonly when: string;
  /** It says nothing where it ends a turn that denies something: `No, not that: another thing`. */
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
  /** Words before a phrase that belong to nothing. */
  readonly openings: string;
  /** The first row that matches tells; one that flushes goes before one that shifts. */
  readonly tables: readonly TopicTable[];
  /** A phrase that ends in `phrase` goes on with the matter where one of `words` follows: `Another thing, it fails too`. */
  readonly goesOn: { readonly phrase: string; readonly words: string };
  /** Words that deny. */
  readonly denials: string;
  /** Begins a clause about somebody else that reads as a phrase once folded: he went on (pasó), I go on (paso). Not folded. */
  readonly others?: string;
};
