/** English. */
import type { Language } from '../language.ts';
import { FORGETTING } from './forgetting.ts';
import { SPEECH } from './speech.ts';
import { TOPICS } from './topics.ts';

export const ENGLISH: Language = { tag: 'en', speech: SPEECH, topics: TOPICS, forgetting: FORGETTING };
