/** The text of server/backends/sqlite/migrations/newest.ts, as the migrations have it. */
import { join } from 'node:path';
import { Sqlite } from '../../../server/backends/sqlite/engine/sqlite.ts';
import { migrate } from '../../../server/backends/sqlite/migrations/migrate.ts';
import { MIGRATIONS } from '../../../server/backends/sqlite/migrations/migrations.ts';
import { ROOT } from '../../root.ts';

export const NEWEST_FILE = join(ROOT, 'server/backends/sqlite/migrations/newest.ts');

const COMMENT =
  '/** The tables as all migrations leave them, which a new file gets in one step. `npm run generate:schema` writes this file. */';

/** Makes the text from a store in memory that went through every migration. */
export function newestText(): string {
  const db = new Sqlite(':memory:');
  try {
    migrate(db, MIGRATIONS);
    const objects = db
      .prepare<[], { name: string; type: string; sql: string }>(
        `SELECT name, type, sql FROM sqlite_schema WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite%' ORDER BY rowid`,
      )
      .all();
    const rows = objects
      .filter(({ type }) => type === 'table')
      .flatMap(({ name }) =>
        db
          .prepare<[], object>(`SELECT * FROM ${name}`)
          .all()
          .map((row) => insertOf(name, row)),
      );
    const sql = [...objects.map((object) => object.sql), ...rows].map((statement) => `${statement};`).join('\n\n');
    const version = MIGRATIONS.at(-1)?.version;
    return `${COMMENT}\nexport const NEWEST = {\n  version: ${version},\n  sql: \`\n${sql}\n\`,\n};\n`;
  } finally {
    db.close();
  }
}

function insertOf(table: string, row: object): string {
  const values = Object.values(row).map((value) => (typeof value === 'string' ? `'${value}'` : String(value)));
  return `INSERT INTO ${table} (${Object.keys(row).join(', ')}) VALUES (${values.join(', ')})`;
}
