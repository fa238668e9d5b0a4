/** The rewordings of a language, by which saying.ts reduces statements to one form. All words are folded. */
import type { Language } from '../text/language.ts';
import { ENGLISH_REWORDINGS } from '../languages/en/rewordings.ts';
import { SPANISH_REWORDINGS } from '../languages/es/rewordings.ts';
import type { Rewordings } from '../languages/rewording-pack.ts';

export const REWORDINGS: Readonly<Record<Language, Rewordings>> = { en: ENGLISH_REWORDINGS, es: SPANISH_REWORDINGS };
