import { SQLITE } from '../../../policy/backends.ts';
import { OF_USER, type Table } from '../engine/table.ts';

const MANY = SQLITE.eraseChunkRows;
const FEW = SQLITE.sweepChunkRows;
const OF_SESSIONS = `session_no IN (SELECT session_no FROM sessions WHERE ${OF_USER})`;

/** Sessions with their windows and summaries, stored answers, and the other tables for prompts. */
export const CONTEXT_TABLES: readonly Table[] = [
  {
    table: 'turns',
    of: 'user',
    copied: { key: ['session_no', 'turn'], number: 'turn_no' },
    erased: { by: 'number', where: OF_SESSIONS, counted: 'turns', chunk: FEW },
  },
  {
    table: 'segments',
    of: 'user',
    copied: { key: ['session_no', 'segment'] },
    erased: { by: 'number', where: OF_SESSIONS, counted: 'summaries', key: 'session_no, segment', chunk: MANY },
  },
  {
    table: 'errors',
    of: 'user',
    copied: { key: ['session_no'] },
    erased: { by: 'number', where: OF_SESSIONS, counted: 'errors', chunk: MANY },
  },
  {
    table: 'sessions',
    of: 'user',
    copied: { key: ['session_id'], number: 'session_no' },
    erased: { by: 'number', where: OF_USER, counted: 'sessions', chunk: MANY },
  },
  {
    table: 'responses',
    of: 'user',
    copied: { key: ['namespace', 'locale', 'normalised'], number: 'response_no' },
    erased: { by: 'number', where: OF_USER, counted: 'stored_answers', chunk: FEW },
  },
  { table: 'system_prompts', of: 'tenant', copied: { key: ['agent_id', 'version'] } },
  { table: 'system_prompt_totals', of: 'tenant', copied: { key: [] } },
  { table: 'token_factors', of: 'tenant', copied: { key: ['model'] } },
];
