/** Servers of two versions over one database: the one whose tables it has not is refused at its start, and changes nothing. */
import { expect } from 'chai';
import { newPool } from '../../server/backends/postgres/connect-postgres.ts';
import { prepareDatabase } from '../../server/backends/postgres/prepare-database.ts';
import { SCHEMA_VERSION } from '../../server/backends/postgres/schema.ts';
import { startPostgres, type PostgresProcess } from '../backends/postgres/postgres-process.ts';

const FORM = { tables: 7, embedder: 'e' };

describe('servers of another version over a database', () => {
  let postgres: PostgresProcess | undefined;
  before(async () => {
    postgres = await startPostgres();
  });
  after(async () => {
    await postgres?.stop();
  });

  for (const [what, version, tables, says] of [
    ['PostgreSQL’s tables of the version before', SCHEMA_VERSION - 1, FORM.tables, 'an older'],
    ['PostgreSQL’s tables of the next version', SCHEMA_VERSION + 1, FORM.tables, 'a newer'],
    ['rows of the version before', SCHEMA_VERSION, FORM.tables - 1, 'an older'],
    ['rows of the next version', SCHEMA_VERSION, FORM.tables + 1, 'a newer'],
  ] as const) {
    it(`are refused with DATABASE_OF_OTHER_VERSION if it has ${what}, and say how to change the version`, async () => {
      const url = await postgres!.newDatabase();
      const pool = newPool({ url });
      try {
        await prepareDatabase(pool, FORM, 300);
        const form = JSON.stringify({ ...FORM, tables });
        await pool.query('UPDATE recorda.head SET version = $1, form = $2', [version, form]);
        const refused = await prepareDatabase(pool, FORM, 300).catch((error: Error) => error);
        expect(refused).to.have.property('code', 'DATABASE_OF_OTHER_VERSION');
        expect((refused as Error).message)
          .to.include(`its tables are of ${says} Recorda`)
          .and.include('recorda move --to FOLDER');
        const { rows } = await pool.query<{ version: number; form: string }>('SELECT version, form FROM recorda.head');
        expect(rows).to.deep.equal([{ version, form }]);
        await pool.query('UPDATE recorda.head SET version = $1, form = $2', [SCHEMA_VERSION, JSON.stringify(FORM)]);
        await prepareDatabase(pool, FORM, 300);
      } finally {
        await pool.end();
      }
    });
  }
});
