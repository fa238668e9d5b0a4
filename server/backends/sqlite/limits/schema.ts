import type { Table } from '../engine/table.ts';

/** The tables of settings of users and tenants (a tenant's rows have no user id), of alerts, and of samples of use. */
export const LIMIT_TABLES: readonly Table[] = [
  { table: 'tiers', of: 'user', copied: { key: [] }, erased: { by: 'name', counted: 'tiers' } },
  { table: 'quotas', of: 'user', copied: { key: ['name'] }, erased: { by: 'name', counted: 'quotas' } },
  { table: 'alerts', of: 'user', copied: 'NOTES', erased: { by: 'name', counted: 'alerts' } },
  { table: 'samples', of: 'user', copied: { key: ['day'] }, erased: { by: 'name', counted: 'samples_of_use' } },
  // A round over a tenant's users notes the last one it came to; an erasure restarts it.
  { table: 'alert_rounds', of: 'tenant', copied: { key: [] }, erased: { by: 'erasure' } },
  { table: 'alert_delivery', of: 'shared', copied: { key: [], isGroup: true } },
  { table: 'sampling', of: 'shared', copied: { key: [], isGroup: true } },
];
