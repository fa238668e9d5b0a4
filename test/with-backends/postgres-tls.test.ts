/** A PostgreSQL that takes TLS alone, with a certificate of its own. */
import { rm } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import { newPool, type PostgresAddress } from '../../server/backends/postgres/connect-postgres.ts';
import { prepareDatabase } from '../../server/backends/postgres/prepare-database.ts';
import { addTo, contentsOf } from '../backends/postgres/fault-load.ts';
import { openCopy } from '../backends/postgres/open-copy.ts';
import { startTlsPostgres, type TlsPostgres } from '../backends/postgres/postgres-process.ts';

describe('a PostgreSQL over TLS', () => {
  let postgres: TlsPostgres | undefined;
  /** The address of a superuser, who may connect without TLS. */
  let plain: string;
  let url: string;
  let caFile: string;
  before(async () => {
    postgres = await startTlsPostgres();
    caFile = postgres.caFile;
    plain = await postgres.newDatabase();
    const database = new URL(plain).pathname.slice(1);
    await postgres.query(plain, `CREATE ROLE recorda LOGIN; GRANT CREATE ON DATABASE ${database} TO recorda`);
    url = `postgres://recorda@localhost:${postgres.port}/${database}`;
  });
  after(async () => {
    await postgres?.stop();
  });

  it('is reached by TLS with every connection of a server, the standby included', async () => {
    const address = { url: `${url}?sslmode=verify-full`, caFile };
    const copy = await openCopy(url, { address: { ...address, read: address } });
    try {
      await addTo(copy, 'ana', 'likes skiing');
      expect(await contentsOf(copy, 'ana')).to.deep.equal(['likes skiing']);
      const sql = `SELECT s.ssl, a.query FROM pg_stat_activity a JOIN pg_stat_ssl s USING (pid) WHERE a.application_name = 'recorda'`;
      const connections = () => postgres!.query<{ ssl: boolean; query: string }>(plain, sql);
      let found = await connections();
      // The server begins to listen by itself, and is open before it does.
      for (let tries = 0; tries < 500 && !found.some(({ query }) => query === 'LISTEN recorda'); tries += 1) {
        await sleep(20);
        found = await connections();
      }
      expect(found.map(({ query }) => query)).to.include('LISTEN recorda');
      expect(found.length).to.be.greaterThan(1);
      expect(found.every(({ ssl }) => ssl)).to.equal(true);
    } finally {
      await copy.close();
      await rm(copy.dataDir, { recursive: true, force: true });
    }
  });

  const refusal = async (address: PostgresAddress): Promise<Error | undefined> => {
    const pool = newPool(address);
    try {
      await prepareDatabase(pool, { tables: 1, embedder: 'e' }, 300);
      return undefined;
    } catch (error) {
      return error as Error;
    } finally {
      await pool.end();
    }
  };

  it('is refused, with what to do, if TLS does not prove who it is, or is not asked for', async () => {
    const verified = `${url}?sslmode=verify-full`;
    for (const [address, says] of [
      [{ url: verified }, /self-signed certificate.*RECORDA_STORE_CA_FILE/],
      [
        { url: verified.replace('localhost', '127.0.0.1'), caFile },
        /127\.0\.0\.1.*Name it in RECORDA_STORE as its certificate does/,
      ],
      [{ url }, /no encryption.*\?sslmode=verify-full/],
    ] as const) {
      const refused = await refusal(address);
      expect(refused).to.have.property('code', 'DATABASE_REFUSED');
      expect(refused?.message).to.match(says);
    }
  });

  it('is never reached without TLS if the address asks for it', async () => {
    await postgres!.query(plain, 'ALTER SYSTEM SET ssl = off');
    await postgres!.query(plain, 'SELECT pg_reload_conf()');
    try {
      const asked = { url: `${url.replace('recorda@', 'postgres@')}?sslmode=verify-full`, caFile };
      const refused = await refusal(asked);
      expect(refused).to.have.property('code', 'DATABASE_REFUSED');
      expect(refused?.message).to.match(/does not support SSL connections.*Turn TLS on/);
    } finally {
      await postgres!.query(plain, 'ALTER SYSTEM RESET ssl');
      await postgres!.query(plain, 'SELECT pg_reload_conf()');
    }
  });
});
