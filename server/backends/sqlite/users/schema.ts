import type { Table } from '../engine/table.ts';

/** Erasures: those that have begun, which name the user until they end, and those that were seen. */
export const USER_TABLES: readonly Table[] = [
  { table: 'begun_erasures', of: 'user', copied: { key: ['id'] }, erased: { by: 'erasure' } },
  { table: 'erasures', of: 'user', copied: 'OWN', erased: { by: 'erasure' } },
  { table: 'erased', of: 'shared', copied: { key: ['id'] } },
];
