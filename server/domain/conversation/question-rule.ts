/** Ways to write the tables that tell whether a question's answer lasts. Both languages in each table; all folded. */

import { lazy } from '../lazy.ts';

export type QuestionRule = {
  readonly rule: string;
  readonly pattern: RegExp;
  /** Reads as a statement unless a mark or a frame such as `tell me` asks. */
  readonly ifAsked?: true;
};

/** Any of the patterns makes it. They are compiled when a question is first read: each thread has its own, and few read questions. */
export function rule(name: string, ...patterns: readonly string[]): QuestionRule {
  const compiled = lazy(() => new RegExp(patterns.map((source) => `(?:${source})`).join('|'), 'u'));
  return {
    rule: name,
    get pattern() {
      return compiled();
    },
  };
}

/** Counts where a mark or a frame asks. */
export function ifAsked(name: string, ...patterns: readonly string[]): QuestionRule {
  return Object.defineProperty(rule(name, ...patterns), 'ifAsked', { value: true, enumerable: true });
}

/** The end of a word. */
export const B = String.raw`(?![\p{L}\p{N}'])`;
/** The start of a word. */
export const A = String.raw`(?<![\p{L}\p{N}'])`;
/** Any of these words. */
export const word = (list: string): string => `${A}(?:${list})${B}`;
