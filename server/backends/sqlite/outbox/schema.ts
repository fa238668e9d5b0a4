import { SQLITE } from '../../../policy/backends.ts';
import { OF_USER, type Table } from '../engine/table.ts';

/** Changes on their way from this server to a search index. */
export const OUTBOX_TABLES: readonly Table[] = [
  {
    table: 'outbox',
    of: 'user',
    copied: { key: ['id'], isUnique: true, refers: { sequence: 'changes' } },
    // The rows are deleted at once, before the index gets any of them.
    erased: { by: 'number', where: OF_USER, key: 'id', counted: 'outbox', chunk: SQLITE.eraseChunkRows },
  },
  // The row tells the index to erase the user, and is deleted once it has.
  { table: 'index_erasures', of: 'user', copied: { key: [] }, erased: { by: 'subject' } },
  { table: 'mirror', of: 'local', copied: 'OWN' },
];
