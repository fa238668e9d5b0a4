/** Starts servers with a client and their health, for tests that take resources from them. */
import { connect } from '../../client/connect.ts';
import type { Recorda } from '../../client/recorda.ts';
import { parseConfig } from '../../server/config.ts';
import { openRecorda } from '../../server/recorda.ts';
import { runServer } from '../../server/opening/run-server.ts';
import { jsonLog } from '../../server/telemetry/json-log.ts';
import { healthOf } from '../rpc/check-health.ts';
import { startServer, type ServerOptions, type ServerProcess } from '../server-process.ts';

export const MEMORY = 'recorda.v1.MemoryService';
export const READS = `${MEMORY}.reads`;
export const CONTEXT = 'recorda.v1.ContextService';

export type FaultyServer = {
  readonly recorda: Recorda;
  /** Asks for services in the order given: true if one is SERVING. */
  serves(...services: readonly string[]): Promise<readonly boolean[]>;
  /** Returns its log as one text. */
  logged(): string;
  stop(): Promise<void>;
};

/**
 * Starts the server as a process of its own, for tests of the executable, or of resources that belong to a
 * process.
 */
export async function faultyProcess(
  options: ServerOptions,
): Promise<FaultyServer & Pick<ServerProcess, 'process' | 'address'>> {
  const server = await startServer(options);
  return {
    process: server.process,
    address: server.address,
    ...withClient(server.address, {
      stop: () => server.stop(),
      logged: () => server.log.join('\n'),
    }),
  };
}

/** Starts the server in this process, with the same transports, in a fraction of the time. */
export async function faultyServer(
  settings: Readonly<Record<string, string>> & { readonly RECORDA_DATA_DIR: string },
): Promise<FaultyServer> {
  const lines: string[] = [];
  const { config } = parseConfig({
    RECORDA_PORT: '0',
    RECORDA_HTTP_PORT: 'off',
    RECORDA_WARM_UP: 'off',
    RECORDA_REFLECTION: 'off',
    ...settings,
  });
  const server = await runServer({
    config,
    log: jsonLog(config.logLevel, { write: (line) => void lines.push(line) }),
    version: '0.0.0',
    env: {},
    open: openRecorda,
  });
  return withClient(`127.0.0.1:${server.port}`, { stop: () => server.stop(), logged: () => lines.join('\n') });
}

function withClient(
  address: string,
  server: { readonly stop: () => Promise<void>; readonly logged: () => string },
): FaultyServer {
  const recorda = connect(address);
  const health = healthOf(address);
  return {
    recorda,
    logged: server.logged,
    serves: (...services) => Promise.all(services.map(async (service) => (await health.check(service)) === 'SERVING')),
    async stop() {
      health.close();
      await recorda.close();
      await server.stop();
    },
  };
}

/** Waits until the condition holds, checking now and then; fails after `ms`. */
export async function untilHolds(holds: () => Promise<boolean>, ms: number): Promise<number> {
  const startMs = performance.now();
  while (!(await holds())) {
    if (performance.now() - startMs > ms) throw new Error(`It did not hold within ${ms} ms.`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return performance.now() - startMs;
}
