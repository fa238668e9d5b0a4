import { SQLITE } from '../../../policy/backends.ts';
import { OF_OWNERS, type Table } from '../engine/table.ts';

const OF_PACKS = `pack_no IN (SELECT pack_no FROM packs WHERE ${OF_OWNERS})`;

/** Packed indexes: they are derived from memories, so any server can make its own. */
export const INDEX_TABLES: readonly Table[] = [
  {
    table: 'pack_pieces',
    of: 'local',
    copied: 'OWN',
    erased: { by: 'number', where: OF_PACKS, chunk: SQLITE.sweepChunkPieces },
  },
  {
    table: 'packs',
    of: 'local',
    copied: 'OWN',
    erased: { by: 'number', where: OF_OWNERS, counted: 'packed_indexes', chunk: SQLITE.eraseChunkRows },
  },
];
