/** Where words of folded text begin and end, in patterns with the flag `u`: an apostrophe is a part of a word. */

/** The end of a word. */
export const B = String.raw`(?![\p{L}\p{N}'])`;
/** The start of a word. */
export const A = String.raw`(?<![\p{L}\p{N}'])`;
/** Any of these words. */
export const word = (list: string): string => `${A}(?:${list})${B}`;
