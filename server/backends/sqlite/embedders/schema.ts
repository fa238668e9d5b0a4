import type { Table } from '../engine/table.ts';

/** Which embedder made the vectors. */
export const EMBEDDER_TABLES: readonly Table[] = [{ table: 'embedder', of: 'shared' }];
