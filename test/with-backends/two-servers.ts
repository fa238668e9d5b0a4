/** Two servers with the same backends, each with a data folder of its own, and a user who may use either. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect, type Agent, type Recorda } from '../../client/index.ts';
import { startServer, type ServerProcess } from '../server-process.ts';

export type TwoServers = {
  readonly recordas: readonly [Recorda, Recorda];
  /** Returns a new user, at one server and at the other. */
  newUser(): readonly [Agent, Agent];
  close(): Promise<void>;
};

export async function startTwoServers(env: Readonly<Record<string, string>>): Promise<TwoServers> {
  const folders = await Promise.all([1, 2].map(() => mkdtemp(join(tmpdir(), 'recorda-several-'))));
  const servers: readonly ServerProcess[] = await Promise.all(folders.map((dataDir) => startServer({ dataDir, env })));
  const [one, other] = servers.map(({ address }) => connect(address));
  const recordas = [one!, other!] as const;
  let users = 0;
  return {
    recordas,
    newUser() {
      users += 1;
      const scope = { userId: `user ${users}`, agentId: 'guide', sessionId: 'monday' };
      return [recordas[0].agent(scope), recordas[1].agent(scope)];
    },
    async close() {
      await Promise.all(recordas.map((recorda) => recorda.close()));
      await Promise.all(servers.map((server) => server.stop()));
      await Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true })));
    },
  };
}
