import type { Table } from '../engine/table.ts';

/** Erasures: those that have begun, which name the user until they end, and those that were seen. */
export const USER_TABLES: readonly Table[] = [
  { table: 'begun_erasures', of: 'user', erased: { by: 'erasure' } },
  { table: 'erasures', of: 'user', erased: { by: 'erasure' } },
  { table: 'erased', of: 'shared' },
];
