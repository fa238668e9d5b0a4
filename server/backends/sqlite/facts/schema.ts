import { SQLITE } from '../../../policy/backends.ts';
import { OF_USER, type Table } from '../engine/table.ts';

const MANY = SQLITE.eraseChunkRows;
const OF_FACTS = `fact_no IN (SELECT fact_no FROM facts WHERE ${OF_USER})`;

/** The tables of facts, of their history, and of the words by which they are found. */
export const FACT_TABLES: readonly Table[] = [
  {
    table: 'fact_events',
    of: 'user',
    copied: { key: ['fact_no'], isGroup: true, number: 'event_no' },
    erased: { by: 'number', where: OF_FACTS, chunk: MANY },
  },
  {
    table: 'fact_words',
    of: 'user',
    copied: { key: ['fact_no'], isGroup: true },
    erased: { by: 'number', where: OF_USER, key: 'user_no, word, fact_no', chunk: MANY },
  },
  {
    table: 'facts',
    of: 'user',
    copied: { key: ['id'], isUnique: true, number: 'fact_no' },
    erased: { by: 'number', where: OF_USER, counted: 'facts', chunk: MANY },
  },
];
