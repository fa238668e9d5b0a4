import type { Language } from '../language.ts';
import { CHANGES } from './changes.ts';
import { DATES } from './dates.ts';
import { FACTS } from './facts.ts';
import { FORGETTING } from './forgetting.ts';
import { QUESTIONS } from './questions.ts';
import { READER } from './reader.ts';
import { SPEECH } from './speech.ts';
import { TOPICS } from './topics.ts';

export const ENGLISH: Language = {
  tag: 'en',
  speech: SPEECH,
  facts: FACTS,
  changes: CHANGES,
  topics: TOPICS,
  forgetting: FORGETTING,
  reader: READER,
  questions: QUESTIONS,
  dates: DATES,
};
