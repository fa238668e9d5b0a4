/** A client with the addresses of two servers over one PostgreSQL, while one of them is killed under load, drained and started again. */
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import { connect, RecordaError, type Agent, type Recorda } from '../../client/index.ts';
import { rankedFor } from '../../client/user-hash.ts';
import { startPostgres, type PostgresProcess } from '../backends/postgres/postgres-process.ts';
import { seededRandom, sentence } from '../load/sentences.ts';
import { testSeed } from '../scale.ts';
import { startServer, type ServerProcess } from '../server-process.ts';
import { freePort, startRedis, type RedisProcess } from './redis-process.ts';

const NAMES = ['one', 'other'] as const;
type Name = (typeof NAMES)[number];
type Ports = { readonly grpc: number; readonly http: number };
const WORKERS = 12;
/** Longer than the longest wait before a server is asked whether it is there again, and its answer. */
const COMES_BACK_MS = 15_000;
/** The time within which a watcher hears of a change. */
const HEARS_MS = 10_000;

describe('a client with the addresses of two servers', () => {
  let folder: string;
  let postgres: PostgresProcess | undefined;
  let redis: RedisProcess | undefined;
  let env: Readonly<Record<string, string>>;
  const ports = new Map<Name, Ports>();
  const servers = new Map<Name, ServerProcess>();
  const clients: Recorda[] = [];

  const start = async (name: Name): Promise<void> => {
    const { grpc, http } = ports.get(name)!;
    const server = await startServer({
      dataDir: join(folder, name),
      flags: ['--port', `${grpc}`],
      env: { ...env, RECORDA_SERVER_NAME: name, RECORDA_HTTP_PORT: `${http}` },
    });
    servers.set(name, server);
  };
  const kill = async (name: Name): Promise<void> => {
    const { process: killed } = servers.get(name)!;
    if (killed.exitCode !== null || killed.signalCode !== null) return;
    const gone = once(killed, 'exit');
    killed.kill('SIGKILL');
    await gone;
  };

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'recorda-addresses-'));
    [postgres, redis] = await Promise.all([startPostgres(), startRedis()]);
    const key = (): string => randomBytes(32).toString('base64');
    env = {
      RECORDA_STORE: await postgres.newDatabase(),
      RECORDA_WORKING: redis.url,
      RECORDA_COLD: `file:${join(folder, 'cold')}`,
      RECORDA_USER_KEYS: `file:${join(folder, 'keys')}`,
      RECORDA_MASTER_KEY: key(),
      RECORDA_RECEIPT_KEY: key(),
    };
    for (const name of NAMES) ports.set(name, { grpc: await freePort(), http: await freePort() });
    await Promise.all(NAMES.map(start));
  });
  after(async () => {
    await Promise.all(clients.map((client) => client.close()));
    await Promise.all([...servers.values()].map((server) => server.stop()));
    await redis?.stop();
    await postgres?.stop();
    await rm(folder, { recursive: true, force: true });
  });

  const grpc = (): readonly string[] => NAMES.map((name) => `127.0.0.1:${ports.get(name)!.grpc}`);
  const http = (): readonly string[] => NAMES.map((name) => `http://127.0.0.1:${ports.get(name)!.http}`);
  const open = (addresses: readonly string[]): Recorda => {
    const client = connect(addresses);
    clients.push(client);
    return client;
  };
  /** Returns a user of each of these names whose first server is `name`. */
  const userOf = (name: Name, addresses: readonly string[]): string => {
    const ours = addresses.map((address, at) => ({ address, name: NAMES[at]! }));
    for (let n = 0; ; n += 1) if (rankedFor(`user ${n}`, ours)[0]!.name === name) return `user ${n}`;
  };

  it('loses nothing that was acknowledged, and has nothing twice, when one of them is killed under load', async () => {
    const random = seededRandom(testSeed());
    const agents: readonly Agent[] = [open(grpc()), open(http())].flatMap((client, door) =>
      Array.from({ length: WORKERS / 2 }, (_, n) =>
        client.agent({ userId: `${door} ${n}`, agentId: 'guide', sessionId: 'monday' }),
      ),
    );
    const over = new AbortController();
    const failures: RecordaError[] = [];
    const works = agents.map(async (agent) => {
      const acknowledged: string[] = [];
      let sent = 0;
      while (!over.signal.aborted) {
        sent += 1;
        try {
          const { operation, memory } = await agent.add(sentence(random), { metadata: { number: sent } });
          if (operation === 'ADD') acknowledged.push(memory.id);
        } catch (error) {
          failures.push(error as RecordaError);
        }
      }
      return { agent, acknowledged, sent };
    });
    const watched: string[] = [];
    const [watcher] = agents;
    const enough = new AbortController();
    const watching = (async () => {
      const { signal } = enough;
      for await (const { operation, id } of watcher!.watch({ types: ['long_term'], fromOldest: true, signal }))
        if (operation === 'add') watched.push(id);
    })().catch((error: RecordaError) => error.reason);
    await sleep(2000);
    await kill('one');
    await sleep(4000);
    over.abort();
    const done = await Promise.all(works);
    const heardByMs = performance.now() + HEARS_MS;
    while (watched.at(-1) !== done[0]!.acknowledged.at(-1) && performance.now() < heardByMs) await sleep(50);
    enough.abort();
    expect(await watching).to.equal('CANCELLED');

    // Every write may be repeated, and one of the servers was always there.
    expect(failures.map(({ message }) => message)).to.deep.equal([]);
    const direct = open([grpc()[1]!]);
    for (const { agent, acknowledged, sent } of done) {
      expect(acknowledged.length, 'writes of a user').to.be.above(5);
      const ids: string[] = [];
      const numbers: unknown[] = [];
      for await (const { id, metadata } of direct.agent(agent.scope).list()) {
        ids.push(id);
        numbers.push(metadata?.['number']);
      }
      expect(ids).to.include.members(acknowledged);
      expect(new Set(numbers).size, 'a write is there once').to.equal(numbers.length);
      expect(numbers.length).to.be.at.most(sent);
    }
    expect(watched).to.deep.equal(done[0]!.acknowledged);
    const firsts = agents.map(
      ({ scope: { userId } }, n) =>
        rankedFor(
          userId,
          (n < WORKERS / 2 ? grpc() : http()).map((address) => ({ address })),
        )[0]!.address,
    );
    expect(
      firsts.filter((address) => [grpc()[0], http()[0]].includes(address)),
      'users of the killed one',
    ).not.to.be.empty;
  });

  for (const [door, addresses] of [
    ['gRPC', grpc],
    ['HTTP', http],
  ] as const) {
    it(`comes back to the server that was away, over ${door}, and goes elsewhere when one drains`, async () => {
      await kill('one');
      const list = addresses();
      const client = open(list);
      const ana = client.agent({ userId: userOf('one', list), agentId: 'guide' });
      await ana.add(`Likes ${door}.`);
      // It counts the calls that it answers, which tells which server a call went to.
      await start('one');
      const metered = async (): Promise<number> => {
        const { rows } = await connectedTo('one').admin.getLatencyReport({});
        return rows.filter(({ operation }) => operation === 'get_memory').reduce((sum, { count }) => sum + count, 0);
      };
      const connectedTo = (name: Name): Recorda => open([grpc()[NAMES.indexOf(name)]!]);
      const { memory } = await ana.add(`Prefers ${door}.`);
      const from = await metered();
      for (const endMs = performance.now() + COMES_BACK_MS; ; await sleep(100)) {
        await ana.get(memory.id);
        if ((await metered()) > from) break;
        expect(performance.now(), 'it comes back').to.be.below(endMs);
      }
      const draining = servers.get('one')!.stop();
      for (let n = 0; n < 30; n += 1) {
        await ana.get(memory.id);
        await sleep(20);
      }
      await draining;
      expect((await ana.get(memory.id)).text).to.equal(`Prefers ${door}.`);
    });
  }

  it('says all that it tried when none is there', async () => {
    const closed = [await freePort(), await freePort()].map((port) => `127.0.0.1:${port}`);
    for (const list of [closed, closed.map((address) => `http://${address}`)]) {
      const error = await open(list)
        .agent({ userId: 'ana' })
        .get('x')
        .catch((thrown: unknown) => thrown as RecordaError);
      expect(error).to.be.instanceOf(RecordaError);
      const { message } = error as RecordaError;
      for (const address of list) expect(message).to.include(`No Recorda server answers at ${address}`);
      expect(message).to.match(/^3 attempts failed\. /);
    }
  });
});
