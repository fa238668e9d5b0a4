/** Two servers whose connections to PostgreSQL go through a PgBouncer in transaction mode, which gives each transaction another one. */
import { rm } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import { POSTGRES } from '../../server/policy/postgres.ts';
import { addTo, contentsOf, expectAllOnce, scopeOf, startWriter } from '../backends/postgres/fault-load.ts';
import type { Told } from '../backends/postgres/fault-writer.ts';
import { openCopy, type OpenedCopy } from '../backends/postgres/open-copy.ts';
import { startPostgres, type PostgresProcess } from '../backends/postgres/postgres-process.ts';
import { contentOf } from '../backends/sqlite/copying/mirrored-store.ts';
import { movableClock } from '../backends/sqlite/temporary-store.ts';
import { seededRandom } from '../load/sentences.ts';
import { ALSO_TORTURE, scaled, testSeed } from '../scale.ts';
import { startPgBouncer, type PgBouncerProcess } from './pgbouncer-process.ts';

const SEED = testSeed();
const CLIENTS = 16;

describe('two servers over PgBouncer', () => {
  let postgres: PostgresProcess | undefined;
  let bouncer: PgBouncerProcess | undefined;
  const opened: OpenedCopy[] = [];
  before(async () => {
    postgres = await startPostgres();
    bouncer = await startPgBouncer(postgres.port);
  });
  after(async () => {
    await bouncer?.stop();
    await postgres?.stop();
  });
  afterEach(async () => {
    for (const copy of opened.splice(0)) {
      await copy.close();
      await rm(copy.dataDir, { recursive: true, force: true });
    }
  });
  const newDatabase = async (): Promise<string> =>
    (await postgres!.newDatabase()).replace(`:${postgres!.port}/`, `:${bouncer!.port}/`);
  const open = async (url: string, options: Parameters<typeof openCopy>[1] = {}): Promise<OpenedCopy> => {
    const copy = await openCopy(url, options);
    opened.push(copy);
    return copy;
  };

  it('keep a quota, find each other’s writes at once, and apply a request once', async () => {
    const url = await newDatabase();
    const options = { clock: movableClock(), quota: { count: 25, bytes: 1e6 } };
    const copies = [await open(url, options), await open(url, options)] as const;
    const told = await Promise.all(
      Array.from({ length: CLIENTS }, async (_, client) => {
        const outcomes = [];
        for (let n = 0; n < 4; n += 1)
          outcomes.push(...(await addTo(copies[((client + n) % 2) as 0 | 1], 'ana', `${client} ${n}`)));
        return outcomes;
      }),
    );
    expect(told.flat().filter(({ ok }) => ok)).to.have.length(25);
    for (let n = 0; n < 20; n += 1) {
      await addTo(copies[(n % 2) as 0 | 1], 'ben', `memory ${n}`);
      expect(await contentsOf(copies[((n + 1) % 2) as 0 | 1], 'ben')).to.include(`memory ${n}`);
    }
    const once = Array.from({ length: CLIENTS }, (_, n) => addTo(copies[(n % 2) as 0 | 1], 'cleo', 'once', 'request'));
    await Promise.all(once);
    for (const copy of copies) expect(await contentsOf(copy, 'cleo')).to.deep.equal(['once']);
  });

  it('tell those who watch at the other, though PgBouncer delivers no notifications', async () => {
    const url = await newDatabase();
    const [one, other] = [await open(url), await open(url)];
    for (let n = 0; n < 3; n += 1) {
      let stop = (): void => undefined;
      const heard = new Promise<void>((resolve) => {
        stop = other.changes.subscribe(scopeOf('dora'), resolve);
      });
      const fromMs = performance.now();
      await addTo(one, 'dora', `memory ${n}`);
      await heard;
      stop();
      expect(performance.now() - fromMs).to.be.below(2 * POSTGRES.lookIntervalMs);
    }
  });

  it(`lose nothing acknowledged and have nothing twice, when PgBouncer or a server is killed (seed ${SEED})${ALSO_TORTURE}`, async function () {
    this.timeout(scaled(300_000, 3_600_000));
    const url = await newDatabase();
    const random = seededRandom(SEED);
    const told: Told[] = [];
    const servers = await Promise.all(['a', 'b'].map((name) => startWriter(url, name, told)));
    const faults = scaled(10, 300);
    for (let fault = 0; fault < faults; fault += 1) {
      await sleep(200 + random() * 600);
      if (fault % 3 === 0) await servers[Math.floor(random() * 2)]!.killAndRestart();
      else {
        await bouncer!.crash();
        await sleep(random() * 500);
        await bouncer!.restart();
      }
    }
    await sleep(1000);
    await Promise.all(servers.map((server) => server.end()));
    const late = await openCopy(url);
    await expectAllOnce(late, told);
    expect(told.length).to.be.greaterThan(faults);
    await late.close();
    // It recounts all that is counted.
    contentOf(late.dataDir);
    await rm(late.dataDir, { recursive: true, force: true });
  });
});
