import { SQLITE } from '../../../policy/backends.ts';
import { OF_USER, type Table } from '../engine/table.ts';

const MANY = SQLITE.eraseChunkRows;
const FEW = SQLITE.sweepChunkRows;
const OF_SESSIONS = `session_no IN (SELECT session_no FROM sessions WHERE ${OF_USER})`;

/** Sessions with their windows and summaries, stored answers, and the other tables for prompts. */
export const CONTEXT_TABLES: readonly Table[] = [
  { table: 'turns', of: 'user', erased: { by: 'number', where: OF_SESSIONS, counted: 'turns', chunk: FEW } },
  {
    table: 'segments',
    of: 'user',
    erased: { by: 'number', where: OF_SESSIONS, counted: 'summaries', key: 'session_no, segment', chunk: MANY },
  },
  { table: 'errors', of: 'user', erased: { by: 'number', where: OF_SESSIONS, counted: 'errors', chunk: MANY } },
  { table: 'sessions', of: 'user', erased: { by: 'number', where: OF_USER, counted: 'sessions', chunk: MANY } },
  { table: 'responses', of: 'user', erased: { by: 'number', where: OF_USER, counted: 'stored_answers', chunk: FEW } },
  { table: 'system_prompts', of: 'tenant' },
  { table: 'system_prompt_totals', of: 'tenant' },
  { table: 'token_factors', of: 'tenant' },
];
