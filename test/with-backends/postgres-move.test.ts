/** Moves whole stores from a folder to PostgreSQL and back: after random acts, nothing may differ, and the source stays as it was. */
import { randomBytes } from 'node:crypto';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { newPool } from '../../server/backends/postgres/connect-postgres.ts';
import { moveToFolder, moveToPostgres } from '../../server/backends/postgres/move-store.ts';
import { AUDIT_HEAD_FILE, readHead } from '../../server/backends/sqlite/engine/file/audit-head.ts';
import { Sqlite } from '../../server/backends/sqlite/engine/sqlite.ts';
import { prepareDatabase } from '../../server/backends/postgres/prepare-database.ts';
import { STORE_FILE } from '../../server/backends/sqlite/migrations/migrations.ts';
import { NEWEST } from '../../server/backends/sqlite/migrations/newest.ts';
import { connect } from '../../client/index.ts';
import { RecordaError } from '../../server/domain/errors.ts';
import { openCopy } from '../backends/postgres/open-copy.ts';
import { rowKeysIn, sealedOptions } from '../backends/postgres/sealed-options.ts';
import { startPostgres, type PostgresProcess } from '../backends/postgres/postgres-process.ts';
import { compareContents, contentOf, type Content } from '../backends/sqlite/copying/mirrored-store.ts';
import { randomActs, type Act } from '../backends/sqlite/copying/random-acts.ts';
import { movableClock, openTemporary, temporaryFolder } from '../backends/sqlite/temporary-store.ts';
import { startExecutable } from '../commands/executable.ts';
import { call, failure } from '../conformance/subject.ts';
import { ALSO_TORTURE, scaled, testSeed } from '../scale.ts';
import { moveStore } from '../../server/opening/move-store.ts';
import { startServer } from '../server-process.ts';
import { cuttingProxy } from './cutting-proxy.ts';
import { startRedis, type RedisProcess } from './redis-process.ts';

const QUOTA = { count: 25, bytes: 20_000 };
const SEED = testSeed();
/** The moves that seal nothing need keys, too, but make none. */
const rowKeys = rowKeysIn('/nowhere');
type Store = Parameters<Act['on']>[0];

describe(`a store that is moved${ALSO_TORTURE}`, () => {
  let postgres: PostgresProcess | undefined;
  const folders: string[] = [];
  before(async () => {
    postgres = await startPostgres();
  });
  after(async () => {
    await postgres?.stop();
    for (const folder of folders) await rm(folder, { recursive: true, force: true });
  });
  const newFolder = async (): Promise<string> => {
    const folder = await temporaryFolder();
    folders.push(folder);
    return folder;
  };
  const closed = async (store: Store & { readonly dataDir: string }): Promise<Content> => {
    await store.lifecycle.settle('LONG_TERM', call());
    await store.users.finish();
    await store.close();
    return contentOf(store.dataDir);
  };

  it(`has all that it had, in PostgreSQL and back in a folder, and answers alike (seed ${SEED})`, async function () {
    this.timeout(scaled(300_000, 3_600_000));
    const url = await postgres!.newDatabase();
    const clock = movableClock(Date.UTC(2026, 10, 1));
    const acts = randomActs(SEED, clock);
    const plain = await openTemporary({ quota: QUOTA, clock, dataDir: await newFolder() });
    for (let at = 0; at < scaled(600, 20_000); at += 1) await answerOf(acts.next(), plain);
    const before = await closed(plain);
    deleteFirstAlert(plain.dataDir);
    const source = contentOf(plain.dataDir);
    expect(before['memories']).not.to.be.empty;
    const bytes = await readFile(join(plain.dataDir, STORE_FILE));

    const told: (readonly [number, number])[] = [];
    const onProgress = (done: number, total: number): void => void told.push([done, total]);
    const moved = await moveToPostgres({ rowKeys, address: { url }, dataDir: plain.dataDir, onProgress });
    expect((await readFile(join(plain.dataDir, STORE_FILE))).equals(bytes), 'the source is as it was').to.equal(true);
    expect(moved.auditPages).to.equal(source['audit']!.length);
    expect(moved.rows).to.be.above(source['memories']!.length);
    expect(told.at(-1)![0]).to.equal(told.at(-1)![1]);
    expect(told.every(([done], at) => done >= (told[at - 1]?.[0] ?? 0))).to.equal(true);

    // A server has the same, and goes on as the plain store does.
    const copy = await openCopy(url, { quota: QUOTA, clock, dataDir: await newFolder() });
    compareContents(contentOf(copy.dataDir), source, isMoved);
    const again = await openTemporary({ quota: QUOTA, clock, dataDir: plain.dataDir });
    for (let at = 0; at < scaled(200, 5000); at += 1) {
      const act = acts.next();
      const [expected, found] = [await answerOf(act, again), await answerOf(act, copy)];
      if (!SCORED.has(act.name)) expect(found, `act ${at}, ${act.name}`).to.equal(expected);
      if (act.name === 'confirm') for (const store of [again, copy]) await store.lifecycle.settle('LONG_TERM', call());
    }
    await again.close();
    const shared = await closed(copy);

    const target = join(await newFolder(), 'new');
    const back = await moveToFolder({ rowKeys, address: { url }, dataDir: target });
    expect(back.auditPages).to.equal(shared['audit']!.length);
    compareContents(contentOf(target), shared, () => true);
    expect(readHead(join(target, AUDIT_HEAD_FILE))?.pageNo).to.equal(back.auditPages);
    // Its audit log would have one more record if it did not fit its head.
    const own = await openTemporary({ quota: QUOTA, clock, dataDir: target });
    compareContents(await closed(own), shared, () => true);
    const more = await openTemporary({ quota: QUOTA, clock, dataDir: target });
    for (let at = 0; at < 20; at += 1) await answerOf(acts.next(), more);
    await more.close();
  });

  it('is sealed in PostgreSQL if that is asked for, and comes back as it was with the keys alone', async () => {
    const url = await postgres!.newDatabase();
    const clock = movableClock(Date.UTC(2026, 10, 1));
    const acts = randomActs(SEED, clock);
    const plain = await openTemporary({ quota: QUOTA, clock, dataDir: await newFolder() });
    for (let at = 0; at < 200; at += 1) await answerOf(acts.next(), plain);
    const source = await closed(plain);
    const [keyFolder, master] = [await newFolder(), randomBytes(32)];
    const keys = rowKeysIn(keyFolder, master);
    const move = { address: { url }, rowKeys: keys };
    await moveToPostgres({ ...move, dataDir: plain.dataDir, isSealed: true });
    const count = async (sql: string): Promise<number> =>
      (await postgres!.query<{ count: number }>(url, `SELECT count(*)::int AS count FROM ${sql}`))[0]!.count;
    expect(await count("recorda.rows WHERE tbl = 'memories'")).to.be.above(0);
    expect(await count("recorda.rows WHERE user_id <> '' AND tbl <> 'begun_erasures' AND image LIKE '[%'")).to.equal(0);

    const [target, none] = [join(await newFolder(), 'new'), join(await newFolder(), 'none')];
    const wrong = await failure(
      moveToFolder({ ...move, rowKeys: rowKeysIn(keyFolder, randomBytes(32)), dataDir: none }),
    );
    expect(wrong.reason).to.equal('MASTER_KEY_MISMATCH');
    expect(await readdir(none)).to.deep.equal([]);
    await moveToFolder({ ...move, dataDir: target });
    compareContents(contentOf(target), source, isMoved);
    const copy = await openCopy(url, { ...sealedOptions(url, keys), quota: QUOTA, clock, dataDir: await newFolder() });
    const again = await openTemporary({ quota: QUOTA, clock, dataDir: target });
    for (let at = 0; at < 100; at += 1) {
      const act = acts.next();
      const [expected, found] = [await answerOf(act, again), await answerOf(act, copy)];
      if (!SCORED.has(act.name) && act.name !== 'erase') expect(found, `act ${at}, ${act.name}`).to.equal(expected);
      if (act.name === 'confirm') for (const store of [again, copy]) await store.lifecycle.settle('LONG_TERM', call());
    }
    for (const store of [again, copy]) await store.close();
  });

  it('leaves no key if it fails, and is refused --sealed without a place for keys', async () => {
    const url = await postgres!.newDatabase();
    const plain = await openTemporary({ dataDir: await newFolder() });
    const acts = randomActs(SEED, plain.clock);
    for (let at = 0; at < 40; at += 1) await answerOf(acts.next(), plain);
    await plain.close();
    const keys = rowKeysIn(await newFolder());
    await openCopy(url, { dataDir: await newFolder() }).then((copy) => copy.close());
    await postgres!.query(
      url,
      `CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'no'; END $$;
       CREATE TRIGGER refuse BEFORE UPDATE ON recorda.head FOR EACH ROW EXECUTE FUNCTION refuse()`,
    );
    const why = await moveToPostgres({ address: { url }, dataDir: plain.dataDir, rowKeys: keys, isSealed: true }).catch(
      (error: Error) => error,
    );
    expect(why).to.be.an('error');
    const left: unknown[] = [];
    for await (const one of keys.all()) left.push(one);
    expect(left).to.deep.equal([]);
    const order = { to: url, onProgress: () => undefined, rows: 'sealed' } as const;
    const needed = await moveStore({ dataDir: plain.dataDir, store: undefined }, order).catch((error: Error) => error);
    expect((needed as Error).message).to.include('--sealed requires RECORDA_USER_KEYS');
  });

  it('keeps its keys if nobody knows whether the database has it, and is there if its commit was done', async () => {
    const url = await postgres!.newDatabase();
    const plain = await openTemporary({ dataDir: await newFolder() });
    const acts = randomActs(SEED, plain.clock);
    for (let at = 0; at < 40; at += 1) await answerOf(acts.next(), plain);
    const source = await closed(plain);
    const keys = rowKeysIn(await newFolder());
    await openCopy(url, { dataDir: await newFolder() }).then((copy) => copy.close());
    const proxy = await cuttingProxy(postgres!.port, [Buffer.from('COMMIT\0')]);
    proxy.cutAnswerTo(1);
    const move = { dataDir: plain.dataDir, rowKeys: keys, isSealed: true };
    const through = url.replace(`:${postgres!.port}/`, `:${proxy.port}/`);
    const why = await moveToPostgres({ ...move, address: { url: through } }).catch((error: Error) => error);
    await proxy.close();
    expect(proxy.cuts()).to.equal(1);
    expect((why as Error).message).to.match(/it is unknown whether .* run the command again: .* The keys .* were kept/);
    const again = await moveToPostgres({ ...move, address: { url } }).catch((error: Error) => error);
    expect((again as Error).message).to.match(/its schema recorda has data/);
    const target = join(await newFolder(), 'new');
    await moveToFolder({ address: { url }, rowKeys: keys, dataDir: target });
    compareContents(contentOf(target), source, isMoved);
  });

  it('is sealed in a database that a server has made for sealed rows, whose users have no rows yet', async () => {
    const url = await postgres!.newDatabase();
    const plain = await openTemporary({ dataDir: await newFolder() });
    const acts = randomActs(SEED, plain.clock);
    for (let at = 0; at < 40; at += 1) await answerOf(acts.next(), plain);
    const source = await closed(plain);
    const keys = rowKeysIn(await newFolder());
    const server = await openCopy(url, { ...sealedOptions(url, keys), dataDir: await newFolder() });
    await server.close();
    const db = new Sqlite(join(plain.dataDir, STORE_FILE), { readonly: true });
    const names = db.prepare('SELECT tenant, user_id AS id FROM users').all() as readonly {
      tenant: string;
      id: string;
    }[];
    db.close();
    for (const { tenant, id } of names)
      await postgres!.query(url, `INSERT INTO recorda.keys VALUES ('${tenant}', '${id}', 'nowhere', 'left-${id}')`);
    await moveToPostgres({ address: { url }, rowKeys: keys, dataDir: plain.dataDir, isSealed: true });
    const left = await postgres!.query(url, "SELECT 1 FROM recorda.keys WHERE place = 'nowhere'");
    expect([names.length > 0, left]).to.deep.equal([true, []]);
    const target = join(await newFolder(), 'new');
    await moveToFolder({ address: { url }, rowKeys: keys, dataDir: target });
    compareContents(contentOf(target), source, isMoved);
  });

  it('is refused where it would mix with another one, or be missed by a server', async () => {
    const url = await postgres!.newDatabase();
    const clock = movableClock();
    const plain = await openTemporary({ clock, dataDir: await newFolder() });
    const acts = randomActs(SEED, clock);
    for (let at = 0; at < 40; at += 1) await answerOf(acts.next(), plain);
    const move = (dataDir = plain.dataDir): Promise<string> =>
      moveToPostgres({ rowKeys, address: { url }, dataDir }).then(
        () => 'moved',
        (error: Error) => error.message,
      );
    const back = (dataDir: string): Promise<string> =>
      moveToFolder({ rowKeys, address: { url }, dataDir }).then(
        () => 'moved',
        (error: Error) => error.message,
      );
    expect(await move()).to.match(/is in use by another Recorda/);
    await plain.close();
    expect(await move(await newFolder())).to.match(/has no store/);
    expect(await back(join(await newFolder(), 'x'))).to.match(/has no store of Recorda/);

    const db = new Sqlite(join(plain.dataDir, STORE_FILE));
    const version = db.pragma('user_version', { simple: true }) as number;
    db.pragma(`user_version = ${version - 1}`);
    expect(await move()).to.match(/is of an earlier version of Recorda\. Start a server/);
    db.pragma(`user_version = ${version}`);
    db.close();

    expect(await move()).to.equal('moved');
    expect(await move()).to.match(/its schema recorda has data/);
    const full = await newFolder();
    await writeFile(join(full, 'note'), 'x');
    expect(await back(full)).to.match(/is not empty/);
    expect(await readdir(full)).to.deep.equal(['note']);

    const copy = await openCopy(url, { clock, dataDir: await newFolder() });
    expect(await back(await newFolder())).to.match(/A server runs over the database/);
    await copy.close();
    expect(await move(copy.dataDir)).to.match(/is a copy of a store in PostgreSQL/);
    expect(await back(await newFolder())).to.equal('moved');
  });

  it('leaves nothing in the target where what was copied is not the same', async () => {
    const clock = movableClock();
    const plain = await openTemporary({ clock, dataDir: await newFolder() });
    const acts = randomActs(SEED, clock);
    for (let at = 0; at < 60; at += 1) await answerOf(acts.next(), plain);
    await plain.close();
    const url = await postgres!.newDatabase();
    const pool = newPool({ url });
    const db = new Sqlite(join(plain.dataDir, STORE_FILE), { readonly: true });
    const embedder = db.prepare('SELECT json_array(name, version, dimensions) FROM embedder').pluck().get() as string;
    db.close();
    await prepareDatabase(pool, { tables: NEWEST.version, embedder });
    await pool.end();
    const lose = `CREATE FUNCTION lose() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN IF new.n = 3 THEN RETURN NULL; END IF; RETURN new; END $$;
      CREATE TRIGGER lose BEFORE INSERT ON recorda.rows FOR EACH ROW EXECUTE FUNCTION lose()`;
    await postgres!.query(url, lose);
    const lost = await moveToPostgres({ rowKeys, address: { url }, dataDir: plain.dataDir }).catch(
      (error: Error) => error,
    );
    expect((lost as Error).message).to.match(
      /the rows of 1 of \d+ users and tenants differ, with (\d+) rows.*It was undone/,
    );
    expect(await postgres!.query(url, 'SELECT count(*)::int AS count FROM recorda.rows')).to.deep.equal([{ count: 0 }]);
    await postgres!.query(url, 'DROP TRIGGER lose ON recorda.rows');
    await moveToPostgres({ rowKeys, address: { url }, dataDir: plain.dataDir });
    // A row that a copy cannot read as it is: its key is another one than its columns have.
    await postgres!.query(
      url,
      `UPDATE recorda.rows SET key = '["x"]' WHERE tbl = 'memories' AND ctid = (SELECT min(ctid) FROM recorda.rows WHERE tbl = 'memories')`,
    );
    const target = join(await newFolder(), 'new');
    const refused = await moveToFolder({ rowKeys, address: { url }, dataDir: target }).catch((error: Error) => error);
    expect(refused).to.be.instanceOf(Error);
    expect((refused as Error).message).to.match(/the rows of 1 of \d+ users and tenants differ.*It was deleted again/);
    // So the same command can be given again.
    expect(await readdir(target)).to.deep.equal([]);
  });
});

describe('recorda move', () => {
  let postgres: PostgresProcess | undefined;
  let redis: RedisProcess | undefined;
  let folder: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'recorda-move-'));
    [postgres, redis] = await Promise.all([startPostgres(), startRedis()]);
  });
  after(async () => {
    await redis?.stop();
    await postgres?.stop();
    await rm(folder, { recursive: true, force: true });
  });
  const run = async (args: readonly string[], env: Readonly<Record<string, string>> = {}) => {
    const cwd = join(folder, 'cwd');
    await mkdir(cwd, { recursive: true });
    const { exit, stdout, stderr } = startExecutable({ args: ['move', ...args], cwd, env });
    return { code: await exit, said: stdout(), failed: stderr() };
  };

  it('takes a server and its users to PostgreSQL and back, with the keys and the archive that it names', async () => {
    const dataDir = join(folder, 'plain');
    const scope = { userId: 'ana', agentId: 'guide', sessionId: 'monday' };
    const first = await startServer({ dataDir });
    const one = connect(first.address);
    const { memory } = await one.agent(scope).add('likes skiing in the alps', { requestId: 'r1' });
    let resumeToken = '';
    for await (const change of one.agent(scope).watch({ fromOldest: true })) {
      ({ resumeToken } = change);
      break;
    }
    for await (const _ of one.admin.createBackup({ set: 'BACKUP_SET_DAILY' }));
    const [backup] = (await one.admin.listBackups({})).backups;
    await one.close();
    await first.stop();

    const url = (await postgres!.newDatabase()).replace('postgres@', 'postgres:pa55@');
    const moved = await run(['--to', url, '--data-dir', dataDir]);
    expect(moved.code, moved.failed).to.equal(0);
    expect(moved.said).to.match(/has the store of .*plain: \d+ rows of \d+ users and tenants.*All were compared/);
    expect(moved.said).to.match(
      /cold \(RECORDA_COLD\), user-keys \(RECORDA_USER_KEYS\), master\.key \(RECORDA_MASTER_KEY_FILE\)/,
    );
    expect(moved.said + moved.failed).not.to.include('pa55');

    for (const name of ['cold', 'user-keys', 'master.key', 'receipt.key'])
      await cp(join(dataDir, name), join(folder, 'shared', name), { recursive: true }).catch(() => undefined);
    const shared = join(folder, 'shared');
    const env = {
      RECORDA_STORE: url,
      RECORDA_WORKING: redis!.url,
      RECORDA_COLD: `file:${join(shared, 'cold')}`,
      RECORDA_USER_KEYS: `file:${join(shared, 'user-keys')}`,
      RECORDA_MASTER_KEY_FILE: join(shared, 'master.key'),
      RECORDA_RECEIPT_KEY: randomBytes(32).toString('base64'),
    };
    const second = await startServer({ dataDir: join(folder, 'copy'), env });
    const two = connect(second.address);
    const ana = two.agent(scope);
    expect((await ana.retrieve('skiing')).map((hit) => hit.memory.id)).to.deep.equal([memory.id]);
    // A request id that was used before is known.
    expect((await ana.add('likes skiing in the alps', { requestId: 'r1' })).memory.id).to.equal(memory.id);
    const { memory: later } = await ana.add('has a season ticket');
    for await (const { id } of ana.watch({ resumeToken })) {
      expect(id).to.equal(later.id);
      break;
    }
    const { backups } = await two.admin.listBackups({});
    expect(backups.map(({ id }) => id)).to.include(backup?.id);
    for await (const { faults } of two.admin.verifyBackup({ id: backup!.id })) expect(faults).to.deep.equal([]);
    const running = await run(['--to', join(folder, 'early')], env);
    expect(running.failed).to.match(/A server runs over the database/);
    await two.close();
    await second.stop();

    const target = join(folder, 'back');
    const back = await run(['--to', target, '--json'], env);
    expect(back.code, back.failed).to.equal(0);
    expect(JSON.parse(back.said)).to.include({ to: target });
    const { RECORDA_STORE: _, ...own } = env;
    const third = await startServer({ dataDir: target, env: own });
    const three = connect(third.address);
    expect((await three.agent(scope).get(later.id)).text).to.equal('has a season ticket');
    await three.close();
    await third.stop();
  });

  it('says what is missing', async () => {
    expect((await run(['--to', join(folder, 'x')])).failed).to.match(/RECORDA_STORE is not set/);
    expect((await run([])).failed).to.match(/--to/);
  });
});

/** Acts whose answers depend on scores, which differ a little between an index that was built at once and one that followed changes. */
const SCORED: ReadonlySet<string> = new Set(['retrieve', 'find facts', 'read session']);
/** What waits for an index of RECORDA_LONG_TERM does not move. */
const isMoved = (table: string): boolean => table !== 'outbox';

/** Makes a gap in the numbers of the alerts. */
function deleteFirstAlert(dataDir: string): void {
  const db = new Sqlite(join(dataDir, STORE_FILE));
  db.exec(`INSERT INTO alerts (tenant, user_id, place, name, measure, level, current, max, at_ms, resolved_ms)
    VALUES ('t', 'u0', '', 'LONG_TERM', 'COUNT', 'WARNING', 1, 2, 3, NULL), ('t', 'u0', 'p', 'PROMPT_COST', 'TOKENS', 'WARNING', 1, 2, 3, 4),
    ('t', 'u1', '', 'LONG_TERM', 'COUNT', 'CRITICAL', 2, 2, 5, NULL), ('t', 'u1', '', 'PERSONA', 'COUNT', 'CRITICAL', 2, 2, 6, NULL)`);
  db.exec('DELETE FROM alerts WHERE sequence = (SELECT min(sequence) FROM alerts)');
  db.exec('DELETE FROM alerts WHERE sequence = (SELECT max(sequence) - 1 FROM alerts)');
  db.close();
}

async function answerOf({ name: act, on }: Act, store: Store): Promise<string> {
  try {
    const answer = await on(store);
    // A new copy has no sums of zero of a tenant or of the whole store, so these are told in another place, or not.
    const answered = act.endsWith('use') ? inUse(answer as readonly Use[]) : answer;
    return JSON.stringify([answered], (name, value: unknown) =>
      name.endsWith('No') || ['accessCount', 'lastAccessTimeMs'].includes(name) ? undefined : value,
    );
  } catch (error) {
    if (!(error instanceof RecordaError)) throw error;
    return `${error.reason}: ${error.message}`;
  }
}

type Use = { readonly name: string; readonly count: number; readonly bytes: number };

const inUse = (uses: readonly Use[]): readonly Use[] =>
  uses.filter(({ count, bytes }) => count > 0 || bytes > 0).toSorted((one, other) => (one.name < other.name ? -1 : 1));
