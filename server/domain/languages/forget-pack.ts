/** A language's ways to ask that something known be forgotten. Patterns are folded. */

export type ForgetRow = {
  readonly id: string;
  /**
   * Matches at the beginning of a clause; `{name}` stands for a part of the pack. The group `target` captures what to forget; without
   * it, what was said last is forgotten.
   */
  readonly when: string;
  /** Examples, each with what it asks to forget, if it says so. */
  readonly yes: readonly (readonly [said: string, target?: string])[];
  readonly no: readonly string[];
};

/** Rows of which the first match decides. */
export type ForgetPack = {
  readonly parts: Readonly<Record<string, string>>;
  readonly rows: readonly ForgetRow[];
};
