/** Views for operators who look at the rows with SQL. Of a sealed row they show that there is one, and say that it is sealed. */
import type { Pool } from './connect-postgres.ts';
import { jsonOf } from './schema.ts';

/** Stands where a view cannot show a value. */
const SEALED = "'(sealed with the key of the user)'";
const COMPRESSED = "'(compressed)'";

const COLUMNS: Readonly<Record<string, readonly string[]>> = {
  memories: ['agent_id', 'session_id', 'namespace', 'task_id', 'speaker'],
  facts: ['agent_id', 'session_id', 'namespace', 'domain', 'fact', 'confidence'],
  turns: ['agent_id', 'namespace', 'role', 'speaker'],
};

/** The columns that only one of the tables has, as SQL; `row` is the image of a row. */
const MORE: Readonly<Record<string, readonly (readonly [name: string, sql: string])[]>> = {
  memories: [
    ['id', 'key ->> 0'],
    ['type', sealedOr(`${jsonOf("row ->> 'owner_no'")} ->> 0`)],
    ['content', contentSql()],
  ],
  facts: [
    ['id', 'key ->> 0'],
    ['is_current', "(row ->> 'closed_ms') IS NULL AND row IS NOT NULL"],
  ],
  turns: [
    ['session_id', sealedOr('key ->> 0')],
    ['turn', '(key ->> 1)::int'],
    ['content', contentSql()],
  ],
};

const VIEWS = Object.keys(COLUMNS);

const CREATE_VIEWS = VIEWS.map((table) => {
  const columns = [
    ...MORE[table]!,
    ...COLUMNS[table]!.map((name) => [name, sealedOr(`row ->> '${name}'`)] as const),
    ['created', "to_timestamp((row ->> 'create_ms')::float8 / 1000)"],
    ['is_sealed', 'row IS NULL'],
  ];
  return `
CREATE OR REPLACE VIEW recorda.${table} AS SELECT tenant, user_id, ${columns.map(([name, sql]) => `${sql} AS ${name}`).join(', ')}
  FROM (SELECT tenant, user_id, ${jsonOf('key')} AS key, ${jsonOf('image')} -> 0 AS row FROM recorda.rows WHERE tbl = '${table}') AS r;
`;
}).join('');

/** Creates all views if one is missing and this user may create them. */
export async function createViews(pool: Pool): Promise<void> {
  const { rows } = await pool.query<{ count: number; may: boolean }>(
    `SELECT count(*)::int AS count, has_schema_privilege('recorda', 'CREATE') AS may FROM pg_views WHERE schemaname = 'recorda' AND viewname = ANY ($1)`,
    [VIEWS],
  );
  const { count, may } = rows[0]!;
  if (count < VIEWS.length && may) await pool.query(CREATE_VIEWS);
}

function sealedOr(sql: string): string {
  return `CASE WHEN row IS NULL THEN ${SEALED} ELSE ${sql} END`;
}

function contentSql(): string {
  return `CASE WHEN row IS NULL THEN ${SEALED} WHEN row ->> 'is_compressed' = '1' THEN ${COMPRESSED} ELSE row ->> 'content' END`;
}
