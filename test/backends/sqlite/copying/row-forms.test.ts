/** The columns that rows of a version lack beside those of the next one. */
import type { Database } from 'better-sqlite3';
import { expect } from 'chai';
import {
  filledRows,
  FORM_STEPS,
  inForm,
  SPOKEN,
  spokenWith,
  type AddedColumns,
} from '../../../../server/backends/sqlite/copying/row-forms.ts';
import { copiedTableNames } from '../../../../server/backends/sqlite/copying/copied-tables.ts';
import { Sqlite } from '../../../../server/backends/sqlite/engine/sqlite.ts';
import type { StoreChange } from '../../../../server/backends/sqlite/engine/store-change.ts';
import { migrate } from '../../../../server/backends/sqlite/migrations/migrate.ts';
import { MIGRATIONS } from '../../../../server/backends/sqlite/migrations/migrations.ts';
import { NEWEST } from '../../../../server/backends/sqlite/migrations/newest.ts';

type Column = { readonly name: string; readonly dflt_value: string | null };

const columnsOf = (db: Database, table: string) => db.pragma(`table_info(${table})`) as readonly Column[];

/** Returns the columns that the last migration adds; undefined if it changes more of the rows that servers share. */
function addedByLast(): AddedColumns | undefined {
  const [before, after] = [new Sqlite(':memory:'), new Sqlite(':memory:')];
  migrate(before, MIGRATIONS.slice(0, -1));
  migrate(after, MIGRATIONS);
  const added: Record<string, Record<string, unknown>> = {};
  for (const table of copiedTableNames()) {
    const known = columnsOf(before, table).map(({ name }) => name);
    const now = columnsOf(after, table);
    if (known.length === 0 || known.some((name) => !now.some((column) => column.name === name))) return undefined;
    for (const { name, dflt_value: value } of now.filter((column) => !known.includes(column.name)))
      (added[table] ??= {})[name] = after
        .prepare(`SELECT ${value ?? 'NULL'}`)
        .pluck()
        .get();
  }
  return added;
}

const change = (rows: StoreChange['cells'][number]['rows']): StoreChange => ({
  cells: [{ tenant: '', userId: '', rows }],
  shared: { sums: { totals: [], pools: [] }, alerts: [], audit: [] },
});

describe('rows of two versions', () => {
  it('differ in what the newest step says: a migration that changes rows adds its step', () => {
    const newest = FORM_STEPS.at(-1)!;
    expect(newest.version).to.equal(NEWEST.version);
    if (newest.added !== undefined) expect(newest.added).to.deep.equal(addedByLast());
    expect(SPOKEN).to.deep.equal(spokenWith(newest));
    expect(spokenWith({ version: 9, added: {} })).to.deep.equal([9, 8]);
    expect(spokenWith({ version: 9, added: undefined })).to.deep.equal([9]);
  });

  it('are written without the columns that the version before has not, and read with their values', () => {
    const image = { table: 'job_runs', key: '["j"]', isNew: true, rows: [{ job: 'j', at_ms: 1, runs: '[]' }] };
    const other = { table: 'retention', key: '["t"]', isNew: true, rows: [{ type: 't', runs: 'own' }] };
    const whole = change([image, other]);
    expect(inForm(whole, NEWEST.version)).to.equal(whole);
    expect(inForm(whole, NEWEST.version - 1)).to.deep.equal(
      change([{ ...image, rows: [{ job: 'j', at_ms: 1 }] }, other]),
    );
    expect(filledRows('job_runs', [{ job: 'j', at_ms: 1 }])).to.deep.equal([{ job: 'j', at_ms: 1, runs: null }]);
    expect(filledRows('job_runs', image.rows)).to.deep.equal(image.rows);
    expect(filledRows('retention', other.rows)).to.equal(other.rows);
  });
});
