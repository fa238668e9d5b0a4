/** Programs of ours as processes of their own: the real server, as a user starts it. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { connect, createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { ROOT } from './root.ts';

const START_TIMEOUT_MS = 20_000;
const STOP_TIMEOUT_MS = 10_000;

/** A server that listens. */
export type ServerProcess = {
  /** Like `127.0.0.1:50051`. */
  readonly address: string;
  readonly process: ChildProcess;
  /** Ends it with SIGTERM and waits until it is gone. */
  stop(): Promise<void>;
};

export type ServerOptions = {
  readonly dataDir: string;
  readonly nodeOptions?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
};

/** `recorda serve` on a free loopback port, ready for calls. What it writes to stderr is shown when it fails to start. */
export async function startServer(options: ServerOptions): Promise<ServerProcess> {
  const port = await freePort();
  const address = `127.0.0.1:${port}`;
  const script = join(ROOT, 'dist/server/main.js');
  const serve = ['serve', '--host', '127.0.0.1', '--port', `${port}`, '--data-dir', options.dataDir];
  const child = spawn(process.execPath, [...(options.nodeOptions ?? []), script, ...serve], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...options.env },
  });
  const lines: string[] = [];
  child.stdout.on('data', (text: Buffer) => lines.push(text.toString()));
  child.stderr.on('data', (text: Buffer) => lines.push(text.toString()));
  const deadline = Date.now() + START_TIMEOUT_MS;
  while (!(await isListening(address))) {
    if (child.exitCode !== null || Date.now() > deadline) {
      child.kill('SIGKILL');
      throw new Error(`The server did not start:\n${lines.join('')}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return { address, process: child, stop: () => stop(child) };
}

/** A script of `dist/test` that prints the port it listens on as its first line. */
export async function startScript(script: string, args: readonly string[]): Promise<ServerProcess> {
  const child = spawn(process.execPath, [join(ROOT, 'dist/test', script), ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [port] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
  return { address: `127.0.0.1:${port}`, process: child, stop: () => stop(child) };
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill('SIGTERM');
  const timer = setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT_MS);
  await gone;
  clearTimeout(timer);
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

/** Whether something listens there. */
function isListening(address: string): Promise<boolean> {
  const [host, port] = address.split(':');
  return new Promise((resolve) => {
    const socket = connect({ host, port: Number(port) });
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
}
