import { Sqlite } from '../../../server/backends/sqlite/sqlite.ts';
import { expect } from 'chai';
import { MIGRATIONS } from '../../../server/backends/sqlite/migrations/schema.ts';
import { NAMED_TABLES, USER_TABLES } from '../../../server/backends/sqlite/rows/user-rows.ts';

/** What is no user's, or goes with a row that is: by a trigger, or with the row that names the user. */
const OF_NO_USER = [
  'embedder',
  'users',
  'edges',
  'accesses',
  'system_prompts',
  'system_prompt_totals',
  'token_factors',
  'totals',
  'alert_delivery',
  'alert_rounds',
  'sampling',
  'erasures',
  'erased',
  // Names the user until the erasure is over.
  'begun_erasures',
  // Its key goes with the user, see audit-book.ts.
  'audit_pages',
  'audit_keys',
  'mirror',
  // Says that the index is to forget the user, and goes once it has.
  'index_erasures',
  'evidence',
  'lives',
  'pools',
  'pool_scope',
  'retention',
  'job_runs',
];

describe('the tables that hold something of users', () => {
  it('are all known to those who erase', () => {
    const db = new Sqlite(':memory:');
    for (const { sql } of MIGRATIONS) db.exec(sql);
    const tables = db
      .prepare<[], string>(`SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%'`)
      .pluck()
      .all();
    db.close();
    const known = [...USER_TABLES, ...NAMED_TABLES].map(({ table }) => table);
    expect(tables.toSorted()).to.deep.equal([...known, ...OF_NO_USER].toSorted());
  });
});
