/** The configuration for Envoy in server/deploy, run by a real one before two real servers. */
import { once } from 'node:events';

import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import { parseDocument } from 'yaml';
import { connect, type Agent, type Recorda } from '../../client/index.ts';
import { ROOT } from '../root.ts';
import { startServer, type ServerProcess } from '../server-process.ts';
import { startEnvoy, type EnvoyProcess } from './envoy-process.ts';
import { freePort } from './redis-process.ts';

/** Envoy notices within two checks, a second apart, and a call may have to wait for them. */
const NOTICES_MS = 10_000;
const USERS = 24;

/** Returns the configuration with the ports and addresses of this test, and nothing else changed. */
async function configured(port: number, servers: readonly ServerProcess[]): Promise<string> {
  const document = parseDocument(await readFile(join(ROOT, 'server/deploy/envoy.yaml'), 'utf8'));
  const socket = ['address', 'socket_address'];
  document.setIn(['static_resources', 'listeners', 0, ...socket, 'port_value'], port);
  for (const cluster of [0, 1])
    servers.forEach(({ address, httpPort }, at) => {
      const endpoint = ['load_assignment', 'endpoints', 0, 'lb_endpoints', at, 'endpoint', ...socket];
      const path = ['static_resources', 'clusters', cluster, ...endpoint];
      expect(document.getIn([...path, 'port_value'])).to.equal([50_051, 50_052][cluster]);
      document.setIn([...path, 'address'], '127.0.0.1');
      document.setIn([...path, 'port_value'], cluster === 0 ? Number(address.split(':')[1]) : httpPort);
    });
  return document.toString();
}

describe('Envoy before two servers', () => {
  let folder: string;
  let envoy: EnvoyProcess | undefined;
  const servers: ServerProcess[] = [];
  const clients: Recorda[] = [];
  let address: string;
  /** Users, and where each one's calls went: the servers share nothing here, so only one of them has what was written. */
  const users = Array.from({ length: USERS }, (_, n) => `user ${n}`);
  const open = (at: string): Recorda => {
    const client = connect(at);
    clients.push(client);
    return client;
  };
  const agentOf = (client: Recorda, userId: string): Agent => client.agent({ userId, agentId: 'guide' });
  const count = async (agent: Agent): Promise<number> => {
    let found = 0;
    for await (const _ of agent.list()) found += 1;
    return found;
  };

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'recorda-envoy-servers-'));
    for (const name of ['one', 'two']) {
      const env = { RECORDA_HTTP_PORT: '0', RECORDA_SERVER_NAME: name };
      servers.push(await startServer({ dataDir: join(folder, name), env }));
    }
    const port = await freePort();
    envoy = await startEnvoy(await configured(port, servers));
    address = `127.0.0.1:${port}`;
    const client = open(address);
    for (const endMs = performance.now() + NOTICES_MS; ; await sleep(100)) {
      const answered = await client.memory.whoAmI({}).then(
        () => true,
        () => false,
      );
      if (answered) break;
      expect(performance.now(), `Envoy answers: ${envoy.log.join('')}`).to.be.below(endMs);
    }
  });
  after(async () => {
    await Promise.all(clients.map((client) => client.close()));
    await envoy?.stop();
    await Promise.all(servers.map((server) => server.stop()));
    await rm(folder, { recursive: true, force: true });
  });

  it('sends each user to one of them, over gRPC and HTTP to the same, and users to both', async () => {
    const [grpc, http] = [open(address), open(`http://${address}`)];
    for (const user of users) {
      // Each is a call of its own, and a client of its own would change nothing.
      for (let n = 0; n < 3; n += 1) await agentOf(grpc, user).persona.set(`key ${n}`, `value ${n}`);
      await agentOf(http, user).add(`Likes tea (${user}).`);
      await agentOf(grpc, user).add(`Has a bicycle (${user}).`);
      expect(await count(agentOf(grpc, user)), user).to.equal(2);
      expect(await count(agentOf(http, user)), user).to.equal(2);
      expect((await agentOf(http, user).persona.get('key 2'))?.value).to.equal('value 2');
    }
    const at = await Promise.all(
      servers.map(async (server) => {
        const counts = await Promise.all(users.map((user) => count(agentOf(open(server.address), user))));
        return counts.filter((memories) => memories > 0).length;
      }),
    );
    expect(at[0]! + at[1]!).to.equal(USERS);
    expect(Math.min(...at)).to.be.above(USERS / 8);
  });

  it('lets streams through, and errors with their details', async () => {
    for (const client of [open(address), open(`http://${address}`)]) {
      const ana = agentOf(client, users[0]!);
      const texts: string[] = [];
      for await (const { text } of ana.stream('tea')) texts.push(text);
      expect(texts.join(' ')).to.include('Likes tea');
      for await (const { event } of client.memory.watchMemories({ scope: { userId: users[0] } })) {
        expect(event?.$case).to.equal('position');
        break;
      }
      const refused = await ana.get('lt_0').catch((error: { readonly reason?: string }) => error.reason);
      expect(refused).to.match(/^(MEMORY_NOT_FOUND|FIELD_INVALID)$/);
    }
  });

  it('sends the users of one that is killed to the other', async () => {
    const killed = servers[0]!.process;
    const gone = once(killed, 'exit');
    killed.kill('SIGKILL');
    await gone;
    for (const client of [open(address), open(`http://${address}`)])
      for (const user of users)
        for (const endMs = performance.now() + NOTICES_MS; ; await sleep(100)) {
          const added = await agentOf(client, user)
            .persona.set('after', 'there')
            .then(
              () => true,
              () => false,
            );
          if (added) break;
          expect(performance.now(), user).to.be.below(endMs);
        }
    const two = open(servers[1]!.address);
    for (const user of users) expect((await agentOf(two, user).persona.get('after'))?.value).to.equal('there');
  });
});
