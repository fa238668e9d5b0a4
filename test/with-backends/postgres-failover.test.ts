/** A primary that is lost, and replaced by its synchronous standby: servers that reach it by one name go on with what was acknowledged. */
import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import { addTo, contentsOf } from '../backends/postgres/fault-load.ts';
import { openCopy, type OpenedCopy } from '../backends/postgres/open-copy.ts';
import { startPostgres, startStandby, type PostgresProcess } from '../backends/postgres/postgres-process.ts';
import { scaled } from '../scale.ts';
import { switchingProxy, type SwitchingProxy } from './switching-proxy.ts';

const PROMOTIONS = scaled(1, 20);
const CLIENTS = 4;
/** The adds of a client before its primary is lost, and after that. */
const ADDS = 15;
/** The time within which a client gets an add through after a promotion. */
const BACK_MS = 30_000;

describe('servers over a primary that is replaced by its synchronous standby', () => {
  let primary: PostgresProcess | undefined;
  let standby: PostgresProcess | undefined;
  let proxy: SwitchingProxy | undefined;
  const copies: OpenedCopy[] = [];
  afterEach(async () => {
    for (const copy of copies.splice(0)) {
      await copy.close();
      await rm(copy.dataDir, { recursive: true, force: true });
    }
    await proxy?.close();
    await standby?.stop();
    await primary?.stop();
  });

  /** Starts both databases, and two servers that know the address of the proxy alone. */
  const start = async (): Promise<string> => {
    primary = await startPostgres();
    standby = await startStandby(primary);
    const direct = await primary.newDatabase();
    await primary.query(direct, "ALTER SYSTEM SET synchronous_standby_names = '*'");
    await primary.query(direct, 'SELECT pg_reload_conf()');
    proxy = await switchingProxy(primary.port);
    const url = direct.replace(`:${primary.port}`, `:${proxy.port}`);
    for (let n = 0; n < 2; n += 1) copies.push(await openCopy(url));
    return url;
  };
  const isSynchronous = async (url: string): Promise<boolean> => {
    const sql = "SELECT count(*)::int AS count FROM pg_stat_replication WHERE sync_state = 'sync'";
    return (await primary!.query<{ count: number }>(url, sql))[0]?.count === 1;
  };
  /** Adds until it is acknowledged, as a client does that repeats its request. */
  const add = async (copy: OpenedCopy, content: string): Promise<void> => {
    const requestId = randomUUID();
    for (const endMs = performance.now() + BACK_MS; ; await sleep(20)) {
      const [outcome] = await addTo(copy, 'ana', content, requestId).catch((error: unknown) => [{ ok: false, error }]);
      if (outcome?.ok === true) return;
      expect(outcome?.error).to.have.property('reason', 'BACKEND_UNAVAILABLE');
      expect(performance.now(), 'the add gets through').to.be.below(endMs);
    }
  };

  for (let promotion = 1; promotion <= PROMOTIONS; promotion += 1) {
    it(`go on by themselves with all that was acknowledged, each once (${promotion})`, async () => {
      const url = await start();
      while (!(await isSynchronous(url))) await sleep(20);
      const acknowledged: string[] = [];
      let isReplaced = false;
      const client = async (number: number): Promise<void> => {
        for (let left = ADDS; left > 0;) {
          const content = `${number} ${acknowledged.length} ${randomUUID()}`;
          await add(copies[number % 2]!, content);
          acknowledged.push(content);
          // Writes go on until the primary is lost in the midst of them.
          if (isReplaced) left -= 1;
        }
      };
      const clients = Promise.all(Array.from({ length: CLIENTS }, (_, number) => client(number)));
      while (acknowledged.length < CLIENTS * ADDS) await sleep(5);
      await primary!.crash();
      await standby!.query(url, 'SELECT pg_promote()');
      proxy!.switchTo(standby!.port);
      isReplaced = true;
      await clients;
      copies.push(await openCopy(url));
      for (const copy of copies) {
        const found = await contentsOf(copy, 'ana');
        expect(found).to.have.members(acknowledged);
        expect(found).to.have.length(acknowledged.length);
        expect(copy.failure()).to.equal(undefined);
      }
    });
  }
});
