/** A server as a process of its own, with a client and its health, for tests that take something from under it. */
import { connect } from '../../client/connect.ts';
import type { Recorda } from '../../client/recorda.ts';
import { healthOf } from '../rpc/check-health.ts';
import { startServer, type ServerOptions, type ServerProcess } from '../server-process.ts';

export const MEMORY = 'recorda.v1.MemoryService';
export const READS = `${MEMORY}.reads`;
export const CONTEXT = 'recorda.v1.ContextService';

export type FaultyServer = ServerProcess & {
  readonly recorda: Recorda;
  /** Asks for services in the order given: true where one is SERVING. */
  serves(...services: readonly string[]): Promise<readonly boolean[]>;
  /** Its log, as one text. */
  logged(): string;
};

export async function faultyServer(options: ServerOptions): Promise<FaultyServer> {
  const server = await startServer(options);
  const recorda = connect(server.address);
  const health = healthOf(server.address);
  return {
    ...server,
    recorda,
    logged: () => server.log.join('\n'),
    serves: (...services) => Promise.all(services.map(async (service) => (await health.check(service)) === 'SERVING')),
    async stop() {
      health.close();
      await recorda.close();
      await server.stop();
    },
  };
}

/** Waits until it holds, asking now and then; fails after `ms`. */
export async function untilHolds(holds: () => Promise<boolean>, ms: number): Promise<number> {
  const startMs = performance.now();
  while (!(await holds())) {
    if (performance.now() - startMs > ms) throw new Error(`It did not hold within ${ms} ms.`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return performance.now() - startMs;
}
