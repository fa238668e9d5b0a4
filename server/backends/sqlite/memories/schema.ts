import { SQLITE } from '../../../policy/backends.ts';
import { OF_OWNERS, type Table } from '../engine/table.ts';

/** Memories of all types but working memory, and the texts of facts and of recalled turns, which an index must find. */
export const MEMORY_TABLES: readonly Table[] = [
  {
    table: 'memories',
    of: 'user',
    copied: { key: ['id'], isUnique: true, number: 'memory_no' },
    erased: { by: 'number', where: OF_OWNERS, chunk: SQLITE.sweepChunkRows },
  },
  { table: 'edges', of: 'user', copied: { key: ['memory_no'] }, erased: { by: 'trigger' } },
  { table: 'evidence', of: 'user', copied: { key: ['memory_no'], isGroup: true }, erased: { by: 'trigger' } },
  { table: 'accesses', of: 'user', copied: { key: ['memory_no'] }, erased: { by: 'trigger' } },
];
