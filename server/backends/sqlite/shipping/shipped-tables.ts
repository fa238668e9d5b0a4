/**
 * The tables whose rows are shipped to a standby: how their rows are found again, and to whom they belong. A test compares the list with
 * the schema.
 */
import type { RowKey } from '../../../ports/standby.ts';
import { accountTypes, idPatterns, STORED_TYPES, type StoredType } from '../records/stored-types.ts';

export type ShippedTable = {
  readonly table: string;
  /**
   * The columns that tell which rows are shipped together; if absent, the rowid. Rows of a table without rowids may be found by less than
   * their primary key, so that the key contains no text of a user.
   */
  readonly key?: readonly string[];
  /**
   * The table whose numbers are the keys, in the order of which a walk runs. Without it a walk runs in the order of the table's own keys.
   */
  readonly walkedBy?: string;
  readonly whose: RowOwner;
};

export type RowOwner =
  /** `userNo` and `type` are SQL over a row `t`. `userNo` is NOBODY for a row of no user, and NULL if the user is erased. */
  | { readonly by: 'number'; readonly userNo: string; readonly type?: string }
  /** The row names the tenant and the user; without a user it is the tenant's. */
  | { readonly by: 'name' }
  | { readonly by: 'nobody' };

export const NOBODY = -1;

const OWN: RowOwner = { by: 'number', userNo: 't.user_no' };
const NOBODYS: RowOwner = { by: 'nobody' };
const ofOwner = (no: string, column: string): string => `(SELECT o.${column} FROM owners o WHERE o.owner_no = ${no})`;
const OF_MEMORY: RowOwner = {
  by: 'number',
  userNo: '(SELECT o.user_no FROM memories m JOIN owners o USING (owner_no) WHERE m.memory_no = t.memory_no)',
  type: '(SELECT o.type FROM memories m JOIN owners o USING (owner_no) WHERE m.memory_no = t.memory_no)',
};
const OF_FACT: RowOwner = {
  by: 'number',
  userNo: '(SELECT f.user_no FROM facts f WHERE f.fact_no = t.fact_no)',
};
const OF_SESSION: RowOwner = {
  by: 'number',
  userNo: '(SELECT s.user_no FROM sessions s WHERE s.session_no = t.session_no)',
};

/** Returns SQL for the type whose id pattern a text follows. */
function typeBy(column: string, patterns: (type: StoredType) => readonly string[]): string {
  const cases = STORED_TYPES.flatMap((type) =>
    patterns(type).map((pattern) => `WHEN ${column} GLOB '${pattern}' THEN '${type}'`),
  );
  return `CASE ${cases.join(' ')} END`;
}

export const SHIPPED_TABLES: readonly ShippedTable[] = [
  { table: 'users', whose: OWN },
  { table: 'owners', whose: { by: 'number', userNo: 't.user_no', type: 't.type' } },
  {
    table: 'memories',
    whose: { by: 'number', userNo: ofOwner('t.owner_no', 'user_no'), type: ofOwner('t.owner_no', 'type') },
  },
  { table: 'edges', whose: OF_MEMORY },
  { table: 'evidence', key: ['memory_no'], walkedBy: 'memories', whose: OF_MEMORY },
  { table: 'accesses', whose: OF_MEMORY },
  { table: 'lives', whose: OF_MEMORY },
  // The newest change of an erased user stays, without ids, so that its number is not used again.
  { table: 'changes', whose: { by: 'number', userNo: `CASE WHEN t.id = '' THEN ${NOBODY} ELSE t.user_no END` } },
  {
    table: 'agent_totals',
    key: ['user_no'],
    walkedBy: 'users',
    whose: { by: 'number', userNo: 't.user_no', type: 't.type' },
  },
  { table: 'requests', whose: { by: 'number', userNo: 't.user_no', type: typeBy('t.memory_id', idPatterns) } },
  { table: 'facts', whose: OWN },
  { table: 'fact_events', whose: OF_FACT },
  { table: 'fact_words', key: ['fact_no'], walkedBy: 'facts', whose: OF_FACT },
  { table: 'sessions', whose: OWN },
  { table: 'turns', whose: OF_SESSION },
  { table: 'segments', key: ['session_no', 'segment'], whose: OF_SESSION },
  { table: 'errors', whose: OF_SESSION },
  { table: 'responses', whose: OWN },
  { table: 'collections', whose: OWN },
  { table: 'ordered_documents', whose: OWN },
  { table: 'document_sequences', whose: OWN },
  { table: 'archived', whose: { by: 'number', userNo: 't.user_no', type: 't.type' } },
  {
    table: 'archive_objects',
    key: ['user_no'],
    walkedBy: 'users',
    whose: {
      by: 'number',
      userNo: 't.user_no',
      type: typeBy('t.object', (type) => [`archive/${type.toLowerCase()}/*`]),
    },
  },
  { table: 'outbox', key: ['id'], whose: { by: 'number', userNo: 't.user_no', type: `'LONG_TERM'` } },
  { table: 'alerts', whose: { by: 'name' } },
  { table: 'tiers', key: ['tenant', 'user_id'], whose: { by: 'name' } },
  { table: 'quotas', key: ['tenant', 'user_id', 'name'], whose: { by: 'name' } },
  { table: 'samples', key: ['tenant', 'user_id', 'day'], whose: { by: 'name' } },
  { table: 'audit_keys', key: ['tenant', 'user_id'], whose: { by: 'name' } },
  { table: 'audit_pages', whose: NOBODYS },
  { table: 'audit_shipped', key: ['receiver'], whose: NOBODYS },
  { table: 'erased', key: ['id'], whose: NOBODYS },
  { table: 'system_prompts', key: ['tenant', 'agent_id', 'version'], whose: NOBODYS },
  { table: 'system_prompt_totals', key: ['tenant'], whose: NOBODYS },
  { table: 'token_factors', key: ['tenant', 'model'], whose: NOBODYS },
  { table: 'pools', whose: NOBODYS },
  { table: 'pool_scope', whose: NOBODYS },
  { table: 'retention', key: ['tenant', 'type'], whose: NOBODYS },
  { table: 'job_runs', key: ['job'], whose: NOBODYS },
  { table: 'alert_delivery', whose: NOBODYS },
  { table: 'sampling', whose: NOBODYS },
  { table: 'embedder', whose: NOBODYS },
  { table: 'mirror', whose: NOBODYS },
];

/** These tables are not shipped, for the reason that each names. */
export const NOT_SHIPPED: Readonly<Record<string, string>> = {
  packs: 'indexes are packed anew',
  pack_pieces: 'indexes are packed anew',
  totals: 'counted anew: a user may be left out',
  begun_erasures: 'names a user who goes: the erase logs know of the erasure',
  erasures: 'what is left of users who are gone is not shipped',
  index_erasures: 'names a user who is gone',
  alert_rounds: 'names a user, who may be gone; a round begins anew',
};

const MEMORY_TYPE_OF = new Map<string, StoredType>(
  STORED_TYPES.flatMap((type) => accountTypes(type).map((name) => [name, type] as const)),
);

/** Returns the class of a row of an owner of this type, or of a memory type. */
export function classOf(type: unknown): StoredType | 'ROWS' {
  return (typeof type === 'string' ? MEMORY_TYPE_OF.get(type) : undefined) ?? 'ROWS';
}

/** Returns the columns that make up a key. */
export function keyColumns({ key = ['rowid'] }: ShippedTable): readonly string[] {
  return key;
}

/** Returns SQL for a row's key: the value of its one column, or a JSON array of several. */
export function keySql(table: ShippedTable, alias = ''): string {
  const columns = keyColumns(table).map((column) => `${alias}${column}`);
  return columns.length === 1 ? columns.join() : `json_array(${columns.join(', ')})`;
}

/** Returns SQL that finds rows of a key, with as many values as the key has columns. */
export function whereKey(table: ShippedTable, alias = ''): string {
  return keyColumns(table)
    .map((column) => `${alias}${column} = ?`)
    .join(' AND ');
}

/** Returns the values of a key's columns. */
export function keyValues(table: ShippedTable, value: RowKey): readonly unknown[] {
  return keyColumns(table).length === 1 ? [value] : (JSON.parse(String(value)) as unknown[]);
}

/** Tells whether keys of its rows name users. */
export function namesUsers({ key = [] }: ShippedTable): boolean {
  return key.includes('user_id');
}
