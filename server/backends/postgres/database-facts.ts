/** Reads what a database is and what this user may do in it, and tells why it cannot hold the data of servers. */
import type { Pool } from './connect-postgres.ts';
import { LEAST_VERSION, RELATIONS } from './schema.ts';

export type DatabaseFacts = {
  readonly user: string;
  readonly database: string;
  readonly version: number;
  readonly shownVersion: string;
  readonly encoding: string;
  readonly fsync: string;
  readonly fullPageWrites: string;
  readonly synchronousCommit: string;
  readonly isStandby: boolean;
  readonly isReadOnly: boolean;
  /** Whether it has no tables of Recorda. */
  readonly isNew: boolean;
  readonly hasSchema: boolean;
  /** Relations of another program in the place of Recorda's, such as `rows of ana`. */
  readonly foreign: readonly string[];
  /** Whether this user may create a schema. */
  readonly mayCreate: boolean;
  /** Whether this user may use the schema of Recorda, and create tables in it; null if there is none. */
  readonly mayUse: boolean | null;
  readonly mayCreateTables: boolean | null;
  /** The rights that this user lacks on tables of Recorda, such as `INSERT ON recorda.rows`. */
  readonly lacking: readonly string[];
};

/** It is read from the catalogue, since a user without rights on the schema may not even ask for a table by its name. */
const FACTS = `
SELECT current_user AS user, current_database() AS database,
  current_setting('server_version_num')::int AS version, current_setting('server_version') AS "shownVersion",
  current_setting('server_encoding') AS encoding, current_setting('fsync') AS fsync,
  current_setting('full_page_writes') AS "fullPageWrites", current_setting('synchronous_commit') AS "synchronousCommit",
  pg_is_in_recovery() AS "isStandby", current_setting('transaction_read_only') = 'on' AS "isReadOnly",
  NOT EXISTS (
    SELECT 1 FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace WHERE n.nspname = 'recorda' AND c.relname = 'head'
  ) AS "isNew",
  EXISTS (SELECT 1 FROM pg_namespace WHERE nspname = 'recorda') AS "hasSchema",
  has_database_privilege(current_database(), 'CREATE') AS "mayCreate",
  (SELECT has_schema_privilege(oid, 'USAGE') FROM pg_namespace WHERE nspname = 'recorda') AS "mayUse",
  (SELECT has_schema_privilege(oid, 'CREATE') FROM pg_namespace WHERE nspname = 'recorda') AS "mayCreateTables",
  -- All tables are created at once, and the start reads these columns: where there are others, or none, the tables are not Recorda's.
  ARRAY(
    SELECT c.relname || ' of ' || pg_get_userbyid(c.relowner)
    FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE n.nspname = 'recorda' AND c.relname IN (${RELATIONS.map((name) => `'${name}'`).join(', ')}) AND 2 > (
      SELECT count(*) FROM pg_attribute a JOIN pg_class h ON h.oid = a.attrelid
      WHERE h.relnamespace = n.oid AND h.relname = 'head' AND a.attname IN ('version', 'form')
    )
    ORDER BY c.relname
  ) AS "foreign",
  ARRAY(
    SELECT r || ' ON recorda.' || c.relname
    FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace,
      unnest(ARRAY['SELECT', 'INSERT', 'UPDATE', 'DELETE']) AS r
    WHERE n.nspname = 'recorda' AND c.relkind = 'r' AND NOT has_table_privilege(c.oid, r)
    ORDER BY c.relname, r
  ) AS lacking`;

export async function databaseFacts(pool: Pick<Pool, 'query'>): Promise<DatabaseFacts> {
  const { rows } = await pool.query<DatabaseFacts>(FACTS);
  return rows[0]!;
}

/** The settings without which PostgreSQL may lose what it has confirmed, as they must be. */
export const DURABILITY = { fsync: 'on', fullPageWrites: 'on', synchronousCommit: 'on' } as const;

/** Returns why the database cannot hold the data, and what to do; undefined if it can. */
export function suitabilityFault(facts: DatabaseFacts): string | undefined {
  const { version, shownVersion, encoding, fsync, fullPageWrites, synchronousCommit, database } = facts;
  if (version < LEAST_VERSION) return `it is version ${shownVersion}; upgrade it to 14 or later.`;
  if (encoding !== 'UTF8')
    return `the encoding of ${database} is ${encoding}; create a database with CREATE DATABASE … ENCODING 'UTF8' TEMPLATE template0, and name it in RECORDA_STORE.`;
  if (fsync !== 'on') return 'its fsync is off, so it may lose what it has confirmed; turn it on.';
  if (fullPageWrites !== 'on')
    return 'its full_page_writes is off, so a crash of the machine may damage its pages; turn it on.';
  if (synchronousCommit === 'off')
    return 'its synchronous_commit is off, so it may lose what it has confirmed; turn it on for this database or its user.';
  if (facts.isStandby) return 'it is a standby, which cannot be written; name the primary in RECORDA_STORE.';
  if (facts.isReadOnly)
    return 'its transactions are read-only; set default_transaction_read_only to off for this database and its user.';
  return undefined;
}

/** Returns whose tables are in the place of Recorda's, and what to do; undefined if there are none. */
export function foreignFault({ foreign }: DatabaseFacts): string | undefined {
  if (foreign.length === 0) return undefined;
  return `its schema recorda has relations of another program: ${foreign.join(', ')}. Name another database in RECORDA_STORE, or rename that schema with ALTER SCHEMA recorda RENAME TO … if nothing needs its name.`;
}

/** Returns which rights this user lacks, as statements that grant them; undefined if it has all. */
export function rightsFault(facts: DatabaseFacts): string | undefined {
  const { user, database, isNew, hasSchema, mayCreate, mayUse, mayCreateTables, lacking } = facts;
  const name = quoted(user);
  if (hasSchema && mayUse !== true)
    return `the user ${user} may not use its schema recorda; run GRANT USAGE ON SCHEMA recorda TO ${name} as the schema’s owner.`;
  if (isNew && hasSchema && mayCreateTables !== true)
    return `the user ${user} may not create tables in its schema recorda; run GRANT CREATE ON SCHEMA recorda TO ${name} as the schema’s owner.`;
  if (isNew && !hasSchema && !mayCreate)
    return `the user ${user} may not create the schema recorda in it; run GRANT CREATE ON DATABASE ${quoted(database)} TO ${name} as the database’s owner.`;
  if (lacking.length > 0)
    return `the user ${user} lacks ${lacking.join(', ')}; run GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA recorda TO ${name} as the schema’s owner.`;
  return undefined;
}

/** Returns a name as SQL has it. */
export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;
