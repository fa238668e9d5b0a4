/** Tells whether a query names a theme or asks for something particular. */
import { rawLines } from './raw-lines.ts';
import { MAX_TOKENS, MAX_UNITS, THEME_WORDS } from '../../policy/embedding.ts';
import { fold } from './fold.ts';
import { STOP_WORDS } from './stop-words.ts';
import { forEachWord } from './words.ts';

/**
 * Matches Spanish questions for one thing: who, where, how many, which of them, whether. Questions for what something is like, or how
 * it goes, ask for all of it. The words of an English question are reliable enough to search for related things as well; those of a
 * Spanish question already have several meanings each, so the wider search lost what it asks for (first of 300 English memories: 52.5
 * % with these patterns, 47.5 % without).
 */
const ASKS_FOR_ONE: readonly RegExp[] = [
  new RegExp(rawLines`
      ^\W*((a|con|de|desde|en|por|para) )?(quien(es)?|a?donde|cuando|cuant[oa]s?|cual(es)?|que (?!(pasa|hay|sab|tal\b|prefer|
      (me|le|nos|les|se|te) |tengo|hago|hace|es |son ))\w)
    `),
  /^¿(?!(y|que|como|a|con|de|desde|en|por|para)\b)/,
];

/**
 * Returns 0 to 1: how much a query asks for everything within its theme ("my runs", "swimming habits") rather than for one thing. The
 * more telling words it has, names aside, the more particular it is.
 */
export function themeStrength(query: string, names: ReadonlySet<string>): number {
  const [most, none] = THEME_WORDS;
  const folded = fold(query.slice(0, MAX_UNITS));
  if (ASKS_FOR_ONE.some((pattern) => pattern.test(folded))) return 0;
  let telling = 0;
  forEachWord(folded, MAX_TOKENS, (from, to) => {
    const word = folded.slice(from, to);
    if (!STOP_WORDS.en.has(word) && !STOP_WORDS.es.has(word) && !names.has(word)) telling++;
  });
  return Math.max(0, Math.min(1, (none - telling) / (none - most)));
}
