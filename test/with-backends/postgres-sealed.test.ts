/** Tests rows of users that are sealed in PostgreSQL: what is left of an erased user, and what a server says that cannot open them. */
import { randomBytes, randomUUID } from 'node:crypto';
import { cp, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect } from 'chai';
import { checkPostgres } from '../../server/backends/postgres/check-postgres.ts';
import { readNewer } from '../../server/backends/postgres/commits.ts';
import { newPool } from '../../server/backends/postgres/connect-postgres.ts';
import { rowOpening } from '../../server/backends/postgres/row-sealing.ts';
import { coldPartition } from '../../server/domain/cold-name.ts';
import { RecordaError } from '../../server/domain/errors.ts';
import type { Scope } from '../../server/domain/memory.ts';
import { MASTER_KEYS } from '../../server/policy/lifecycle.ts';
import { SECOND_MS } from '../../server/policy/units.ts';
import type { RowKeys } from '../../server/ports/cold-storage.ts';
import { openCopy, type CopyOptions, type OpenedCopy } from '../backends/postgres/open-copy.ts';
import { startPostgres, type PostgresProcess } from '../backends/postgres/postgres-process.ts';
import { rowKeysIn, sealedOptions } from '../backends/postgres/sealed-options.ts';
import { add, contentsOf } from '../backends/postgres/short-turns.ts';
import { temporaryFolder } from '../backends/sqlite/temporary-store.ts';
import { call, failure } from '../conformance/subject.ts';
import { cuttingProxy } from './cutting-proxy.ts';

const ANA: Scope = { tenant: 't', userId: 'ana', agentId: 'guide', sessionId: 'monday', namespace: '', taskId: '' };
const BEN: Scope = { ...ANA, userId: 'ben' };
const SEALED = '(sealed with the key of the user)';

describe('rows that are sealed in PostgreSQL', () => {
  let postgres: PostgresProcess | undefined;
  let url: string;
  let keyFolder: string;
  const master = randomBytes(32);
  const copies: OpenedCopy[] = [];
  before(async () => {
    postgres = await startPostgres();
  });
  beforeEach(async () => {
    url = await postgres!.newDatabase();
    keyFolder = await temporaryFolder();
  });
  afterEach(async () => {
    for (const copy of copies.splice(0)) await closed(copy);
    await rm(keyFolder, { recursive: true, force: true });
  });
  after(async () => {
    await postgres?.stop();
  });
  const closed = async (copy: OpenedCopy): Promise<void> => {
    const at = copies.indexOf(copy);
    if (at >= 0) copies.splice(at, 1);
    await copy.close();
    await rm(copy.dataDir, { recursive: true, force: true });
  };
  const open = async (keys: RowKeys = rowKeysIn(keyFolder, master), more: CopyOptions = {}): Promise<OpenedCopy> => {
    const copy = await openCopy(url, { ...sealedOptions(url, keys), ...more });
    copies.push(copy);
    return copy;
  };
  const openReadable = () => open(rowKeysIn(keyFolder, master), { address: { url, rows: 'readable' } });
  const query = <R extends object>(sql: string) => postgres!.query<R & Record<string, unknown>>(url, sql);
  const sealedUsers = async (): Promise<readonly string[]> =>
    (await query<{ id: string }>('SELECT user_id AS id FROM recorda.keys ORDER BY 1')).map(({ id }) => id);
  const countOf = async (what: string): Promise<number> =>
    (await query<{ count: number }>(`SELECT count(*)::int AS count FROM ${what}`))[0]!.count;
  const READABLE_TEXT = `recorda.rows WHERE user_id = 'ana' AND (image LIKE '%sunflower%' OR key LIKE '%sunflower%' OR key LIKE '%monday%')`;

  it('have nothing in them that the user wrote or named, and are found at another server and at one that comes later', async () => {
    const one = await open();
    await add(one, ANA, 'a sunflower');
    expect(await contentsOf(await open(), ANA)).to.deep.equal(['a sunflower']);
    expect(await countOf(READABLE_TEXT)).to.equal(0);
    expect(await countOf(READABLE_TEXT.replace('recorda.rows', 'recorda.changes'))).to.equal(0);
    await one.users.erase({ tenant: 't', userId: 'ana' }, ['SHORT_TERM'], randomUUID(), call());
    expect(await countOf("recorda.rows WHERE tbl = 'memories'")).to.equal(0);
    expect(await contentsOf(await open(), ANA)).to.deep.equal([]);
  });

  it('are in views that say so, as readable ones are in views that show them', async () => {
    const view = 'SELECT user_id, type, session_id, content, is_sealed FROM recorda.memories ORDER BY user_id';
    const readable = await openReadable();
    await add(readable, BEN, 'a \u0000 tulip');
    await closed(readable);
    expect(await query(view)).to.deep.equal([
      { user_id: 'ben', type: 'SHORT_TERM', session_id: 'monday', content: 'a \ufffd tulip', is_sealed: false },
    ]);
    await add(await open(), ANA, 'a sunflower');
    const [row] = await query(view);
    expect(row).to.deep.equal({ user_id: 'ana', type: SEALED, session_id: SEALED, content: SEALED, is_sealed: true });
  });

  it('are those of all users soon after sealing was turned on, and both kinds are read until then', async () => {
    const first = await open();
    await add(first, ANA, 'a sunflower');
    await closed(first);
    const readable = await openReadable();
    await add(readable, BEN, 'a tulip');
    await add(readable, ANA, 'another sunflower');
    expect(await sealedUsers()).to.deep.equal(['ana']);
    expect(await countOf(READABLE_TEXT)).to.equal(0);
    expect(await countOf("recorda.rows WHERE user_id = 'ben' AND image LIKE '%tulip%'")).to.equal(1);
    const later = await openReadable();
    expect(await contentsOf(later, ANA)).to.deep.equal(['a sunflower', 'another sunflower']);
    expect(await contentsOf(later, BEN)).to.deep.equal(['a tulip']);
    expect((await checkPostgres({ url, rows: 'readable' })).rows.said).to.include(
      'those of 1 users are sealed, and some are readable; what is sealed stays so',
    );
    await closed(readable);

    // A server that was there before has its own copy, and goes on from it.
    const { dataDir, clock } = later;
    copies.splice(copies.indexOf(later), 1);
    await later.close();
    const sealing = await open(undefined, { dataDir, clock });
    for (let tries = 0; tries < 100 && (await sealedUsers()).length < 2; tries += 1) await sleep(20);
    expect(await sealedUsers()).to.deep.equal(['ana', 'ben']);
    for (const table of ['rows', 'changes'])
      expect(await countOf(`recorda.${table} WHERE user_id = 'ben' AND image LIKE '%tulip%'`), table).to.equal(0);
    expect((await checkPostgres({ url, rows: 'sealed' })).rows.said).to.include(
      'those of 2 users are sealed, and none are readable',
    );
    await add(sealing, BEN, 'another tulip');
    for (const copy of [sealing, await open()])
      expect(await contentsOf(copy, BEN)).to.deep.equal(['a tulip', 'another tulip']);
    // What is deleted along with another row is found, whichever form that row had.
    await sealing.users.erase({ tenant: 't', userId: 'ben' }, ['SHORT_TERM'], randomUUID(), call());
    expect(await countOf("recorda.rows WHERE user_id = 'ben' AND tbl = 'memories'")).to.equal(0);
  });

  it('of a user who was erased and comes back are sealed with another key, and the first one is gone', async () => {
    const [one, other] = [await open(), await open()];
    await add(one, ANA, 'a sunflower');
    await contentsOf(other, ANA);
    const keyOf = async () => (await query<{ place: string; id: string }>('SELECT place, id FROM recorda.keys'))[0]!;
    const first = await keyOf();
    const counts = await one.users.erase({ tenant: 't', userId: 'ana' }, undefined, randomUUID(), call());
    expect(counts).to.deep.include({ place: 'sqlite/row_key', count: 1 });
    expect(await rowKeysIn(keyFolder, master).find(first.place, first.id)).to.equal('DESTROYED');
    await add(other, ANA, 'back');
    const second = await keyOf();
    expect(second.place).to.equal(coldPartition(ANA));
    expect(second.id).not.to.equal(first.id);
    for (const copy of [one, await open()]) expect(await contentsOf(copy, ANA)).to.deep.equal(['back']);
  });

  it('can all be opened, when one server erases a user for whom another one writes', async () => {
    const cached = MASTER_KEYS.cachedSeconds * SECOND_MS;
    const [one, other] = [
      await open(rowKeysIn(keyFolder, master, cached)),
      await open(rowKeysIn(keyFolder, master, cached)),
    ];
    for (let round = 0; round < 30; round += 1) {
      await add(other, ANA, `before ${round}`);
      await Promise.all([
        one.users.erase({ tenant: 't', userId: 'ana' }, undefined, randomUUID(), call()),
        ...['x', 'y', 'z'].map((name) => add(other, ANA, `${name} ${round}`)),
      ]);
      const [here, there] = [await contentsOf(one, ANA), await contentsOf(other, ANA)];
      expect(here).to.deep.equal(there);
      const later = await open();
      expect(await contentsOf(later, ANA), `round ${round}`).to.deep.equal(here);
      await closed(later);
    }
  });

  it('are opened with keys of which a server holds none once it has loaded its copy', async () => {
    setFlagsFromString('--expose-gc');
    const collect = runInNewContext('gc') as () => void;
    const one = await open();
    for (const scope of [ANA, BEN]) await add(one, scope, 'a sunflower');
    const keys = rowKeysIn(keyFolder, master);
    const found: WeakRef<object>[] = [];
    const find: RowKeys['find'] = async (place, id) => {
      const key = await keys.find(place, id);
      if (key !== 'DESTROYED') found.push(new WeakRef(key));
      return key;
    };
    await open({ ...keys, find });
    expect(found).to.have.length(2);
    const held = (): number => found.filter((key) => key.deref() !== undefined).length;
    for (let tries = 0; tries < 100 && held() > 0; tries += 1) {
      await sleep(10);
      collect();
    }
    expect(held()).to.equal(0);
  });

  it('have keys of which the doctor does not say that they are lost while their place is not mounted', async () => {
    const one = await open();
    for (const scope of [ANA, BEN]) await add(one, scope, 'a sunflower');
    const elsewhere = await temporaryFolder();
    // The doctor itself writes there while it looks.
    await writeFile(join(elsewhere, 'note'), '');
    const { rows } = await checkPostgres(
      { url, rows: 'sealed' },
      { openKeys: async () => rowKeysIn(elsewhere, master) },
    );
    await rm(elsewhere, { recursive: true });
    expect(rows.isGood).to.equal(false);
    expect(rows.said)
      .to.match(/RECORDA_USER_KEYS has no key of any of 2 users: it is empty or not mounted/)
      .and.not.to.include('erase');
  });

  it('keep a server from starting that has not their keys, and it says which setting is wrong', async () => {
    await add(await open(), ANA, 'a sunflower');
    const elsewhere = await temporaryFolder();
    const noKeys = await failure(open(rowKeysIn(elsewhere, master)));
    expect([noKeys.reason, noKeys.message]).to.deep.equal([
      'USER_KEY_MISSING',
      'Rows of a user in PostgreSQL are sealed with a key that is missing. Put the keys back in the place of RECORDA_USER_KEYS, or set it to the place of the keys: all servers over one database need the same.',
    ]);
    const otherMaster = await failure(open(rowKeysIn(keyFolder, randomBytes(32))));
    expect(otherMaster.reason).to.equal('MASTER_KEY_MISMATCH');
    expect(otherMaster.message).to.include('RECORDA_MASTER_KEY');
    expect(await readdir(elsewhere)).to.deep.equal([]);
  });

  it('have their user refused if one was put in the place of another', async () => {
    await add(await open(), ANA, 'a sunflower');
    await add(copies[0]!, ANA, 'a tulip');
    await query(`UPDATE recorda.rows r SET image = o.image FROM recorda.rows o
      WHERE r.tbl = 'memories' AND o.tbl = 'memories' AND r.digest > o.digest`);
    expect((await open()).refusalOf!(ANA)?.reason).to.equal('STORE_DAMAGED');
  });

  it('are written though the connection is lost while the user gets a key, and the server goes on', async () => {
    const proxy = await cuttingProxy(postgres!.port, [Buffer.from('COMMIT\0')]);
    const through = url.replace(`:${postgres!.port}/`, `:${proxy.port}/`);
    const one = await open(rowKeysIn(keyFolder, master), { address: { url: through, rows: 'sealed' } });
    proxy.cutAnswerTo(1);
    await add(one, ANA, 'a sunflower');
    expect(proxy.cuts()).to.equal(1);
    expect(await contentsOf(await open(), ANA)).to.deep.equal(['a sunflower']);
    await closed(one);
    await proxy.close();
  });

  it('are not written while the storage of keys is away, and go on when it is back', async () => {
    const keys = rowKeysIn(keyFolder, master);
    let isAway = false;
    const away = async (): Promise<void> => {
      if (isAway) throw new RecordaError('BACKEND_UNAVAILABLE', 'The storage of keys does not answer.');
    };
    const flaky: RowKeys = {
      ...keys,
      make: (place) => away().then(() => keys.make(place)),
      find: (place, id) => away().then(() => keys.find(place, id)),
    };
    const one = await open(flaky);
    await add(one, ANA, 'a sunflower');
    isAway = true;
    for (const scope of [ANA, BEN]) {
      const { reason, message } = await failure(add(one, scope, 'meanwhile'));
      expect([reason, message]).to.deep.equal(['BACKEND_UNAVAILABLE', 'The storage of keys does not answer.']);
    }
    isAway = false;
    await add(one, BEN, 'after');
    expect([await contentsOf(one, ANA), await contentsOf(one, BEN)]).to.deep.equal([['a sunflower'], ['after']]);
  });

  it('of a database that is put back as before an erasure are as if they were not there', async () => {
    const one = await open();
    await add(one, ANA, 'a sunflower');
    await add(one, BEN, 'a tulip');
    const { place, id } = (
      await query<{ place: string; id: string }>("SELECT place, id FROM recorda.keys WHERE user_id = 'ana'")
    )[0]!;
    await closed(one);
    const keys = rowKeysIn(keyFolder, master);
    await keys.destroy(place, id);
    // A server that is at an earlier commit looks again before it answers, since an erasure has usually destroyed the key.
    const pool = newPool({ url });
    const { head, changes, isTorn } = await readNewer(pool, 0, { opening: rowOpening(keys) });
    await pool.end();
    expect({ isTorn, last: changes.at(-1)?.position }).to.deep.equal({ isTorn: true, last: head });
    const back = await open();
    expect([await contentsOf(back, ANA), await contentsOf(back, BEN)]).to.deep.equal([[], ['a tulip']]);
    await add(back, ANA, 'back');
    expect(await countOf(`recorda.rows WHERE image LIKE '%${id}%'`), 'what that key sealed').to.equal(0);
    for (const copy of [back, await open()]) expect(await contentsOf(copy, ANA)).to.deep.equal(['back']);
  });

  it('have no key that an older copy of the storage of keys brings back', async () => {
    const one = await open();
    await add(one, ANA, 'a sunflower');
    const { place, id } = (await query<{ place: string; id: string }>('SELECT place, id FROM recorda.keys'))[0]!;
    const keys = rowKeysIn(keyFolder, master);
    const older = await temporaryFolder();
    await cp(keyFolder, older, { recursive: true });
    await one.users.erase({ tenant: 't', userId: 'ana' }, undefined, randomUUID(), call());
    await cp(older, keyFolder, { recursive: true });
    expect(await keys.find(place, id)).to.have.property('id', id);
    await one.destroyDeadRowKeys!([[place, id]]);
    expect(await keys.find(place, id), 'after a rotation').to.equal('DESTROYED');
    await cp(older, keyFolder, { recursive: true });
    await closed(one);
    await open();
    for (let tries = 0; tries < 100 && (await keys.find(place, id)) !== 'DESTROYED'; tries += 1) await sleep(20);
    expect(await keys.find(place, id), 'after a start').to.equal('DESTROYED');
  });

  describe('and servers of the version before', () => {
    it('are refused where one of them runs, and nothing has changed', async () => {
      const readable = await openReadable();
      await add(readable, ANA, 'a sunflower');
      const pool = newPool({ url });
      await pool.query("UPDATE recorda.servers SET settings = (settings::jsonb - 'rows')::text");
      const why = await open().catch((error: Error) => error);
      expect(why).to.have.property('code', 'SETTINGS_DIFFER');
      expect((why as Error).message).to.include('Upgrade all servers first');
      await pool.end();
      await add(readable, ANA, 'another');
      expect(await countOf("recorda.rows WHERE user_id = 'ana' AND image LIKE '%sunflower%'")).to.equal(1);
    });

    it('are told to start again by their next commit, if one of them was not heard of meanwhile', async () => {
      await open();
      const sql = `SELECT recorda.commit_change(0, gen_random_uuid(), '{}', '', '{}', '{}', '{}', '{}', '{}', '{}', '{}', '{}', '{}', '{}', '{}')`;
      const why = await query(sql).then(
        () => undefined,
        (error: { readonly code: string }) => error.code,
      );
      expect(why).to.equal('RC001');
    });
  });
});
