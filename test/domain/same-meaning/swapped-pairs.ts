/** Sentences, each paired with one in which two of its parts are swapped. */
import { SWAPPED_ENGLISH } from './swapped-english.ts';
import { SWAPPED_SPANISH } from './swapped-spanish.ts';

const TEXTS = { English: SWAPPED_ENGLISH, Spanish: SWAPPED_SPANISH } as const;

export function swappedPairs(language: keyof typeof TEXTS): readonly (readonly [string, string])[] {
  return TEXTS[language].trim().split('\n').map(swappedPair);
}

/** Returns the sentence and its copy with the first two parts in braces swapped, or the two sides of `|`. */
function swappedPair(line: string): readonly [string, string] {
  const [left = '', right] = line.split(' | ');
  if (right !== undefined) return [left, right];
  const [one = '', other = ''] = [...line.matchAll(/\{(.*?)\}/g)].map(([, part = '']) => part);
  const filled = (parts: string[]): string => sentence(line.replaceAll(/\{.*?\}/g, () => parts.shift() as string));
  return [filled([one, other]), filled([other, one])];
}

/** Adjusts capitals and contractions to the language. */
function sentence(text: string): string {
  const inside = text.replaceAll(/(?<=[\p{L}\d,'s] )(The|User|El|La|Los|Las|Su|Mi|My|Dogs|Cats)(?!\p{L})/gu, (word) =>
    word.toLowerCase(),
  );
  const contracted = /\b(?:la|el|los|su|le|se)\b/i.test(inside)
    ? inside.replaceAll(/(?<!\p{L})a el(?!\p{L})/giu, 'al').replaceAll(/(?<!\p{L})de el(?!\p{L})/giu, 'del')
    : inside;
  return contracted.charAt(0).toUpperCase() + contracted.slice(1);
}
