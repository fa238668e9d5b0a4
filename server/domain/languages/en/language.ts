/** English. */
import type { Language } from '../language.ts';
import { SPEECH } from './speech.ts';

export const ENGLISH: Language = { tag: 'en', speech: SPEECH };
