/** Ways to write the tables that tell whether a question's answer lasts. Both languages in each table; all folded. */

export type QuestionRule = {
  readonly rule: string;
  readonly pattern: RegExp;
  /** Reads as a statement unless a mark or a frame such as `tell me` asks. */
  readonly ifAsked?: true;
};

/** Any of the patterns makes it. */
export const rule = (name: string, ...patterns: readonly string[]): QuestionRule => ({
  rule: name,
  pattern: new RegExp(patterns.map((source) => `(?:${source})`).join('|'), 'u'),
});

/** Counts where a mark or a frame asks. */
export const ifAsked = (name: string, ...patterns: readonly string[]): QuestionRule => ({
  ...rule(name, ...patterns),
  ifAsked: true,
});

/** The end of a word. */
export const B = String.raw`(?![\p{L}\p{N}'])`;
/** The start of a word. */
export const A = String.raw`(?<![\p{L}\p{N}'])`;
/** Any of these words. */
export const word = (list: string): string => `${A}(?:${list})${B}`;
