/**
 * Servers of two versions over one database: those of a version and the one before serve together until all are new. Any other is refused at
 * its start, and changes nothing.
 */
import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import { commitChange } from '../../server/backends/postgres/commits.ts';
import { newPool, type Pool } from '../../server/backends/postgres/connect-postgres.ts';
import { joinServers } from '../../server/backends/postgres/postgres-servers.ts';
import { prepareDatabase, usableForm } from '../../server/backends/postgres/prepare-database.ts';
import { rowForm } from '../../server/backends/postgres/row-form.ts';
import { SCHEMA_VERSION, SEALABLE_VERSION } from '../../server/backends/postgres/schema.ts';
import { NEWEST } from '../../server/backends/sqlite/migrations/newest.ts';
import { POSTGRES } from '../../server/policy/postgres.ts';
import type { PastRun } from '../../server/ports/lifecycle.ts';
import { openCopy, type OpenedCopy } from '../backends/postgres/open-copy.ts';
import { startPostgres, type PostgresProcess } from '../backends/postgres/postgres-process.ts';
import { call, failure } from '../conformance/subject.ts';

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
    ['PostgreSQL’s tables of the next version', SEALABLE_VERSION + 1, FORM.tables, 'a newer'],
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

describe('servers of two versions over a database', () => {
  let postgres: PostgresProcess | undefined;
  let url: string;
  let pool: Pool;
  const copies: OpenedCopy[] = [];
  const open = async (): Promise<OpenedCopy> => {
    const copy = await openCopy(url);
    copies.push(copy);
    return copy;
  };
  const written = async (): Promise<number> => {
    const { rows } = await pool.query<{ form: string }>('SELECT form FROM recorda.head');
    return (JSON.parse(rows[0]!.form) as { readonly tables: number }).tables;
  };
  const setWritten = (version: number) =>
    pool.query("UPDATE recorda.head SET form = jsonb_set(form::jsonb, '{tables}', to_jsonb($1::int))::text", [version]);
  /** Returns the columns of the rows in which jobs are noted. */
  const columns = async (job: string): Promise<readonly string[]> => {
    const sql = "SELECT image FROM recorda.rows WHERE tbl = 'job_runs' AND key = $1";
    const { rows } = await pool.query<{ image: string }>(sql, [JSON.stringify([job])]);
    return Object.keys((JSON.parse(rows[0]!.image) as readonly [object])[0]);
  };
  const run = (startMs: number): PastRun => ({
    kind: 'SLEEP_CYCLE',
    tenant: '',
    startMs,
    tookMs: 1,
    counts: {},
    error: '',
    begunBy: 'SCHEDULE',
  });
  /** Commits as a server of the version before does. */
  const noteAsBefore = async (job: string, atMs: number): Promise<void> => {
    const { rows } = await pool.query<{ number: number }>('SELECT number FROM recorda.head');
    const row = { table: 'job_runs', key: JSON.stringify([job]), isNew: true, rows: [{ job, at_ms: atMs }] };
    const shared = { sums: { totals: [], pools: [] }, alerts: [], audit: [] };
    const change = { cells: [{ tenant: '', userId: '', rows: [row] }], shared };
    const number = await commitChange(pool, { position: rows[0]!.number, token: randomUUID() }, change);
    expect(number).to.be.a('number');
  };

  before(async () => {
    postgres = await startPostgres();
  });
  beforeEach(async () => {
    url = await postgres!.newDatabase();
    pool = newPool({ url });
    const first = await openCopy(url);
    await first.close();
    await rm(first.dataDir, { recursive: true });
  });
  afterEach(async () => {
    for (const copy of copies.splice(0)) {
      await copy.close();
      await rm(copy.dataDir, { recursive: true, force: true });
    }
    await pool.end();
  });
  after(async () => {
    await postgres?.stop();
  });

  it('write what both know, until the last of the version before has ended', async () => {
    await setWritten(NEWEST.version - 1);
    const until = "clock_timestamp() + interval '1 hour'";
    await pool.query(`INSERT INTO recorda.servers (id, name, settings, until) VALUES ($1, 'before', '{}', ${until})`, [
      randomUUID(),
    ]);
    await noteAsBefore('of before', 5);
    const [one, other] = [await open(), await open()];
    await one.lifecycle.keepRun(run(1), call());
    await one.lifecycle.noteRun('of one', 6, call());
    await noteAsBefore('of before', 7);
    for (const copy of [one, other]) {
      expect(await copy.lifecycle.lastRun('of before', call())).to.equal(7);
      expect(await copy.lifecycle.lastRun('of one', call())).to.equal(6);
      expect(await copy.lifecycle.pastRuns(call())).to.deep.equal([]);
    }
    expect(await columns('of one')).to.deep.equal(['job', 'at_ms']);
    expect(await columns('SLEEP_CYCLE')).to.deep.equal(['job', 'at_ms']);
    expect(await written()).to.equal(NEWEST.version - 1);

    await pool.query("DELETE FROM recorda.servers WHERE name = 'before'");
    for (const endMs = performance.now() + POSTGRES.leaseMs; (await written()) < NEWEST.version; await sleep(50))
      expect(performance.now(), 'the form is raised').to.be.below(endMs);
    await one.lifecycle.keepRun(run(2), call());
    expect(await columns('SLEEP_CYCLE')).to.deep.equal(['job', 'at_ms', 'runs']);
    for (const copy of [one, other, await open()]) {
      expect(await copy.lifecycle.pastRuns(call())).to.deep.equal([run(2)]);
      expect(await copy.lifecycle.lastRun('of before', call())).to.equal(7);
    }
  });

  it('are of one version at once if the first of the newer one starts alone', async () => {
    await setWritten(NEWEST.version - 1);
    await open();
    expect(await written()).to.equal(NEWEST.version);
  });

  it('do not join once the others have ended their upgrade, be it in the middle of a start', async () => {
    const before = { tables: NEWEST.version - 1, embedder: '' };
    const entry = { name: 'late', settings: () => ({}), form: rowForm(before.tables) };
    const refused = await joinServers(pool, { ...entry, check: (client) => usableForm(client, before) }).catch(
      (error: Error) => error,
    );
    expect(refused).to.have.property('code', 'DATABASE_OF_OTHER_VERSION');
    expect((await pool.query('SELECT 1 FROM recorda.servers')).rows).to.deep.equal([]);
  });

  it('stop if the others were upgraded while they were not heard of', async () => {
    const copy = await open();
    await copy.lifecycle.noteRun('job', 1, call());
    await setWritten(NEWEST.version + 1);
    for (const act of [copy.lifecycle.lastRun('job', call()), copy.lifecycle.noteRun('job', 2, call())]) {
      const { reason, message } = await failure(act);
      expect(reason).to.equal('BACKEND_UNAVAILABLE');
      expect(message).to.include('Start the version that they run.');
    }
    const sql = "SELECT image FROM recorda.rows WHERE tbl = 'job_runs'";
    expect((await pool.query<{ image: string }>(sql)).rows[0]?.image).to.include('"at_ms":1');
  });
});
