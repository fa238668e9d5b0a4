/**
 * Starts the servers that cases call, in processes of their own, and tells a runner of any language how to reach them.
 */
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ROOT } from '../../root.ts';
import { startServer } from '../../server-process.ts';
import type { ServerName } from './case-file.ts';

export type CaseServers = {
  readonly addresses: Readonly<Record<ServerName, string>>;
  /** API keys of the server `keyed`, by the names that cases give them. */
  readonly keys: Readonly<Record<string, string>>;
  /** Both as JSON in RECORDA_TEST_CASES, for runners in other languages. */
  readonly environment: Readonly<Record<string, string>>;
  stop(): Promise<void>;
};

const KEYS = {
  agent: ['--role', 'agent', '--all-users'],
  ofAna: ['--role', 'agent', '--user', 'ana'],
} as const;

export async function startCaseServers(): Promise<CaseServers> {
  const folder = await mkdtemp(join(tmpdir(), 'recorda-cases-'));
  const keysFile = join(folder, 'keys.json');
  const keys: Record<string, string> = {};
  for (const [name, args] of Object.entries(KEYS)) keys[name] = await createKey(keysFile, args);
  const [open, keyed] = await Promise.all([
    startServer({ dataDir: join(folder, 'open') }),
    startServer({ dataDir: join(folder, 'keyed'), flags: ['--api-keys-file', keysFile] }),
  ]);
  const addresses = { open: open.address, keyed: keyed.address };
  return {
    addresses,
    keys,
    environment: { RECORDA_TEST_CASES: JSON.stringify({ addresses, keys }) },
    async stop() {
      await Promise.all([open.stop(), keyed.stop()]);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function createKey(file: string, args: readonly string[]): Promise<string> {
  const main = join(ROOT, 'dist/server/main.js');
  const { stdout } = await promisify(execFile)(process.execPath, [
    main,
    'key',
    'create',
    '--api-keys-file',
    file,
    ...args,
  ]);
  return stdout.trim();
}
