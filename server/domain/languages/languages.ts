/** The languages that turns are read in. To add one takes another folder here, a line below, and sets to train the reader on. */
import { ENGLISH } from './en/language.ts';
import { SPANISH } from './es/language.ts';
import type { Language } from './language.ts';

export const LANGUAGES: readonly Language[] = [SPANISH, ENGLISH];
