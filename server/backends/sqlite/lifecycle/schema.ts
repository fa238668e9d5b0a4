import { SQLITE } from '../../../policy/backends.ts';
import { OF_USER, type Table } from '../engine/table.ts';

const MANY = SQLITE.eraseChunkRows;

/** A memory's pool follows from its agent, its user, and the scope of pools in this copy. */
const POOL = `iif(@worth IS NULL, NULL, (SELECT pool_no FROM pools WHERE tenant = @tenant AND agent_id = @agent_id
  AND user_no = iif(@agent_id <> '' AND (SELECT scope FROM pool_scope) = 'agent', 0, @userNo)))`;

/** The tables of retention and importance, of archived memories, and of the runs of scheduled jobs. */
export const LIFECYCLE_TABLES: readonly Table[] = [
  {
    table: 'lives',
    of: 'user',
    copied: { key: ['memory_no'], computed: { pool_no: POOL } },
    erased: { by: 'trigger' },
  },
  {
    table: 'archived',
    of: 'user',
    copied: { key: ['id'], isUnique: true, number: 'archived_no' },
    erased: { by: 'number', where: OF_USER, counted: 'archive_index', chunk: MANY },
  },
  {
    table: 'archive_objects',
    of: 'user',
    copied: { key: ['object'], isUnique: true },
    erased: { by: 'number', where: OF_USER, key: 'object', chunk: MANY },
  },
  // Rows hold counts alone, by tenant, agent and user number; a pool's row is deleted with its last memory.
  { table: 'pools', of: 'tenant', copied: 'NOTES' },
  { table: 'retention', of: 'tenant', copied: { key: ['type'] } },
  { table: 'pool_scope', of: 'shared', copied: 'OWN' },
  { table: 'job_runs', of: 'shared', copied: { key: ['job'] } },
];
