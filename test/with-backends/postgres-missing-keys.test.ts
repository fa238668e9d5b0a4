/** Tests users whose keys are missing, among others who are served: over two copies of a store, and through the calls of a server. */
import { randomBytes, randomUUID } from 'node:crypto';
import { cp, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import type { Recorda } from '../../client/recorda.ts';
import { checkPostgres } from '../../server/backends/postgres/check-postgres.ts';
import { newPool } from '../../server/backends/postgres/connect-postgres.ts';
import { openForReading } from '../../server/backends/sqlite/engine/file/open-file.ts';
import { coldPartition } from '../../server/domain/cold-name.ts';
import type { RecordaError } from '../../server/domain/errors.ts';
import type { Scope } from '../../server/domain/memory.ts';
import type { RowKeys } from '../../server/ports/cold-storage.ts';
import { all } from '../api/doors.ts';
import { openCopy, type CopyOptions, type OpenedCopy } from '../backends/postgres/open-copy.ts';
import { openServers } from '../backends/postgres/open-servers.ts';
import { startPostgres, type PostgresProcess } from '../backends/postgres/postgres-process.ts';
import { rowKeysIn, sealedOptions } from '../backends/postgres/sealed-options.ts';
import { add, contentsOf } from '../backends/postgres/short-turns.ts';
import { temporaryFolder } from '../backends/sqlite/temporary-store.ts';
import { call, failure } from '../conformance/subject.ts';
import { fillUser } from '../erasing/full-user.ts';

const ANA: Scope = { tenant: 't', userId: 'ana', agentId: 'guide', sessionId: 'monday', namespace: '', taskId: '' };
const BEN: Scope = { ...ANA, userId: 'ben' };
const WHOLE_ANA = { tenant: 't', userId: 'ana' };
const CACHED_MS = 60_000;

/** Returns the sums of a copy that are nobody's alone, and the names of users that it has. */
function sumsOf({ dataDir }: OpenedCopy) {
  const db = openForReading(join(dataDir, 'recorda.db'));
  try {
    const totals = db.prepare('SELECT tenant, type, count, bytes FROM totals WHERE count <> 0 ORDER BY type').all();
    return { totals, users: db.prepare("SELECT user_id FROM users WHERE tenant = 't' ORDER BY 1").pluck().all() };
  } finally {
    db.close();
  }
}

describe('a user whose key is missing, over PostgreSQL', () => {
  let postgres: PostgresProcess | undefined;
  let url: string;
  let keyFolder: string;
  let aside: string;
  let logged: string[];
  const master = randomBytes(32);
  const copies: OpenedCopy[] = [];
  before(async () => {
    postgres = await startPostgres();
  });
  beforeEach(async () => {
    [url, keyFolder, aside] = await Promise.all([postgres!.newDatabase(), temporaryFolder(), temporaryFolder()]);
    logged = [];
  });
  afterEach(async () => {
    for (const copy of copies.splice(0)) {
      await copy.close();
      await rm(copy.dataDir, { recursive: true, force: true });
    }
    for (const folder of [keyFolder, aside]) await rm(folder, { recursive: true, force: true });
  });
  after(async () => {
    await postgres?.stop();
  });
  const log = {
    warn: () => undefined,
    info: () => undefined,
    error: (fields: object, text: string) => void logged.push(`${JSON.stringify(fields)} ${text}`),
  };
  const open = async (more: CopyOptions = {}, keys: RowKeys = rowKeysIn(keyFolder, master)): Promise<OpenedCopy> => {
    const copy = await openCopy(url, { ...sealedOptions(url, keys), ...more });
    copies.push(copy);
    return copy;
  };
  /** Opens one that does not look for missing keys by itself, and whose keys stay in memory. */
  const openCaching = (cachedMs = CACHED_MS) =>
    open({}, { ...rowKeysIn(keyFolder, master, cachedMs), missingOf: async () => [] });
  const closed = async (copy: OpenedCopy): Promise<void> => {
    copies.splice(copies.indexOf(copy), 1);
    await copy.close();
  };
  const reopened = async (copy: OpenedCopy, more: CopyOptions = {}): Promise<OpenedCopy> => {
    await closed(copy);
    return open({ dataDir: copy.dataDir, clock: copy.clock, ...more });
  };
  const query = <R extends object>(sql: string) => postgres!.query<R & Record<string, unknown>>(url, sql);
  const keyOf = async ({ userId }: Scope) =>
    (await query<{ place: string; id: string }>(`SELECT place, id FROM recorda.keys WHERE user_id = '${userId}'`))[0];
  const lose = async (scope: Scope): Promise<string> => {
    const { place } = (await keyOf(scope))!;
    await rename(join(keyFolder, 'row-keys', place), join(aside, place));
    return place;
  };
  const find = (place: string): Promise<void> => rename(join(aside, place), join(keyFolder, 'row-keys', place));
  const untilRefused = async (copy: OpenedCopy): Promise<void> => {
    for (let tries = 0; tries < 200 && copy.refusalOf!(ANA) === undefined; tries += 1) await sleep(10);
  };

  it('is refused with what to do, while others are served, until a start with the key', async () => {
    const one = await openCaching();
    await add(one, ANA, 'a sunflower');
    await add(one, BEN, 'a tulip');
    const whole = sumsOf(await openCaching());
    const place = await lose(ANA);
    const lacking = await open({ log });
    expect(lacking.refusalOf!(BEN)).to.equal(undefined);
    const why = lacking.refusalOf!(ANA)!;
    expect(why.reason).to.equal('USER_KEY_MISSING');
    expect(why.message).to.match(/Put the key back from a backup .* restart .* erase the user/);
    expect(await contentsOf(lacking, BEN)).to.deep.equal(['a tulip']);
    await add(lacking, BEN, 'another tulip');
    await add(one, ANA, 'another sunflower');
    expect(await contentsOf(lacking, BEN)).to.deep.equal(['a tulip', 'another tulip']);
    expect(logged.filter((text) => text.includes('missing'))).to.have.length(1);
    expect(logged[0]).to.include(place).and.to.include('row-keys/<user>/<key>');
    expect(logged.join('\n')).not.to.match(/ana|sunflower/);
    expect(sumsOf(lacking).users).to.deep.equal(['ben']);

    const again = await reopened(lacking);
    expect(again.refusalOf!(ANA)?.reason, 'after a start').to.equal('USER_KEY_MISSING');
    expect(await contentsOf(again, BEN)).to.deep.equal(['a tulip', 'another tulip']);
    await find(place);
    const back = await reopened(again);
    expect(back.refusalOf!(ANA)).to.equal(undefined);
    expect(await contentsOf(back, ANA)).to.deep.equal(['a sunflower', 'another sunflower']);
    expect(sumsOf(back)).to.deep.equal(sumsOf(one));
    expect(whole.users).to.deep.equal(['ana', 'ben']);
  });

  it('is refused by a server that runs as soon as it meets a row, and the user’s old rows are not shown', async () => {
    const [one, other] = [await openCaching(), await open()];
    await add(one, ANA, 'a sunflower');
    await add(one, BEN, 'a tulip');
    expect(await contentsOf(other, ANA)).to.deep.equal(['a sunflower']);
    const before = sumsOf(other);
    const place = await lose(ANA);
    await add(one, ANA, 'another sunflower');
    expect(await contentsOf(other, BEN)).to.deep.equal(['a tulip']);
    expect(other.refusalOf!(ANA)?.reason).to.equal('USER_KEY_MISSING');
    expect(await contentsOf(other, ANA)).to.deep.equal([]);
    expect([before.users, sumsOf(other).users]).to.deep.equal([['ana', 'ben'], ['ben']]);
    await find(place);
    const back = await reopened(other);
    expect(await contentsOf(back, ANA)).to.deep.equal(['a sunflower', 'another sunflower']);
    expect(sumsOf(back)).to.deep.equal(sumsOf(one));
  });

  it('is told at the start of a server that has the rows, and keeps no write of others from being done', async () => {
    const one = await open();
    await add(one, ANA, 'a sunflower');
    await add(one, BEN, 'a tulip');
    await lose(ANA);
    const outcomes = await Promise.allSettled(
      ['x', 'y', 'z'].flatMap((name) => [add(one, ANA, name), add(one, BEN, name)]),
    );
    const reasons = outcomes.map((done) =>
      done.status === 'fulfilled' ? 'done' : (done.reason as RecordaError).reason,
    );
    expect(reasons).to.deep.equal(Array.from({ length: 3 }, () => ['USER_KEY_MISSING', 'done']).flat());
    expect(await contentsOf(one, BEN)).to.have.members(['a tulip', 'x', 'y', 'z']);

    const two = await open();
    await find((await readMissing(one))[0]!.place);
    const whole = await reopened(two);
    expect(await contentsOf(whole, ANA)).to.deep.equal(['a sunflower']);
    await lose(ANA);
    const told = await reopened(whole, { log });
    await untilRefused(told);
    expect(told.refusalOf!(ANA)?.reason).to.equal('USER_KEY_MISSING');
    expect(logged.filter((text) => text.includes(coldPartition(ANA)))).to.have.length(1);
    const snapshot = await told.backups.snapshot(call());
    expect(snapshot.refusedUsers, 'a backup tells that it lacks a user').to.equal(1);
    await snapshot.close();
    const { isGood, said } = (
      await checkPostgres({ url, rows: 'sealed' }, { openKeys: async () => rowKeysIn(keyFolder, master) })
    ).rows;
    expect(isGood).to.equal(false);
    expect(said).to.include(`the key of 1 user is missing: row-keys/${coldPartition(ANA)}/`);
    expect(said).not.to.include('ana');
  });

  it('can be erased, by a server that has nothing of the user, and comes back with another key', async () => {
    const [one, full] = [await openCaching(), await openCaching()];
    await add(one, ANA, 'a sunflower');
    await add(one, BEN, 'a tulip');
    await contentsOf(full, ANA);
    const { place, id } = (await keyOf(ANA))!;
    await lose(ANA);
    const lacking = await open();
    const some = await failure(lacking.users.erase(WHOLE_ANA, ['SHORT_TERM'], randomUUID(), call()));
    expect(some.reason, 'an erasure of some types').to.equal('USER_KEY_MISSING');
    const counts = await lacking.users.erase(WHOLE_ANA, undefined, randomUUID(), call());
    expect(counts).to.deep.include({ place: 'sqlite/row_key', count: 1 });
    expect(await rowKeysIn(keyFolder, master).find(place, id)).to.equal('DESTROYED');
    for (const table of ['rows', 'keys'])
      expect(await query(`SELECT * FROM recorda.${table} WHERE user_id = 'ana'`), table).to.deep.equal([]);
    expect(lacking.refusalOf!(ANA)).to.equal(undefined);
    const fresh = await open();
    for (const copy of [one, full, lacking, fresh]) {
      expect(await contentsOf(copy, ANA)).to.deep.equal([]);
      expect(sumsOf(copy)).to.deep.equal(sumsOf(fresh));
    }
    await add(full, ANA, 'back');
    expect((await keyOf(ANA))!.id).not.to.equal(id);
    for (const copy of [one, full, await reopened(lacking)])
      expect(await contentsOf(copy, ANA)).to.deep.equal(['back']);
  });

  it('can be erased by a server that has the rows', async () => {
    const one = await openCaching(0);
    await add(one, ANA, 'a sunflower');
    await add(one, BEN, 'a tulip');
    const { place, id } = (await keyOf(ANA))!;
    await lose(ANA);
    await one.users.erase(WHOLE_ANA, undefined, randomUUID(), call());
    expect(await rowKeysIn(keyFolder, master).find(place, id)).to.equal('DESTROYED');
    expect(await query("SELECT * FROM recorda.rows WHERE user_id = 'ana'")).to.deep.equal([]);
    const fresh = await open();
    expect(sumsOf(one)).to.deep.equal(sumsOf(fresh));
    expect(fresh.refusalOf!(ANA), 'an erased user lacks no key').to.equal(undefined);
  });

  it('who has no rows yet is not erased while another server writes the first ones', async () => {
    const one = await open();
    await add(one, BEN, 'a tulip');
    const pool = newPool({ url });
    const client = await pool.connect();
    await client.query("BEGIN; INSERT INTO recorda.cells (tenant, user_id, number) VALUES ('t', 'ana', 0)");
    let isDone = false;
    const erased = one.users.erase(WHOLE_ANA, undefined, randomUUID(), call()).then(() => (isDone = true));
    await sleep(500);
    expect(isDone).to.equal(false);
    await client.query('COMMIT');
    client.release();
    await pool.end();
    await erased;
  });

  it('is told so by a server, which erases that user of whom much is stored', async () => {
    const servers = await openServers({ url, rows: 'sealed' }, master);
    const found = (recorda: Recorda, userId: string) => recorda.agent({ userId, agentId: 'filler' }).retrieve('trait');
    try {
      const one = await servers.open('one');
      await fillUser(one, 'ana', (text) => text, 0.01);
      await fillUser(one, 'ben', (text) => text, 0.01);
      const { place } = (await keyOf(ANA))!;
      await cp(join(servers.folder, 'keys', 'row-keys', place), join(aside, place), { recursive: true });
      await rm(join(servers.folder, 'keys', 'row-keys', place), { recursive: true });
      const other = await servers.open('other');
      expect(await found(other, 'ben')).not.to.deep.equal([]);
      // Sums of the user's pools come with commits whose rows cannot be opened.
      await one.agent({ userId: 'ana', agentId: 'filler' }).add('a trait of a tulip');
      expect(await found(other, 'ben')).not.to.deep.equal([]);
      expect((await failure(found(other, 'ana'))).message).to.include('Put the key back from a backup');
      await all(other.admin.createBackup({ set: 'BACKUP_SET_DAILY' }));
      const [backup] = (await other.admin.listBackups({})).backups;
      expect(backup).to.include({ userCount: 1, refusedUserCount: 1 });
      const some = all(other.admin.deleteUserData({ userId: 'ana', types: ['MEMORY_TYPE_LONG_TERM'], force: true }));
      expect((await failure(some)).message).to.include('Put the key back from a backup');
      const steps = await all(other.admin.deleteUserData({ userId: 'ana', force: true }));
      expect(JSON.stringify(steps)).to.include('sqlite/row_key');
      const left = "SELECT tbl FROM recorda.rows WHERE user_id = 'ana'";
      expect(await query(left)).to.deep.equal([]);
      for (const recorda of [one, other]) {
        expect(await found(recorda, 'ana')).to.deep.equal([]);
        expect(await found(recorda, 'ben')).not.to.deep.equal([]);
      }
    } finally {
      await servers.close();
    }
  });
});

async function readMissing({ dataDir }: OpenedCopy): Promise<readonly { readonly place: string }[]> {
  return JSON.parse(await readFile(join(dataDir, 'refused-users.json'), 'utf8')) as { place: string }[];
}
