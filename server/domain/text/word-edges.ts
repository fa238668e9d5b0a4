/** Patterns, for use with the flag `u`, that match where words of folded text begin and end: an apostrophe is part of a word. */

/** Matches at the end of a word. */
export const B = String.raw`(?![\p{L}\p{N}'])`;
/** Matches at the start of a word. */
export const A = String.raw`(?<![\p{L}\p{N}'])`;
/** Matches any of these words. */
export const word = (list: string): string => `${A}(?:${list})${B}`;
