import { SQLITE } from '../../../policy/backends.ts';
import { OF_USER, type Table } from '../engine/table.ts';

/** Collections of structured memories, with their JSON Schemas. */
export const COLLECTION_TABLES: readonly Table[] = [
  {
    table: 'collections',
    of: 'user',
    erased: { by: 'number', where: OF_USER, counted: 'schemas', chunk: SQLITE.sweepChunkRows },
  },
];
