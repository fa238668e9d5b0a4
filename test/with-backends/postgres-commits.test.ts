/** What PostgreSQL decides about a commit, and what a server answers if PostgreSQL refuses it or is slow. */
import { randomUUID } from 'node:crypto';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import pg from 'pg';
import { commitChange } from '../../server/backends/postgres/commits.ts';
import { clientSettings, newPool } from '../../server/backends/postgres/connect-postgres.ts';
import { loadCopy } from '../../server/backends/postgres/load-copy.ts';
import type { StoreChange } from '../../server/backends/sqlite/engine/store-change.ts';
import { memoryId, type Scope } from '../../server/domain/memory.ts';
import type { CommitOutcome } from '../../server/ports/telemetry.ts';
import { openCopy, type OpenedCopy } from '../backends/postgres/open-copy.ts';
import { startPostgres, type PostgresProcess } from '../backends/postgres/postgres-process.ts';
import { sequencesIn } from '../backends/postgres/sequences-in.ts';
import { openTemporary } from '../backends/sqlite/temporary-store.ts';
import { call, failure } from '../conformance/subject.ts';

const scope: Scope = { tenant: 't', userId: 'ana', agentId: '', sessionId: '', namespace: '', taskId: '' };

async function add({ stores }: OpenedCopy, content: string, userId: string = scope.userId): Promise<void> {
  const id = memoryId('LONG_TERM', randomUUID().replaceAll('-', ''));
  const payload = { type: 'LONG_TERM', content, speaker: '' } as const;
  const [outcome] = await stores.LONG_TERM.add(
    [{ id, scope: { ...scope, userId }, payload, nowMs: Date.now(), autoPrune: 'OFF', requestId: undefined }],
    call(),
  );
  if (outcome?.ok !== true) throw outcome?.error ?? new Error('no outcome');
}

async function contentsOf({ stores }: OpenedCopy): Promise<readonly string[]> {
  const { memories } = await stores.LONG_TERM.ofUser.page({ tenant: 't', userId: 'ana' }, undefined, call());
  return memories.map(({ payload }) => (payload as { readonly content: string }).content);
}

const MOST_ROUNDS = 1000;

describe('commits in PostgreSQL', () => {
  let postgres: PostgresProcess | undefined;
  let url: string;
  const copies: OpenedCopy[] = [];
  const open = async (dataDir?: string): Promise<OpenedCopy> => {
    const copy = await openCopy(url, { dataDir });
    copies.push(copy);
    return copy;
  };
  before(async () => {
    postgres = await startPostgres();
  });
  beforeEach(async () => {
    url = await postgres!.newDatabase();
  });
  afterEach(async () => {
    for (const copy of copies.splice(0)) {
      await copy.close();
      await rm(copy.dataDir, { recursive: true, force: true });
    }
  });
  after(async () => {
    await postgres?.stop();
  });

  it('take a user’s memories with U+0000, and erase them by type', async () => {
    const copy = await open();
    await add(copy, 'before\u0000after');
    await copy.users.erase({ tenant: 't', userId: 'ana' }, ['LONG_TERM'], randomUUID(), call());
    await add(copy, 'later');
    expect(await contentsOf(copy)).to.deep.equal(['later']);
    expect(await contentsOf(await open())).to.deep.equal(['later']);
    expect(await postgres!.query(url, "SELECT 1 FROM recorda.rows WHERE image LIKE '%before%'")).to.deep.equal([]);
  });

  for (const [isLast, when] of [
    [true, 'what it did not see was erased'],
    [false, 'what it did not see was erased and more was written'],
  ] as const) {
    it(`number the change log alike at a server that comes back after ${when}`, async () => {
      const [one, away] = [await open(), await open()];
      await add(one, 'before');
      expect(await contentsOf(away)).to.deep.equal(['before']);
      copies.pop();
      await away.close();
      for (const content of ['first', 'second']) await add(one, content, 'ben');
      await one.users.erase({ tenant: 't', userId: 'ben' }, undefined, randomUUID(), call());
      if (!isLast) await add(one, 'later');
      const back = await open(away.dataDir);
      expect(await contentsOf(back)).to.deep.equal(await contentsOf(one));
      expect(sequencesIn(back.dataDir)).to.deep.equal(sequencesIn(one.dataDir));
    });
  }

  it('are counted, and those that came too late', async () => {
    const outcomes: CommitOutcome[] = [];
    const telemetry = {
      standbyRead: () => undefined,
      storeCommit: (outcome: CommitOutcome) => void outcomes.push(outcome),
    };
    copies.push(await openCopy(url, { telemetry }), await openCopy(url, { telemetry }));
    let rounds = 0;
    // It is left to chance whether two are tried out at the same commit.
    for (; !outcomes.includes('conflict') && rounds < MOST_ROUNDS; rounds += 1) {
      await Promise.all(copies.map((copy) => add(copy, `memory ${rounds}`)));
    }
    expect(outcomes.filter((outcome) => outcome === 'stands')).to.have.length(2 * rounds);
    expect(new Set(outcomes)).to.have.all.keys('stands', 'conflict');
  });

  it('do not stand on a cell that was forgotten before it was locked', async () => {
    await open();
    const pool = newPool({ url });
    const change: StoreChange = {
      cells: ['a', 'b'].map((userId) => ({ tenant: 't', userId, rows: [] })),
      shared: { sums: { totals: [], pools: [] }, alerts: [], audit: [] },
    };
    const commit = (position: number) => commitChange(pool, { position, token: randomUUID() }, change);
    const first = await commit(0);
    const holding = await pool.connect();
    await holding.query("BEGIN; SELECT 1 FROM recorda.cells WHERE user_id = 'a' FOR UPDATE");
    const waiting = commit(first!);
    const waits = "SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()";
    while ((await pool.query(waits)).rows.length === 0) await sleep(10);
    await pool.query("DELETE FROM recorda.cells WHERE user_id = 'b'");
    await holding.query('COMMIT');
    holding.release();
    expect(await waiting).to.equal(undefined);
    const second = await commit(first!);
    expect(second).to.equal(first! + 1);
    // An older position no longer stands at either cell.
    expect(await commit(first!)).to.equal(undefined);
    await pool.end();
  });

  for (const state of ['53100', '25006', '57014']) {
    it(`are refused as not written if PostgreSQL answers ${state}`, async () => {
      const copy = await open();
      await add(copy, 'before');
      await postgres!.query(
        url,
        `CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'no' USING ERRCODE = '${state}'; END $$;
         CREATE TRIGGER refuse BEFORE INSERT ON recorda.commits FOR EACH ROW EXECUTE FUNCTION refuse()`,
      );
      const fromMs = performance.now();
      const { reason, message, detail } = await failure(add(copy, 'meanwhile'));
      expect(reason).to.equal('BACKEND_UNAVAILABLE');
      expect(message).to.include('Nothing was written').and.to.include(state);
      expect(detail.retryAfterMs).to.be.greaterThan(0);
      expect(performance.now() - fromMs).to.be.below(5000);
      await postgres!.query(url, 'DROP TRIGGER refuse ON recorda.commits');
      await add(copy, 'after');
      expect(await contentsOf(copy)).to.deep.equal(['before', 'after']);
    });
  }

  it('are asked for in a database that knows from its start that the newest one is one row', async () => {
    await open();
    const sql = "SELECT reltuples::int AS count FROM pg_class WHERE oid = 'recorda.head'::regclass";
    expect(await postgres!.query(url, sql)).to.deep.equal([{ count: 1 }]);
  });

  it('are refused at the start if they may be lost', async () => {
    const name = new URL(url).pathname.slice(1);
    await postgres!.query(url, `ALTER DATABASE ${name} SET synchronous_commit = off`);
    const why = await openCopy(url).then(
      () => undefined,
      (error: Error) => error.message,
    );
    expect(why).to.include('synchronous_commit is off').and.to.include('turn it on');
  });

  it('are loaded into a new copy for as long as it takes', async () => {
    const copy = await open();
    await add(copy, 'kept');
    const patient = newPool({ url });
    const pool = new pg.Pool({ ...clientSettings({ url }), query_timeout: 300 });
    const locking = await patient.connect();
    await locking.query('BEGIN; LOCK TABLE recorda.rows IN ACCESS EXCLUSIVE MODE');
    let applied = 0;
    const loading = loadCopy(pool, {
      position: async () => undefined,
      apply: async (changes) => void (applied += changes.length),
      fail: () => undefined,
    });
    await Promise.race([loading, sleep(1000)]);
    await locking.query('COMMIT');
    locking.release();
    await loading;
    expect(applied).to.be.greaterThan(0);
    await Promise.all([pool.end(), patient.end()]);
  });

  it('are in a copy that no server opens without PostgreSQL', async () => {
    const copy = await open();
    await add(copy, 'kept');
    await copy.close();
    const why = await openTemporary({ dataDir: copy.dataDir }).then(
      () => undefined,
      (error: Error) => error,
    );
    expect(why).to.have.property('code', 'STORE_IS_COPY');
    expect(why?.message).to.include('This folder is a copy of a store in PostgreSQL.');
    expect(await contentsOf(await open(copy.dataDir))).to.deep.equal(['kept']);
  });

  for (const [what, damage] of [
    ['is empty', () => ''],
    ['has another header', (file: Buffer) => Buffer.concat([Buffer.alloc(100, 7), file.subarray(100)])],
    ['was cut within its first page', (file: Buffer) => file.subarray(0, 50)],
    ['was cut in half', (file: Buffer) => file.subarray(0, file.length / 2)],
  ] as const) {
    it(`are in a copy whose file is named, and stays, if it ${what}`, async () => {
      const { dataDir, close } = await open();
      await close();
      const file = join(dataDir, 'recorda.db');
      const damaged = damage(await readFile(file));
      await writeFile(file, damaged);
      const restoreAdvice = async (): Promise<string> => 'What to do.';
      const { reason, message } = await failure(openCopy(url, { dataDir, restoreAdvice }));
      expect(reason).to.equal('STORE_DAMAGED');
      expect(message)
        .to.include(file)
        .and.include('Stop Recorda and move')
        .and.match(/What to do\.$/);
      expect((await readFile(file)).equals(Buffer.from(damaged))).to.equal(true);
    });
  }
});
