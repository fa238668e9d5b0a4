import { SQLITE } from '../../../policy/backends.ts';
import { OF_OWNERS, type Table } from '../engine/table.ts';

/** Memories of all types but working memory, and the texts of facts and of recalled turns, which an index must find. */
export const MEMORY_TABLES: readonly Table[] = [
  { table: 'memories', of: 'user', erased: { by: 'number', where: OF_OWNERS, chunk: SQLITE.sweepChunkRows } },
  { table: 'edges', of: 'user', erased: { by: 'trigger' } },
  { table: 'evidence', of: 'user', erased: { by: 'trigger' } },
  { table: 'accesses', of: 'user', erased: { by: 'trigger' } },
];
