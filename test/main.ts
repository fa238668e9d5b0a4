/**
 * Runs the tests that need nothing but this checkout, in three parts:
 *
 * - `npm test`: all but those of `*.process.test.ts`; scenarios of test/api walk through gRPC, and where a door may change what happens
 *   through the others too.
 * - `npm run test:processes`: those of `*.process.test.ts`, which start, kill and restart our programs, open servers over the same folders
 *   again and again, or compile a copy of the tree.
 * - `npm run test:doors`: the scenarios of test/api again in process, over Connect in JSON and over gRPC-Web.
 *
 * Several processes take a file at a time, one process more than there are cores, since now and then each waits for a server or a disk.
 * A file's results are printed when it is over.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { ROOT } from './root.ts';

/** These take longest, so they begin first: at the end no process runs alone. */
const FIRST = [
  'faults/damage.process',
  'faults/disk-full.process',
  'torture/lifecycle-kill.process',
  'commands/reembed-online.process',
  'api/examples.process',
  'commands/serve.process',
  'erasing/older-copies.process',
  'lifecycle/move-keys.process',
  'conformance/sqlite',
  'conformance/whole-sqlite',
  'conformance/tried-out',
  'mcp/mcp',
  'upgrade/earlier-folder',
  'torture/event-loop',
  'language/third-language',
  'backends/sqlite/indexes/packs',
  'api/backups',
  'api/same-answers',
  'erasing/canary',
  'api/extractor',
  'conformance/indexed',
  'jobs/outbox',
].map((name) => `${name}.test.ts`);

type Tier = {
  readonly has: (path: string) => boolean;
  readonly options?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
};

const isOfProcesses = (path: string): boolean => path.endsWith('.process.test.ts');
const TIERS: Readonly<Record<string, Tier>> = {
  // With CI set, commands would colour what they print, as on a terminal; the tests read the plain text.
  processes: { has: isOfProcesses, env: { NO_COLOR: '1' } },
  doors: {
    has: (path) => path.startsWith('api/') && !isOfProcesses(path),
    // The other tests of these files have no doors, and @torture tries the store.
    options: ['--grep', '^(?!.*@torture).*(in process|over (Connect in JSON|gRPC-Web))'],
    env: { RECORDA_TEST_DOORS: 'inProcess,connectJson,grpcWeb' },
  },
};
const ALL: Tier = { has: (path) => !isOfProcesses(path) };

const [asked = '', ...more] = process.argv.slice(2);
const named = TIERS[asked];
const { has, options = [], env = {} } = named ?? ALL;
// The sources are listed, not what they were compiled to: a test that was removed may still lie there.
const files = readdirSync(join(ROOT, 'test'), { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.test.ts') && !path.startsWith('with-backends') && has(path))
  .toSorted((one, other) => rank(one) - rank(other) || one.localeCompare(other));
const paths = files.map((path) => join('dist/test', path.replace(/\.ts$/, '.js')));
/** With what was given after `npm test --`, for example `--grep persona`. */
const args = [
  '--no-package',
  '--enable-source-maps',
  '--timeout',
  '300000',
  '--parallel',
  '--jobs',
  String(availableParallelism() + 1),
  ...options,
  ...(named ? more : process.argv.slice(2)),
];
const mocha = spawn('npx', ['--no-install', 'mocha', ...args, ...paths], {
  cwd: ROOT,
  stdio: 'inherit',
  env: { ...process.env, ...env },
});
const [code] = (await once(mocha, 'close')) as [number | null];
process.exitCode = code ?? 1;

function rank(path: string): number {
  const index = FIRST.indexOf(path);
  return index === -1 ? FIRST.length : index;
}
