/** Reads the change log in the folder of a copy. */
import { join } from 'node:path';
import { Sqlite } from '../../../server/backends/sqlite/engine/sqlite.ts';
import { STORE_FILE } from '../../../server/backends/sqlite/migrations/migrations.ts';

/** Returns the numbers of the change log, by which a tenant's changes are followed at any server, and what the next one comes after. */
export function sequencesIn(dataDir: string): readonly unknown[] {
  const db = new Sqlite(join(dataDir, STORE_FILE), { readonly: true });
  try {
    const rows = db
      .prepare(
        'SELECT c.sequence, u.user_id, c.revision FROM changes c JOIN users u USING (user_no) ORDER BY c.sequence',
      )
      .raw()
      .all();
    return [...rows, db.prepare('SELECT max(sequence) FROM changes').pluck().get()].map((row) => JSON.stringify(row));
  } finally {
    db.close();
  }
}
