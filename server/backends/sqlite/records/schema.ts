import { SQLITE } from '../../../policy/backends.ts';
import { OF_USER, type Table } from '../engine/table.ts';

const MANY = SQLITE.eraseChunkRows;

/** Tables that every subject refers to: users, owners (a quota counts for one), totals, request ids and the change log. */
export const RECORD_TABLES: readonly Table[] = [
  { table: 'users', of: 'user', copied: { key: [], number: 'user_no' }, erased: { by: 'erasure' } },
  {
    table: 'owners',
    of: 'user',
    copied: { key: ['type', 'session_id'], number: 'owner_no' },
    erased: { by: 'number', where: OF_USER, chunk: MANY },
  },
  {
    table: 'requests',
    of: 'user',
    copied: { key: ['request_id'], number: 'request_no' },
    erased: { by: 'number', where: OF_USER, counted: 'request_ids', chunk: SQLITE.sweepChunkRows },
  },
  {
    table: 'changes',
    of: 'user',
    copied: { key: ['revision'], number: 'sequence' },
    erased: {
      by: 'number',
      // The newest change of all stays, without its ids, so that its number is not used again.
      where: `${OF_USER} AND sequence < (SELECT max(sequence) FROM changes)`,
      counted: 'change_log',
      chunk: MANY,
    },
  },
  {
    table: 'agent_totals',
    of: 'user',
    copied: { key: ['agent_id', 'type'] },
    erased: { by: 'number', where: OF_USER, key: 'user_no, agent_id, type', chunk: MANY },
  },
  { table: 'totals', of: 'tenant', copied: 'NOTES' },
];
