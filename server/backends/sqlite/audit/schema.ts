import type { Table } from '../engine/table.ts';

/** The audit log, and the keys that users' pseudonyms are made with: once a user's key is deleted, nobody can tell whose a record is. */
export const AUDIT_TABLES: readonly Table[] = [
  { table: 'audit_keys', of: 'user', copied: { key: [] }, erased: { by: 'subject' } },
  { table: 'audit_pages', of: 'shared', copied: 'NOTES' },
  { table: 'audit_shipped', of: 'shared', copied: { key: ['receiver'] } },
];
