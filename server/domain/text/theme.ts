/** Whether a query names a theme or asks for a particular. */
import { MAX_TOKENS, MAX_UNITS, THEME_WORDS } from '../../policy/embedding.ts';
import { fold } from './fold.ts';
import { STOP_WORDS } from './stop-words.ts';
import { forEachWord } from './words.ts';

/**
 * 0..1: how much all that belongs to a query's theme is asked for ("my runs", "swimming habits") and not one thing of it. The more
 * words that tell, names aside, the more of a particular.
 */
export function themeStrength(query: string, names: ReadonlySet<string>): number {
  const [most, none] = THEME_WORDS;
  const folded = fold(query.slice(0, MAX_UNITS));
  let telling = 0;
  forEachWord(folded, MAX_TOKENS, (from, to) => {
    const word = folded.slice(from, to);
    if (!STOP_WORDS.en.has(word) && !STOP_WORDS.es.has(word) && !names.has(word)) telling++;
  });
  return Math.max(0, Math.min(1, (none - telling) / (none - most)));
}
