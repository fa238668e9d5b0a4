import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { Sqlite } from '../../../server/backends/sqlite/engine/sqlite.ts';
import { MIGRATIONS } from '../../../server/backends/sqlite/migrations/migrations.ts';
import { NUMBERED_TABLES, TABLES } from '../../../server/backends/sqlite/schema.ts';
import { NEWEST_FILE, newestText } from './newest-schema.ts';

describe('the tables of the store', () => {
  const db = new Sqlite(':memory:');
  before(() => {
    for (const { sql } of MIGRATIONS) db.exec(sql);
  });
  after(() => void db.close());

  it('are each declared by one subject, which says whose they are', () => {
    const tables = db
      .prepare<[], string>(`SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%'`)
      .pluck()
      .all();
    expect(TABLES.map(({ table }) => table).toSorted()).to.deep.equal(tables.toSorted());
  });

  it('are in a new file what all migrations leave; npm run generate:schema writes newest.ts anew', () => {
    expect(readFileSync(NEWEST_FILE, 'utf8')).to.equal(newestText());
  });

  it('say how an erasure deletes what a user has in them', () => {
    expect(TABLES.filter(({ of, erased }) => of === 'user' && erased === undefined)).to.deep.equal([]);
  });

  it('are all known to those who erase, where their rows hold the number or the id of a user', () => {
    const columns = db
      .prepare<[], string>(
        `SELECT DISTINCT t.name FROM sqlite_schema t JOIN pragma_table_info(t.name) c
         WHERE t.type = 'table' AND c.name IN ('user_no', 'user_id', 'owner_no', 'session_no', 'fact_no', 'memory_no')`,
      )
      .pluck()
      .all();
    expect(columns).to.include('memories');
    // A pool holds a count and the number of a user who may be erased: the number leads to nobody.
    const unknown = TABLES.filter(({ table, erased }) => columns.includes(table) && erased === undefined);
    expect(unknown.map(({ table }) => table)).to.deep.equal(['pools']);
  });

  it('whose rows go by a trigger are named in one that runs when a memory is deleted', () => {
    const triggers = db
      .prepare<[], string>(
        `SELECT sql FROM sqlite_schema WHERE type = 'trigger' AND sql LIKE '%AFTER DELETE ON memories%'`,
      )
      .pluck()
      .all()
      .join('\n');
    const byTrigger = TABLES.filter(({ erased }) => erased?.by === 'trigger').map(({ table }) => table);
    expect(byTrigger).not.to.be.empty;
    for (const table of byTrigger) expect(triggers).to.include(`DELETE FROM ${table} WHERE`);
  });

  it('are deleted from in an order in which the rows that others are found by come last', () => {
    const order = NUMBERED_TABLES.map(({ table }) => table);
    expect(order).to.include.members(['pack_pieces', 'packs', 'memories', 'owners', 'facts', 'sessions']);
    for (const [at, { table, where }] of NUMBERED_TABLES.entries()) {
      for (const [, from = ''] of where.matchAll(/FROM (\w+)/g)) {
        if (from !== table) expect(order.indexOf(from), `${table} is found by ${from}`).to.be.greaterThan(at);
      }
    }
  });
});
