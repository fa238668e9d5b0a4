import { SQLITE } from '../../../policy/backends.ts';
import { OF_USER, type Table } from '../engine/table.ts';

/** Collections of documents, with their JSON Schemas, and the documents of those that are ordered. */
export const COLLECTION_TABLES: readonly Table[] = [
  // The documents' account counts them.
  {
    table: 'ordered_documents',
    of: 'user',
    copied: { key: ['collection', 'sequence'], number: 'document_no' },
    erased: { by: 'number', where: OF_USER, chunk: SQLITE.sweepChunkRows },
  },
  {
    table: 'document_sequences',
    of: 'user',
    copied: { key: [] },
    erased: { by: 'number', where: OF_USER, chunk: SQLITE.eraseChunkRows },
  },
  {
    table: 'collections',
    of: 'user',
    copied: { key: ['name'] },
    erased: { by: 'number', where: OF_USER, counted: 'schemas', chunk: SQLITE.sweepChunkRows },
  },
];
