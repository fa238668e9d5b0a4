import { SQLITE } from '../../../policy/backends.ts';
import { OF_USER, type Table } from '../engine/table.ts';

const MANY = SQLITE.eraseChunkRows;

/** How long memories stay and how much they matter, what was archived, and when scheduled jobs ran. */
export const LIFECYCLE_TABLES: readonly Table[] = [
  { table: 'lives', of: 'user', erased: { by: 'trigger' } },
  { table: 'archived', of: 'user', erased: { by: 'number', where: OF_USER, counted: 'archive_index', chunk: MANY } },
  { table: 'archive_objects', of: 'user', erased: { by: 'number', where: OF_USER, key: 'object', chunk: MANY } },
  // Rows hold counts alone, by tenant, agent and user number; a pool's row is deleted with its last memory.
  { table: 'pools', of: 'tenant' },
  { table: 'retention', of: 'tenant' },
  { table: 'pool_scope', of: 'shared' },
  { table: 'job_runs', of: 'shared' },
];
