/** Tests users of whom rows in PostgreSQL are damaged, among others who are served: with sealed rows and with readable ones. */
import { randomBytes, randomUUID } from 'node:crypto';
import { readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import type { Recorda } from '../../client/recorda.ts';
import { checkPostgres } from '../../server/backends/postgres/check-postgres.ts';
import type { RowsMode } from '../../server/backends/postgres/connect-postgres.ts';
import { coldPartition } from '../../server/domain/cold-name.ts';
import type { Scope } from '../../server/domain/memory.ts';
import { all } from '../api/doors.ts';
import { openCopy, type CopyOptions, type OpenedCopy } from '../backends/postgres/open-copy.ts';
import { openServers } from '../backends/postgres/open-servers.ts';
import { startPostgres, type PostgresProcess } from '../backends/postgres/postgres-process.ts';
import { rowKeysIn } from '../backends/postgres/sealed-options.ts';
import { add, contentsOf } from '../backends/postgres/short-turns.ts';
import { temporaryFolder } from '../backends/sqlite/temporary-store.ts';
import { call, failure } from '../conformance/subject.ts';
import { fillUser } from '../erasing/full-user.ts';
import { cuttingProxy } from './cutting-proxy.ts';

const ANA: Scope = { tenant: 't', userId: 'ana', agentId: 'guide', sessionId: 'monday', namespace: '', taskId: '' };
const BEN: Scope = { ...ANA, userId: 'ben' };
const WHOLE_ANA = { tenant: 't', userId: 'ana' };

describe('a user of whom a row in PostgreSQL is damaged', () => {
  let postgres: PostgresProcess | undefined;
  let url: string;
  let keyFolder: string;
  let logged: string[];
  const master = randomBytes(32);
  const copies: OpenedCopy[] = [];
  before(async () => {
    postgres = await startPostgres();
  });
  beforeEach(async () => {
    [url, keyFolder] = await Promise.all([postgres!.newDatabase(), temporaryFolder()]);
    logged = [];
  });
  afterEach(async () => {
    for (const copy of copies.splice(0)) {
      await copy.close();
      await rm(copy.dataDir, { recursive: true, force: true });
    }
    await rm(keyFolder, { recursive: true, force: true });
  });
  after(async () => {
    await postgres?.stop();
  });
  const log = {
    warn: () => undefined,
    info: () => undefined,
    error: (fields: object, text: string) => void logged.push(`${JSON.stringify(fields)} ${text}`),
  };
  const open = async (rows: RowsMode, more: CopyOptions = {}): Promise<OpenedCopy> => {
    const copy = await openCopy(url, {
      address: { url, rows },
      rowKeys: rowKeysIn(keyFolder, master, 60_000),
      log,
      ...more,
    });
    copies.push(copy);
    return copy;
  };
  const reopened = async (rows: RowsMode, copy: OpenedCopy): Promise<OpenedCopy> => {
    copies.splice(copies.indexOf(copy), 1);
    await copy.close();
    return open(rows, { dataDir: copy.dataDir, clock: copy.clock });
  };
  const query = <R extends object>(sql: string) => postgres!.query<R & Record<string, unknown>>(url, sql);
  const memories = "recorda.rows WHERE user_id = 'ana' AND tbl = 'memories'";

  for (const rows of ['sealed', 'readable'] as const) {
    it(`is refused with what to do, while others are served, until the row is put back, among ${rows} rows`, async () => {
      const one = await open(rows);
      for (const text of ['a sunflower', 'an iris']) await add(one, ANA, text);
      await add(one, BEN, 'a tulip');
      const [row] = await query<{ digest: string; image: string }>(
        `SELECT encode(digest, 'hex') AS digest, image FROM ${memories} ORDER BY digest LIMIT 1`,
      );
      const { digest, image } = row!;
      const put = (text: string) =>
        query(
          `UPDATE ${memories.replace(' WHERE', ` SET image = '${text}' WHERE`)} AND encode(digest, 'hex') = '${digest}'`,
        );
      await put(image.slice(0, -5));
      const lacking = await open(rows);
      expect(lacking.refusalOf!(BEN)).to.equal(undefined);
      const why = lacking.refusalOf!(ANA)!;
      expect(why.reason).to.equal('STORE_DAMAGED');
      expect(why.message).to.match(
        /Restart it.* put the row back.* as a backup of the database has it.* erase the user/,
      );
      await add(lacking, BEN, 'another tulip');
      expect(await contentsOf(lacking, BEN)).to.deep.equal(['a tulip', 'another tulip']);
      expect(await contentsOf(lacking, ANA)).to.deep.equal([]);
      expect(logged).to.have.length(1);
      expect(logged[0]).to.include(`"row":"memories \\\\x${digest}"`).and.to.include(coldPartition(ANA));
      expect(logged[0]).not.to.match(/ana|sunflower|iris/);
      const doctor = async (dataDir: string) => (await checkPostgres({ url }, { dataDir })).rows;
      expect((await doctor(lacking.dataDir)).isGood).to.equal(false);
      expect((await doctor(lacking.dataDir)).said).to.include(
        `refuses 1 user with damaged rows: memories \\x${digest}`,
      );

      const again = await reopened(rows, lacking);
      expect(again.refusalOf!(ANA)?.reason, 'after a start').to.equal('STORE_DAMAGED');
      await put(image);
      const back = await reopened(rows, again);
      expect(back.refusalOf!(ANA)).to.equal(undefined);
      expect(await contentsOf(back, ANA)).to.have.members(['a sunflower', 'an iris']);
      expect((await doctor(back.dataDir)).isGood).to.equal(true);
    });
  }

  it('is the only one whose writes are refused, also if one was tried out before', async () => {
    const one = await open('readable');
    await add(one, ANA, 'a sunflower');
    await add(one, BEN, 'a tulip');
    await query(`UPDATE ${memories.replace(' WHERE', " SET image = '' WHERE")}`);
    const lacking = await open('readable');
    const before = await query("SELECT tbl, key, image FROM recorda.rows WHERE user_id = 'ana' ORDER BY 1, 2");
    const done = await Promise.allSettled(
      ['x', 'y'].flatMap((text) => [add(lacking, ANA, text), add(lacking, BEN, text)]),
    );
    const reasons = done.map((how) =>
      how.status === 'fulfilled' ? 'done' : (how.reason as { readonly reason: string }).reason,
    );
    expect(reasons).to.deep.equal(['STORE_DAMAGED', 'done', 'STORE_DAMAGED', 'done']);
    expect(await query("SELECT tbl, key, image FROM recorda.rows WHERE user_id = 'ana' ORDER BY 1, 2")).to.deep.equal(
      before,
    );
  });

  for (const [what, image] of [
    ['no JSON', 'sunflower'],
    ['nothing', ''],
    ['no rows', '{}'],
    ['rows without columns', '[{"note":1}]'],
    ['rows that are numbers', '[1]'],
    ['values of another kind', '[{"id":{"a":1}}]'],
  ] as const)
    it(`is refused alone if a row that is readable has ${what}`, async () => {
      const one = await open('readable');
      await add(one, ANA, 'a sunflower');
      await add(one, BEN, 'a tulip');
      for (const table of ['memories', 'owners', 'users']) {
        const place = `recorda.rows SET image = $image WHERE user_id = 'ana' AND tbl = '${table}'`;
        const [was] = await query<{ image: string }>(
          `SELECT image FROM recorda.rows WHERE user_id = 'ana' AND tbl = '${table}'`,
        );
        await query(`UPDATE ${place.replace('$image', `'${image}'`)}`);
        const lacking = await open('readable');
        expect(lacking.refusalOf!(ANA)?.reason, table).to.equal('STORE_DAMAGED');
        expect(await contentsOf(lacking, BEN), table).to.deep.equal(['a tulip']);
        await query(`UPDATE ${place.replace('$image', `'${was!.image.replaceAll("'", "''")}'`)}`);
      }
      expect(logged.join('\n')).not.to.match(/ana|sunflower/);
    });

  it('is refused by a server that meets a damaged commit, until it has read the rows anew', async () => {
    const [one, other] = [await open('sealed'), await open('sealed')];
    await add(one, ANA, 'a sunflower');
    await add(one, BEN, 'a tulip');
    expect(await contentsOf(other, ANA)).to.deep.equal(['a sunflower']);
    copies.splice(copies.indexOf(other), 1);
    await other.close();
    await add(one, ANA, 'an iris');
    await add(one, ANA, 'a rose');
    await add(one, BEN, 'another tulip');
    await query(`UPDATE recorda.changes SET image = replace(image, '"data":"', '"data":"AAAA')
      WHERE (number, n) IN (SELECT number, n FROM recorda.changes WHERE user_id = 'ana' AND tbl = 'memories' ORDER BY number DESC LIMIT 1)`);
    const met = await open('sealed', { dataDir: other.dataDir, clock: other.clock });
    expect(await contentsOf(met, BEN)).to.deep.equal(['a tulip', 'another tulip']);
    expect(met.refusalOf!(ANA)?.reason).to.equal('STORE_DAMAGED');
    expect(await contentsOf(met, ANA)).to.deep.equal([]);
    const anew = await reopened('sealed', met);
    expect(anew.refusalOf!(ANA)).to.equal(undefined);
    expect(await contentsOf(anew, ANA)).to.deep.equal(['a sunflower', 'an iris', 'a rose']);
  });

  for (const rows of ['sealed', 'readable'] as const)
    it(`can be erased, and comes back while the server that refused the user hears of nothing, among ${rows} rows`, async () => {
      const one = await open(rows);
      await add(one, ANA, 'a sunflower');
      await add(one, BEN, 'a tulip');
      await query(`UPDATE ${memories.replace(' WHERE', ' SET image = left(image, -4) WHERE')}`);
      const proxy = await cuttingProxy(postgres!.port);
      const through = url.replace(`:${postgres!.port}/`, `:${proxy.port}/`);
      const [lacking, apart] = [await open(rows), await open(rows, { address: { url: through, rows } })];
      for (const copy of [lacking, apart]) expect(copy.refusalOf!(ANA)?.reason).to.equal('STORE_DAMAGED');
      const some = await failure(lacking.users.erase(WHOLE_ANA, ['SHORT_TERM'], randomUUID(), call()));
      expect(some.reason, 'an erasure of some types').to.equal('STORE_DAMAGED');
      proxy.shut();
      await lacking.users.erase(WHOLE_ANA, undefined, randomUUID(), call());
      expect(await query("SELECT tbl FROM recorda.rows WHERE user_id = 'ana'")).to.deep.equal([]);
      await add(one, ANA, 'back');
      proxy.open();
      for (const copy of [one, lacking, apart, await open(rows)]) {
        let texts: readonly string[] | undefined;
        for (let tries = 0; tries < 20 && texts === undefined; tries += 1)
          texts = await contentsOf(copy, ANA).catch(() => undefined);
        expect(texts).to.deep.equal(['back']);
        expect(copy.refusalOf!(ANA)).to.equal(undefined);
      }
      await proxy.close();
    });

  it('is the only one who is refused if the object of a key is damaged', async () => {
    const one = await open('sealed');
    await add(one, ANA, 'a sunflower');
    await add(one, BEN, 'a tulip');
    const folder = join(keyFolder, 'row-keys', coldPartition(ANA));
    const [file] = await readdir(folder);
    const bytes = await readFile(join(folder, file!));
    await writeFile(join(folder, file!), Buffer.concat([Buffer.from('x'), bytes.subarray(1)]));
    const lacking = await open('sealed');
    expect(lacking.refusalOf!(ANA)?.reason).to.equal('USER_KEY_MISSING');
    expect(await contentsOf(lacking, BEN)).to.deep.equal(['a tulip']);
    await writeFile(join(folder, file!), bytes);
    const back = await reopened('sealed', lacking);
    expect(await contentsOf(back, ANA)).to.deep.equal(['a sunflower']);
  });

  it('is not blamed for a row of a tenant, which keeps a server from starting and is named', async () => {
    await add(await open('readable'), ANA, 'a sunflower');
    await query(`INSERT INTO recorda.rows (tenant, user_id, tbl, digest, key, number, n, image)
      VALUES ('t', '', 'tiers', sha256('x'), '["ana"]', 1, 99, 'x')`);
    const why = await failure(open('readable'));
    expect(why.reason).to.equal('STORE_DAMAGED');
    expect(why.message).to.match(/tiers \\x[0-9a-f]{64}.*Put it back as a backup of the database has it/);
  });

  it('is refused by every call but an erasure, whichever of the user’s rows it is', async () => {
    const servers = await openServers({ url }, master);
    const found = (recorda: Recorda, userId: string) => recorda.agent({ userId, agentId: 'filler' }).retrieve('trait');
    try {
      const one = await servers.open('one');
      await fillUser(one, 'ana', (text) => text, 0.01);
      await fillUser(one, 'ben', (text) => text, 0.01);
      const tables = await query<{ tbl: string }>(
        "SELECT DISTINCT tbl FROM recorda.rows WHERE user_id = 'ana' AND image LIKE '[%' ORDER BY 1",
      );
      const { tenant } = (
        await query<{ tenant: string }>("SELECT tenant FROM recorda.rows WHERE user_id = 'ana' LIMIT 1")
      )[0]!;
      expect(tables.length).to.be.above(20);
      for (const [at, { tbl }] of tables.entries()) {
        const place = `recorda.rows SET image = $ WHERE user_id = 'ana' AND tbl = '${tbl}' AND n = (SELECT max(n) FROM recorda.rows WHERE user_id = 'ana' AND tbl = '${tbl}')`;
        await query(`UPDATE ${place.replace('$', "'~' || image")}`);
        const lacking = await open('readable');
        expect(lacking.refusalOf!({ tenant, userId: 'ana' })?.reason, tbl).to.equal('STORE_DAMAGED');
        expect(lacking.refusalOf!({ tenant, userId: 'ben' }), tbl).to.equal(undefined);
        copies.splice(copies.indexOf(lacking), 1);
        await lacking.close();
        await rm(lacking.dataDir, { recursive: true });
        if (at < tables.length - 1) await query(`UPDATE ${place.replace('$', 'substr(image, 2)')}`);
      }
      const other = await servers.open('other');
      expect(await found(other, 'ben')).not.to.deep.equal([]);
      expect((await failure(found(other, 'ana'))).message).to.include('A row of this user in PostgreSQL is damaged');
      await all(other.admin.deleteUserData({ userId: 'ana', force: true }));
      expect(await query("SELECT tbl FROM recorda.rows WHERE user_id = 'ana'")).to.deep.equal([]);
      for (const recorda of [one, other]) {
        expect(await found(recorda, 'ana')).to.deep.equal([]);
        expect(await found(recorda, 'ben')).not.to.deep.equal([]);
      }
    } finally {
      await servers.close();
    }
  });
});
