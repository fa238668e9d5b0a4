/** Every table of the store. A test compares the list with what the migrations create. */
import { AUDIT_TABLES } from './audit/schema.ts';
import { COLLECTION_TABLES } from './collections/schema.ts';
import { CONTEXT_TABLES } from './context/schema.ts';
import { EMBEDDER_TABLES } from './embedders/schema.ts';
import type { ErasedByName, ErasedByNumber, Table } from './engine/table.ts';
import { FACT_TABLES } from './facts/schema.ts';
import { INDEX_TABLES } from './indexes/schema.ts';
import { LIFECYCLE_TABLES } from './lifecycle/schema.ts';
import { LIMIT_TABLES } from './limits/schema.ts';
import { MEMORY_TABLES } from './memories/schema.ts';
import { OUTBOX_TABLES } from './outbox/schema.ts';
import { RECORD_TABLES } from './records/schema.ts';
import { USER_TABLES } from './users/schema.ts';

/** Rows by which others are found come after these: packs before memories before owners, turns before sessions. */
export const TABLES: readonly Table[] = [
  ...INDEX_TABLES,
  ...MEMORY_TABLES,
  ...RECORD_TABLES,
  ...FACT_TABLES,
  ...CONTEXT_TABLES,
  ...OUTBOX_TABLES,
  ...COLLECTION_TABLES,
  ...LIFECYCLE_TABLES,
  ...LIMIT_TABLES,
  ...USER_TABLES,
  ...AUDIT_TABLES,
  ...EMBEDDER_TABLES,
];

export type NumberedTable = { readonly table: string } & ErasedByNumber;

/** The tables whose rows are found by the number of a user, in the order in which they are deleted. */
export const NUMBERED_TABLES: readonly NumberedTable[] = TABLES.flatMap(({ table, erased }) =>
  erased?.by === 'number' ? [{ table, ...erased }] : [],
);

/** The tables whose rows name the user. */
export const NAMED_TABLES: readonly (Pick<Table, 'table' | 'copied'> & ErasedByName)[] = TABLES.flatMap(
  ({ table, copied, erased }) => (erased?.by === 'name' ? [{ table, copied, ...erased }] : []),
);
