import type { Table } from '../engine/table.ts';

/** The embedders that made the vectors. */
export const EMBEDDER_TABLES: readonly Table[] = [{ table: 'embedder', of: 'shared', copied: 'OWN' }];
