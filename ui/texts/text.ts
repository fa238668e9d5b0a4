/** The texts of the pages in the chosen language. The compiler rejects a text that one of the languages lacks. */
import { language, type Language } from '../preferences.ts';
import { EN } from './en.ts';
import { EN_NAMES } from './en-names.ts';
import { ES } from './es.ts';
import { ES_NAMES } from './es-names.ts';
import type { NamedValue } from './named-values.ts';

export type TextKey = keyof typeof EN;
export type Texts = Readonly<Record<TextKey, string>>;
export type Names = Readonly<Record<NamedValue, string>>;

export const isTextKey = (text: string): text is TextKey => text in EN;

const TEXTS: Readonly<Record<Language, Texts>> = { en: EN, es: ES };
const NAMES: Readonly<Record<Language, Readonly<Record<string, string | undefined>>>> = { en: EN_NAMES, es: ES_NAMES };

/**
 * Returns the text of this key, with `{name}` replaced by the value of that name, and `{name|time|times}` by the value and the noun
 * that fits it: `1 time`, `2 times`.
 */
export function t(key: TextKey, values: Readonly<Record<string, string | number>> = {}): string {
  const fill = (all: string, name: string, one?: string, many?: string): string => {
    const value = String(values[name] ?? all);
    return one === undefined ? value : `${value} ${value === '1' ? one : many}`;
  };
  return TEXTS[language.value][key].replaceAll(/\{(\w+)(?:\|([^|}]*)\|([^}]*))?\}/g, fill);
}

/** Names a code of a list that other versions of the server may extend; an unknown code is shown as it is. */
export function nameOfCode(prefixes: readonly string[], code: string): string {
  const named = prefixes.map((prefix) => NAMES[language.value][prefix + code]).find((name) => name !== undefined);
  return named ?? code;
}

/** Returns the name of a value of the contract's enums, or of another closed list; an unknown one is shown as it is. */
export function nameOf(value: string | undefined): string {
  return value === undefined ? '—' : (NAMES[language.value][value] ?? value);
}
