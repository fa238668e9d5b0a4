/** Tests which databases have sealed rows when nobody says whether they should, and that servers of one database agree. */
import { randomBytes, randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import { recordaOver } from '../../client/recorda.ts';
import { checkPostgres } from '../../server/backends/postgres/check-postgres.ts';
import type { DatabaseOpenError } from '../../server/backends/postgres/postgres-errors.ts';
import type { Scope } from '../../server/domain/memory.ts';
import { pipelineTransport } from '../../server/embedded/pipeline-transport.ts';
import { moveStore } from '../../server/opening/move-store.ts';
import { openRecorda } from '../../server/recorda.ts';
import type { RowsSetting } from '../../server/backends/postgres/connect-postgres.ts';
import { openCopy, type OpenedCopy } from '../backends/postgres/open-copy.ts';
import { startPostgres, type PostgresProcess } from '../backends/postgres/postgres-process.ts';
import { rowKeysIn } from '../backends/postgres/sealed-options.ts';
import { add, contentsOf } from '../backends/postgres/short-turns.ts';
import { openTemporary, temporaryFolder } from '../backends/sqlite/temporary-store.ts';
import { openVault, vaultAdmin } from '../stand-ins/vault/vault-server.ts';

const ANA: Scope = { tenant: 't', userId: 'ana', agentId: 'guide', sessionId: 'monday', namespace: '', taskId: '' };
const BEN: Scope = { ...ANA, userId: 'ben' };

type How = { readonly rows?: RowsSetting; readonly hasKeyService?: boolean };

describe('the setting of rows in PostgreSQL', () => {
  let postgres: PostgresProcess | undefined;
  let url: string;
  let folder: string;
  let logged: string[];
  const master = randomBytes(32);
  const copies: OpenedCopy[] = [];
  before(async () => {
    postgres = await startPostgres();
  });
  beforeEach(async () => {
    [url, folder] = await Promise.all([postgres!.newDatabase(), temporaryFolder()]);
    logged = [];
  });
  afterEach(async () => {
    await closeAll();
    await rm(folder, { recursive: true, force: true });
  });
  after(async () => {
    await postgres?.stop();
  });
  const closeAll = async (): Promise<void> => {
    for (const copy of copies.splice(0)) {
      await copy.close();
      await rm(copy.dataDir, { recursive: true, force: true });
    }
  };
  const log = {
    warn: () => undefined,
    error: () => undefined,
    info: (fields: object, text: string) => void logged.push(`${JSON.stringify(fields)} ${text}`),
  };
  const open = async ({ rows, hasKeyService }: How): Promise<OpenedCopy> => {
    const agreed = () => ({ RECORDA_STORE_ROWS: [rows ?? 'auto'] });
    const rowKeys = rowKeysIn(join(folder, 'keys'), master);
    const copy = await openCopy(url, { address: { url, rows, agreed }, hasKeyService, rowKeys, log });
    copies.push(copy);
    return copy;
  };
  /** Names the users who have sealed memories, and those who have readable ones. */
  const kinds = async () => {
    const sql = "SELECT user_id AS id, image LIKE '[%' AS readable FROM recorda.rows WHERE tbl = 'memories' ORDER BY 1";
    const found = await postgres!.query<{ id: string; readable: boolean }>(url, sql);
    return {
      sealed: found.filter(({ readable }) => !readable).map(({ id }) => id),
      readable: found.filter(({ readable }) => readable).map(({ id }) => id),
    };
  };
  const doctor = async ({ rows, hasKeyService }: How): Promise<string> =>
    (await checkPostgres({ url, rows }, { hasKeyService })).rows.said;

  it('seals the rows of a new database if a key service keeps the master key, and every server then goes on so', async () => {
    expect(await doctor({ hasKeyService: true })).to.match(/^RECORDA_STORE_ROWS \(auto, .*\) has the rows .* sealed/);
    await add(await open({ hasKeyService: true }), ANA, 'a sunflower');
    await add(await open({ hasKeyService: true }), BEN, 'a tulip');
    expect(await kinds()).to.deep.equal({ sealed: ['ana', 'ben'], readable: [] });
    expect(logged[0]).to.equal('{"rows":"sealed"} rows of users in PostgreSQL are sealed with their keys');
    await closeAll();
    // The database was sealed for a reason, though the service is no longer named.
    await add(await open({}), { ...ANA, userId: 'carl' }, 'an iris');
    expect(await kinds()).to.deep.equal({ sealed: ['ana', 'ben', 'carl'], readable: [] });
    expect(await doctor({})).to.match(/those of 3 users are sealed, and none are readable/);
  });

  it('leaves a new database readable without a key service, and one that has data also with it', async () => {
    expect(await doctor({})).to.match(/^RECORDA_STORE_ROWS \(auto, .*\) leaves rows readable/);
    await add(await open({}), ANA, 'a sunflower');
    await closeAll();
    const later = await open({ hasKeyService: true });
    await add(later, BEN, 'a tulip');
    expect(await kinds()).to.deep.equal({ sealed: [], readable: ['ana', 'ben'] });
    expect(logged.at(-1)).to.match(/^\{"rows":"readable"\} rows of users in PostgreSQL are readable/);
    expect(await doctor({ hasKeyService: true })).to.match(/RECORDA_KEY_SERVICE, set it to sealed; those of 0 users/);
    expect(await doctor({})).not.to.include('RECORDA_KEY_SERVICE');
  });

  it('is what it says, where it says readable or sealed', async () => {
    await add(await open({ rows: 'readable', hasKeyService: true }), ANA, 'a sunflower');
    expect(await kinds()).to.deep.equal({ sealed: [], readable: ['ana'] });
    await closeAll();
    await add(await open({ rows: 'sealed' }), ANA, 'a tulip');
    expect(await kinds()).to.deep.equal({ sealed: ['ana', 'ana'], readable: [] });
    await closeAll();
    await add(await open({ rows: 'readable' }), BEN, 'an iris');
    expect(await kinds()).to.deep.equal({ sealed: ['ana', 'ana'], readable: ['ben'] });
    expect(await contentsOf(await open({ rows: 'readable' }), ANA)).to.have.members(['a sunflower', 'a tulip']);
  });

  it('has servers agree on what it means, whether it says so or was chosen', async () => {
    const refused = (how: How) =>
      open(how).then(
        () => 'it started',
        (error: DatabaseOpenError) => `${error.code} ${error.message}`,
      );
    await open({});
    await open({ rows: 'readable' });
    expect(await refused({ rows: 'sealed' })).to.match(
      /^SETTINGS_DIFFER .*RECORDA_STORE_ROWS is sealed here and readable there/,
    );
    await closeAll();
    url = await postgres!.newDatabase();
    await open({ hasKeyService: true });
    await open({ rows: 'sealed' });
    expect(await refused({ rows: 'readable' })).to.include('RECORDA_STORE_ROWS is readable here and sealed there');
  });

  it('seals with the keys of Vault by itself, in a database of servers and in one to which a store is moved', async () => {
    const vault = await openVault();
    const key = `recorda-${randomUUID()}`;
    await vaultAdmin(vault, `transit/keys/${key}`, { type: 'aes256-gcm96' });
    const service = { url: vault.url, mount: 'transit', key, token: vault.tokens.all, tokenFile: undefined };
    const places = {
      cold: { kind: 'files', folder: join(folder, 'cold') },
      userKeys: { kind: 'files', folder: join(folder, 'keys') },
    } as const;
    const { pipeline, close } = await openRecorda({
      dataDir: join(folder, 'one'),
      store: { url },
      ...places,
      keyService: service,
      receiptKey: master.toString('base64'),
      warmUp: false,
    });
    const recorda = recordaOver(pipelineTransport(pipeline, close));
    await recorda.agent({ userId: 'ana', agentId: 'guide' }).add('a sunflower');
    expect(await kinds()).to.deep.equal({ sealed: ['ana'], readable: [] });
    await recorda.close();

    const plain = await openTemporary({ dataDir: join(folder, 'plain') });
    await add(plain, ANA, 'a sunflower');
    await plain.close();
    const config = { dataDir: join(folder, 'plain'), store: undefined, ...places };
    const move = async (rows: RowsSetting, keyService: typeof service | undefined) => {
      url = await postgres!.newDatabase();
      const order = { to: url, rows, onProgress: () => undefined };
      const { isSealed } = await moveStore({ ...config, keyService, masterKey: master.toString('base64') }, order);
      expect(await kinds()).to.deep.equal(
        isSealed ? { sealed: ['ana'], readable: [] } : { sealed: [], readable: ['ana'] },
      );
      return isSealed;
    };
    expect(await move('auto', service)).to.equal(true);
    expect(await move('readable', service)).to.equal(false);
    expect(await move('auto', undefined)).to.equal(false);
    const nowhere = { ...config, userKeys: undefined, keyService: service };
    const why = await moveStore(nowhere, { to: url, rows: 'auto', onProgress: () => undefined }).catch(
      (error: Error) => error.message,
    );
    expect(why).to.match(
      /^RECORDA_KEY_SERVICE is set, .* unless --readable is given, which requires RECORDA_USER_KEYS/,
    );
    await vault.close();
  });
});
