/** Real servers over one PostgreSQL, as operators run them: by settings alone. */
import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { once } from 'node:events';
import { expect } from 'chai';
import pg from 'pg';
import { connect, wire, type Recorda } from '../../client/index.ts';
import { checkPostgres } from '../../server/backends/postgres/check-postgres.ts';
import { newPool } from '../../server/backends/postgres/connect-postgres.ts';
import { joinServers, type Membership } from '../../server/backends/postgres/postgres-servers.ts';
import { prepareDatabase } from '../../server/backends/postgres/prepare-database.ts';
import { rowForm } from '../../server/backends/postgres/row-form.ts';
import { NEWEST } from '../../server/backends/sqlite/migrations/newest.ts';
import { POSTGRES } from '../../server/policy/postgres.ts';
import { all, errorOf } from '../api/doors.ts';
import { startPostgres, type PostgresProcess } from '../backends/postgres/postgres-process.ts';
import { startExecutable } from '../commands/executable.ts';
import { startServer, type ServerProcess } from '../server-process.ts';
import { startRedis, type RedisProcess } from './redis-process.ts';

const { QuotaName } = wire;
/** The time within which a server takes over what another one has set, which it is told of. */
const HEARS_MS = 5000;
const key = (): string => randomBytes(32).toString('base64');

describe('servers with RECORDA_STORE', () => {
  let folder: string;
  let postgres: PostgresProcess | undefined;
  let redis: RedisProcess | undefined;
  let url: string;
  let shared: Readonly<Record<string, string>>;
  const scope = { userId: 'ana', agentId: 'guide', sessionId: 'monday' };

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'recorda-servers-'));
    [postgres, redis] = await Promise.all([startPostgres(), startRedis()]);
    url = (await postgres.newDatabase()).replace('postgres@', 'postgres:pa55@');
    shared = {
      RECORDA_STORE: url,
      RECORDA_WORKING: redis.url,
      RECORDA_COLD: `file:${join(folder, 'cold')}`,
      RECORDA_USER_KEYS: `file:${join(folder, 'keys')}`,
      RECORDA_MASTER_KEY: key(),
      RECORDA_RECEIPT_KEY: key(),
    };
  });
  after(async () => {
    await redis?.stop();
    await postgres?.stop();
    await rm(folder, { recursive: true, force: true });
  });

  const start = (name: string, env: Readonly<Record<string, string>> = {}): Promise<ServerProcess> =>
    startServer({ dataDir: join(folder, name), env: { ...shared, RECORDA_SERVER_NAME: name, ...env } });
  /** Returns why a server does not start. */
  const refusal = (env: Readonly<Record<string, string>>): Promise<string> =>
    start('refused', env).then(
      async (server) => {
        await server.stop();
        return 'It started.';
      },
      (error: Error) => error.message,
    );

  describe('that run', () => {
    const servers = new Map<string, ServerProcess>();
    const recordas: Recorda[] = [];
    const open = async (name: string): Promise<Recorda> => {
      const server = await start(name);
      const recorda = connect(server.address);
      servers.set(name, server);
      recordas.push(recorda);
      return recorda;
    };
    let one: Recorda;
    let other: Recorda;
    before(async () => {
      [one, other] = await Promise.all([open('one'), open('other')]);
    });
    after(async () => {
      await Promise.all(recordas.map((recorda) => recorda.close()));
      await Promise.all([...servers.values()].map((server) => server.stop()));
    });

    it('serve the same user: what one acknowledged, the other has at once', async () => {
      const [here, there] = [one.agent(scope), other.agent(scope)];
      const { memory } = await here.add('likes skiing in the alps');
      expect((await there.retrieve('skiing')).map((hit) => hit.memory.id)).to.deep.equal([memory.id]);
      const note = await there.set('note', 'pack the skis');
      expect((await here.get(note.memory.id)).text).to.include('pack the skis');
    });

    it('tell which store they use, and never its password', async () => {
      const { backends, name } = await other.memory.getServerInfo({});
      const named = Object.fromEntries(backends.map(({ type, backend }) => [type, backend]));
      expect(name).to.equal('other');
      expect(named['MEMORY_TYPE_LONG_TERM']).to.equal('postgres');
      expect(named['MEMORY_TYPE_WORKING']).to.equal('redis');
      const { settings } = await other.admin.getSettings({});
      expect(JSON.stringify([backends, settings, [...servers.values()].map(({ log }) => log)])).not.to.include('pa55');
    });

    it('heed a quota of working memory that was set at the other', async () => {
      await one.admin.setQuota({ userId: 'ben', quotas: [{ name: QuotaName.WORKING, maxCount: 1 }] });
      const ben = other.agent({ ...scope, userId: 'ben' });
      await ben.set('first', 'x');
      const endMs = performance.now() + HEARS_MS;
      for (let turn = 0; ; turn += 1) {
        const refused = await ben.set(`more ${turn}`, 'x').then(
          () => undefined,
          (error: { readonly reason?: string }) => error.reason,
        );
        if (refused === 'QUOTA_EXCEEDED') break;
        expect(performance.now(), 'the quota is heard of').to.be.below(endMs);
        await sleep(50);
      }
    });

    it('erase what the other has in files of its own', async () => {
      const cleo = { ...scope, userId: 'cleo' };
      await other.context.recordDiscardable({ scope: cleo, kind: 'DISCARDABLE_KIND_TOOL_LOG', text: 'a log' });
      const files = (): Promise<readonly string[]> => readdir(join(folder, 'other', 'logs'));
      expect(await files()).to.have.length(1);
      for await (const _ of one.admin.deleteUserData({ userId: 'cleo', force: true }));
      const endMs = performance.now() + HEARS_MS;
      while ((await files()).length > 0) {
        expect(performance.now(), 'the erasure is heard of').to.be.below(endMs);
        await sleep(50);
      }
    });

    it('refuse a further one whose settings break what they promise', async () => {
      expect(await refusal({ RECORDA_RECALL_DAYS: '30' })).to.match(
        /The server (one|other) over this database runs with other settings.*RECORDA_RECALL_DAYS is 30 here and 90 there/,
      );
      expect(await refusal({ RECORDA_COLD: `file:${join(folder, 'elsewhere')}` })).to.match(
        /RECORDA_COLD is not the place that the servers over this database share: it has no mark/,
      );
      expect(await refusal({ RECORDA_RECEIPT_KEY: key() })).to.match(/RECORDA_RECEIPT_KEY is key \w+ here/);
    });

    it('refuse a folder whose copy is damaged, and advise to load it anew instead of restoring a backup', async () => {
      const dataDir = join(folder, 'refused');
      await rm(dataDir, { recursive: true, force: true });
      await mkdir(dataDir);
      await writeFile(join(dataDir, 'recorda.db'), 'neither a copy nor a store');
      const advice = /recorda\.db is damaged.*Then start it again: PostgreSQL holds the data.*Restore no backup/;
      const refused = await refusal({});
      expect(refused).to.match(advice).and.include(dataDir).and.not.include('RestoreBackup');
      const env = { ...shared, RECORDA_DATA_DIR: dataDir };
      const { exit, stdout } = startExecutable({ args: ['doctor'], cwd: folder, env });
      await exit;
      expect(stdout()).to.match(advice).and.not.include('RestoreBackup');
      await rm(dataDir, { recursive: true });
    });

    it('go on when one is killed, which then has everything from an empty folder', async () => {
      const killed = servers.get('one')!.process;
      const gone = once(killed, 'exit');
      killed.kill('SIGKILL');
      await gone;
      expect((await errorOf(one.memory.getServerInfo({}, { timeoutMs: 2000 }))).reason).to.match(
        /UNAVAILABLE|DEADLINE/,
      );
      await other.agent(scope).add('has a season ticket');
      await rm(join(folder, 'one'), { recursive: true });
      const again = await open('one');
      const texts = (await all(again.agent(scope).list())).map(({ text }) => text);
      expect(texts).to.deep.equal(['likes skiing in the alps', 'has a season ticket']);
    });
  });

  it('seal rows if all are set to, and open them with a new master key once the old one was rotated', async () => {
    const [old, anew] = [key(), key()];
    const sealed = { RECORDA_STORE: await postgres!.newDatabase(), RECORDA_STORE_ROWS: 'sealed' };
    const places = {
      RECORDA_COLD: `file:${join(folder, 'cold-of-sealed')}`,
      RECORDA_USER_KEYS: `file:${join(folder, 'keys-of-sealed')}`,
    };
    const open = (name: string, keys: string) => start(name, { ...sealed, ...places, RECORDA_MASTER_KEY: keys });
    const first = await open('sealed', old);
    const recorda = connect(first.address);
    await recorda.agent(scope).add('likes sunflowers');
    const clear = `SELECT 1 FROM recorda.rows WHERE image LIKE '%sunflowers%'`;
    expect(await postgres!.query(sealed.RECORDA_STORE, clear)).to.deep.equal([]);
    const { RECORDA_STORE } = sealed;
    expect(
      await refusal({ RECORDA_STORE, RECORDA_STORE_ROWS: 'readable', ...places, RECORDA_MASTER_KEY: old }),
    ).to.include('RECORDA_STORE_ROWS is readable here and sealed there');
    await recorda.close();
    await first.stop();

    const rotating = await open('sealed', `${anew},${old}`);
    const admin = connect(rotating.address);
    const steps = await all(admin.admin.rotateMasterKey({ force: true }));
    expect(steps.at(-1)).to.deep.include({ isDone: true, needs: [] });
    await admin.close();
    await rotating.stop();
    const last = await open('sealed-from-nothing', anew);
    const reader = connect(last.address);
    expect((await all(reader.agent(scope).list())).map(({ text }) => text)).to.deep.equal(['likes sunflowers']);
    await reader.close();
    await last.stop();
    const env = { ...shared, ...sealed, ...places, RECORDA_MASTER_KEY: anew };
    const doctor = startExecutable({ args: ['doctor'], cwd: folder, env });
    await doctor.exit;
    expect(doctor.stdout()).to.match(/✓.* {2}PostgreSQL rows .*those of 1 users are sealed, and none are readable/);
  });

  it('do not start over a database that cannot be used, and say what to do', async () => {
    const plain = url.replace(':pa55', '');
    const named = (name: string): string => plain.replace(/\/[^/]*$/, `/${name}`);
    await postgres!.query(plain, "CREATE DATABASE latin ENCODING 'LATIN1' LOCALE 'C' TEMPLATE template0");
    await postgres!.query(plain, 'CREATE DATABASE bare');
    await postgres!.query(plain, 'CREATE ROLE limited LOGIN');
    await postgres!.query(plain, 'CREATE DATABASE frozen');
    await postgres!.query(plain, 'ALTER DATABASE frozen SET default_transaction_read_only = on');
    const form = { tables: 1, embedder: 'e' };
    for (const [address, code, says] of [
      [named('none'), 'DATABASE_REFUSED', /"none" does not exist\. Create it/],
      [named('latin'), 'DATABASE_UNSUITABLE', /encoding of latin is LATIN1/],
      [named('frozen'), 'DATABASE_UNSUITABLE', /read-only; set default_transaction_read_only to off/],
      [
        named('bare').replace('postgres@', 'limited@'),
        'DATABASE_FORBIDDEN',
        /GRANT CREATE ON DATABASE "bare" TO "limited"/,
      ],
      ['postgres://postgres@127.0.0.1:1/d', 'DATABASE_AWAY', /does not answer: .*ECONNREFUSED.*RECORDA_STORE/],
    ] as const) {
      const pool = newPool({ url: address });
      const found = await prepareDatabase(pool, form, 300).then(
        () => undefined,
        (error: Error) => error,
      );
      await pool.end();
      expect(found, address).to.have.property('code', code);
      expect(found?.message).to.match(says);
    }
  });

  for (const [what, sql] of [
    ['a table of its name', 'CREATE TABLE recorda.rows (a int)'],
    ['tables with other columns', 'CREATE TABLE recorda.rows (a int); CREATE TABLE recorda.head (b int)'],
    ['an index of its name', 'CREATE TABLE recorda.x (a int); CREATE INDEX changes_by_cell ON recorda.x (a)'],
  ] as const) {
    it(`do not wait for a database in whose schema another program has ${what}`, async () => {
      const taken = await postgres!.newDatabase();
      await postgres!.query(taken, `CREATE SCHEMA recorda; ${sql}`);
      const pool = newPool({ url: taken });
      const fromMs = performance.now();
      const found = await prepareDatabase(pool, { tables: 1, embedder: 'e' }, HEARS_MS).catch((error: Error) => error);
      await pool.end();
      expect(found).to.have.property('code', 'DATABASE_UNSUITABLE');
      expect((found as Error).message).to.match(
        /schema recorda has relations of another program: .*(rows|changes_by_cell) of postgres.*ALTER SCHEMA recorda RENAME/,
      );
      expect(performance.now() - fromMs).to.be.below(HEARS_MS);
      const { rights } = await checkPostgres({ url: taken });
      expect(rights.isGood).to.equal(false);
      expect(rights.said).to.include('another program');
    });
  }

  it('prepare a database with the rights that they ask for, and no others', async () => {
    const plain = url.replace(':pa55', '').replace(/\/[^/]*$/, '/granted');
    await postgres!.query(url, 'CREATE DATABASE granted');
    await postgres!.query(url, 'CREATE ROLE granted LOGIN');
    await postgres!.query(plain, 'GRANT CREATE ON DATABASE granted TO granted');
    const pool = newPool({ url: plain.replace('postgres@', 'granted@') });
    const form = { tables: 1, embedder: 'e' };
    await prepareDatabase(pool, form, 300);
    await prepareDatabase(pool, form, 300);
    await pool.end();

    await postgres!.query(url, 'CREATE ROLE stranger LOGIN');
    const poolOfStranger = newPool({ url: plain.replace('postgres@', 'stranger@') });
    const refused = (): Promise<string> =>
      prepareDatabase(poolOfStranger, form, 300).then(
        () => '',
        (error: Error) => error.message,
      );
    for (const grant of ['USAGE ON SCHEMA recorda', 'SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA recorda']) {
      expect(await refused()).to.include(`GRANT ${grant} TO "stranger"`);
      await postgres!.query(plain, `GRANT ${grant} TO stranger`);
    }
    expect(await refused()).to.equal('');
    await poolOfStranger.end();
  });

  it('are compared by the master keys that they have now, not by those of their start', async () => {
    const pool = newPool({ url: await postgres!.newDatabase() });
    await prepareDatabase(pool, { tables: 1, embedder: 'e' }, 300);
    let keys: readonly string[] = ['key 1'];
    const own = { form: rowForm(NEWEST.version), check: async () => undefined };
    const running = await joinServers(pool, { name: 'a', settings: () => ({ RECORDA_MASTER_KEY: keys }), ...own });
    const join = (...theirs: readonly string[]) =>
      joinServers(pool, { name: 'b', settings: () => ({ RECORDA_MASTER_KEY: theirs }), ...own });
    const refused = await join('key 2', 'key 1').catch((error: Error) => error);
    expect(refused).to.have.property('code', 'SETTINGS_DIFFER');
    keys = ['key 2', 'key 1'];
    let admitted: Membership | undefined;
    for (const endMs = performance.now() + POSTGRES.leaseMs; admitted === undefined; await sleep(200)) {
      expect(performance.now(), 'the keys are heard of').to.be.below(endMs);
      admitted = await join('key 2').catch(() => undefined);
    }
    await admitted.leave();
    await running.leave();
    await pool.end();
  });

  it('are told what is right and wrong by the doctor', async () => {
    await mkdir(join(folder, 'doctor'), { recursive: true });
    const doctor = async (): Promise<{ readonly code: number | null; readonly text: string }> => {
      const { exit, stdout } = startExecutable({ args: ['doctor'], cwd: join(folder, 'doctor'), env: shared });
      const code = await exit;
      return { code, text: stdout() };
    };
    const rows = (text: string): Readonly<Record<string, string>> =>
      Object.fromEntries(
        [...text.matchAll(/^([✓✗]).*? {2}PostgreSQL (\w+) +\S+ +(.*)$/gm)].map(([, mark, name, said]) => [
          name!,
          `${mark} ${said}`,
        ]),
      );
    const { code, text } = await doctor();
    const good = rows(text);
    expect(Object.keys(good)).to.have.length(11);
    expect(good['rows']).to.match(
      /^✓ RECORDA_STORE_ROWS \(auto, and the database is readable.*\) leaves rows readable with SQL/,
    );
    expect(good['version']).to.match(/^✓ PostgreSQL \d+\.\d+.*, UTF8$/);
    expect(good['fsync']).to.equal('✓ on');
    expect(good['standby']).to.match(/^✓ no synchronous standby: .*set synchronous_standby_names/);
    expect(good['clock']).to.match(/^✓ its clock differs by \d+ ms/);
    expect(good['connections']).to.match(/^✓ at least \d+ are free, a server uses up to 5$/);
    expect(text).not.to.include('pa55');
    expect(code).to.equal(0);

    const database = new URL(url).pathname.slice(1);
    await postgres!.query(url, `ALTER DATABASE ${database} SET synchronous_commit = off`);
    const bad = await doctor();
    await postgres!.query(url, `ALTER DATABASE ${database} RESET synchronous_commit`);
    expect(rows(bad.text)['synchronous_commit']).to.match(/^✗ .*turn it on/);
    expect(bad.code).to.equal(5);
  });

  it('are not told by the doctor what their user cannot see', async () => {
    await postgres!.query(url, 'CREATE ROLE plain LOGIN');
    const address = { url: url.replace(/\/\/[^@]*@/, '//plain@') };
    const clients = Array.from({ length: 20 }, () => new pg.Client({ connectionString: url }));
    const free = async (): Promise<number> => {
      const { connections } = await checkPostgres(address);
      return Number(/at least (\d+) are free/.exec(connections.said)?.[1]);
    };
    const freeBefore = await free();
    try {
      await Promise.all(clients.map((client) => client.connect()));
      await clients[0]!.query('BEGIN; SELECT 1');
      expect(freeBefore - (await free())).to.equal(20);
      const { transactions } = await checkPostgres(address);
      // The connection of the question before may still be ending.
      expect(transactions.said).to.match(
        /^(no other transaction of this user is open|the oldest one of this user is 0 s old); those of \d\d connections of other users cannot be seen; .*GRANT pg_read_all_stats TO "plain"/,
      );
      await postgres!.query(url, 'GRANT pg_read_all_stats TO plain');
      expect((await checkPostgres(address)).transactions.said).to.match(/^the oldest one is \d+ s old$/);
    } finally {
      await Promise.all(clients.map((client) => client.end()));
    }
  });
});
