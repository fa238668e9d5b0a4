/** All languages that the reader knows: another is another file here, and sets to train on. */
import type { LanguagePack } from '../pack.ts';
import { ENGLISH } from './en.ts';
import { SPANISH } from './es.ts';

export const PACKS: readonly LanguagePack[] = [ENGLISH, SPANISH];
