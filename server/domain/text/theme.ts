/** Whether a query names a theme or asks for a particular. */
import { rawLines } from './raw-lines.ts';
import { MAX_TOKENS, MAX_UNITS, THEME_WORDS } from '../../policy/embedding.ts';
import { fold } from './fold.ts';
import { STOP_WORDS } from './stop-words.ts';
import { forEachWord } from './words.ts';

/**
 * Questions in Spanish for one thing: who, where, how many, which of them, whether. What something is like, or how it goes, asks for
 * all of it. An English question's words are sure enough to look for what belongs to them beside themselves; those of a Spanish one
 * are of several meanings already, and so it lost what it asks for (first of 300 English memories: 52.5 % with these, 47.5 without).
 */
const ASKS_FOR_ONE: readonly RegExp[] = [
  new RegExp(rawLines`
      ^\W*((a|con|de|desde|en|por|para) )?(quien(es)?|a?donde|cuando|cuant[oa]s?|cual(es)?|que (?!(pasa|hay|sab|tal\b|prefer|
      (me|le|nos|les|se|te) |tengo|hago|hace|es |son ))\w)
    `),
  /^¿(?!(y|que|como|a|con|de|desde|en|por|para)\b)/,
];

/**
 * 0..1: how much all that belongs to a query's theme is asked for ("my runs", "swimming habits") and not one thing of it. The more
 * words that tell, names aside, the more of a particular.
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
