/** The ways of a language to ask that what is known be forgotten. Patterns are folded. */

export type ForgetRow = {
  readonly id: string;
  /**
   * Where a clause begins; `{name}` stands for a part of the pack. The group `target` is what to forget; without it, what was said last.
   */
  readonly when: string;
  /** Each with what it asks to forget, where it says so. */
  readonly yes: readonly (readonly [said: string, target?: string])[];
  readonly no: readonly string[];
};

/** The first row that matches tells. */
export type ForgetPack = {
  readonly parts: Readonly<Record<string, string>>;
  readonly rows: readonly ForgetRow[];
};
