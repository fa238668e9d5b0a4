/** Functions of rules and reader that answer yes or no for a sentence. */
import { cacheabilityOf } from '../../server/domain/conversation/cacheability.ts';
import { extractFacts } from '../../server/domain/facts/extract-facts.ts';
import { recognisedTopic } from '../../server/domain/conversation/topic-phrase.ts';
import { readTurn } from '../../server/domain/speech/read-turn.ts';
import { FACT_READER } from '../fact-reader.ts';

export type SentenceTask = {
  readonly task: string;
  readonly folder: string;
  readonly finds: (sentence: string) => boolean;
};

export const SENTENCE_TASKS: readonly SentenceTask[] = [
  {
    task: 'signals',
    folder: 'facts',
    finds: (sentence) => extractFacts(sentence, FACT_READER).some(({ confidence }) => confidence !== 'LOW'),
  },
  {
    task: 'topics',
    folder: 'conversation',
    finds: (sentence) => recognisedTopic(readTurn(sentence), FACT_READER) !== undefined,
  },
  { task: 'cacheability', folder: 'conversation', finds: (sentence) => cacheabilityOf(sentence).kind !== 'NEVER' },
];

/** Development sentences, and sets that were written before the rules were tried on them. */
export const SENTENCE_SETS = [
  'dev',
  'held-out',
  'second',
  'third',
  'fourth',
  'fifth',
  'sixth',
  'seventh',
  'eighth',
  'ninth',
  'tenth',
  'eleventh',
  'twelfth',
  'thirteenth',
  'fourteenth',
  'fifteenth',
] as const;
