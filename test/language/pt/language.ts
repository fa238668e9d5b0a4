/**
 * A small Portuguese, of Brazil and of Portugal: the proof that a language is one folder and a training set. It is not shipped. The
 * patterns of all languages are alternatives of one another, so that words are left out which mean something else in English or Spanish
 * once they are folded: `mas`, `se`, `a`, `as`, `dos`, and `eu`, which is a union.
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
