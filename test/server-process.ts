/** Programs of ours as processes of their own: the real server, as a user starts it. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { endWithUs } from './end-with-us.ts';
import { ROOT } from './root.ts';

/** Far more than it takes, since tests may share the machine. */
const START_TIMEOUT_MS = 120_000;
const STOP_TIMEOUT_MS = 60_000;

/** A server that listens. */
export type ServerProcess = {
  /** Like `127.0.0.1:50051`. */
  readonly address: string;
  /** Where it answers HTTP, if it was told to. */
  readonly httpPort?: number | undefined;
  /** Where it gives its metrics, if it was told to. */
  readonly metricsPort?: number | undefined;
  readonly process: ChildProcess;
  /** What it has logged so far. */
  readonly log: readonly string[];
  /** Ends it with SIGTERM and waits until it is gone. */
  stop(): Promise<void>;
};

export type ServerOptions = {
  readonly dataDir: string;
  readonly nodeOptions?: readonly string[];
  /** More flags of `recorda serve`. */
  readonly flags?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
};

/** `recorda serve` on a free loopback port, ready for calls. Rejects with what it logged when it does not start. */
export async function startServer(options: ServerOptions): Promise<ServerProcess> {
  const script = join(ROOT, 'dist/server/main.js');
  const serve = [
    'serve',
    '--host',
    '127.0.0.1',
    '--port',
    '0',
    '--data-dir',
    options.dataDir,
    ...(options.flags ?? []),
  ];
  const child = endWithUs(
    spawn(process.execPath, [...(options.nodeOptions ?? []), script, ...serve], {
      stdio: ['ignore', 'pipe', 'pipe'],
      // Servers of tests run beside each other, and would share the default port. A test that makes few calls gains nothing by a
      // warm-up, which takes a third of the start.
      env: { ...process.env, RECORDA_HTTP_PORT: 'off', RECORDA_WARM_UP: 'off', ...options.env },
    }),
  );
  const log: string[] = [];
  return new Promise((resolve, reject) => {
    const fail = (): void => {
      child.kill('SIGKILL');
      reject(new Error(`The server did not start:\n${log.join('\n')}`));
    };
    const timer = setTimeout(fail, START_TIMEOUT_MS);
    child.once('exit', fail);
    const read = (line: string): void => {
      log.push(line);
      const listens = listeningLine(line);
      if (listens === undefined) return;
      clearTimeout(timer);
      child.off('exit', fail);
      resolve({
        address: `127.0.0.1:${listens.port}`,
        httpPort: listens.httpPort,
        metricsPort: listens.metricsPort,
        process: child,
        log,
        stop: () => stop(child),
      });
    };
    createInterface({ input: child.stdout }).on('line', read);
    createInterface({ input: child.stderr }).on('line', read);
  });
}

type Listening = { readonly port: number; readonly httpPort?: number; readonly metricsPort?: number };

/** The line that the server logs once it listens. */
function listeningLine(line: string): Listening | undefined {
  if (!line.startsWith('{')) return undefined;
  const entry = JSON.parse(line) as Partial<Listening>;
  return entry.port === undefined ? undefined : { ...entry, port: entry.port };
}

/** A script of `dist/test` that prints the port it listens on as its first line. */
export async function startScript(script: string, args: readonly string[]): Promise<ServerProcess> {
  const child = endWithUs(
    spawn(process.execPath, [join(ROOT, 'dist/test', script), ...args], { stdio: ['ignore', 'pipe', 'inherit'] }),
  );
  const [port] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
  return { address: `127.0.0.1:${port}`, process: child, log: [], stop: () => stop(child) };
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill('SIGTERM');
  const timer = setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT_MS);
  await gone;
  clearTimeout(timer);
}
