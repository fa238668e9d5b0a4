/**
 * A small Portuguese, Brazilian and European, which proves that a language is one folder and a training set. It is not shipped. The
 * patterns of all languages are alternatives of each other, so words that mean something else in English or Spanish without their accents
 * are left out: `mas`, `se`, `a`, `as`, `dos`, and `eu`, which is the EU.
 */
import type { Language } from '../../../server/domain/languages/language.ts';
import { CHANGES } from './changes.ts';
import { DATES } from './dates.ts';
import { FACTS } from './facts.ts';
import { QUESTIONS } from './questions.ts';
import { READER } from './reader.ts';
import { SPEECH } from './speech.ts';
import { FORGETTING, TOPICS } from './topics.ts';

export const PORTUGUESE: Language = {
  tag: 'pt',
  speech: SPEECH,
  facts: FACTS,
  changes: CHANGES,
  topics: TOPICS,
  forgetting: FORGETTING,
  reader: READER,
  questions: QUESTIONS,
  dates: DATES,
};
