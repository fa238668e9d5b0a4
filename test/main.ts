/**
 * `npm test`: every test, its files in several processes at once, since one after the other they take half an hour. There is one
 * process more than there are cores, since now and then each waits for a server or a disk. A file is told of when it is over.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join, relative } from 'node:path';
import { ROOT } from './root.ts';

/** What takes longest begins first, lest all else be over while it still runs. */
const FIRST = [
  'faults/damage',
  'faults/disk-full',
  'torture/lifecycle-kill',
  'commands/reembed-online',
  'commands/reembed',
  'api/same-answers',
  'torture/kill',
  'api/watch-restarts',
  'api/examples',
  'domain/context/assemble',
  'commands/serve',
  'jobs/outbox',
].map((name) => `${name}.test.js`);

const files = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.test.js') && !path.startsWith('with-backends'))
  .toSorted();
const paths = [...FIRST, ...files.filter((path) => !FIRST.includes(path))].map((path) =>
  relative(ROOT, join(import.meta.dirname, path)),
);
/** With what was given after `npm test --`, for example `--grep persona`. */
const options = [
  ...['--no-package', '--enable-source-maps', '--timeout', '300000', '--parallel'],
  ...['--jobs', String(availableParallelism() + 1), ...process.argv.slice(2)],
];
const mocha = spawn('npx', ['--no-install', 'mocha', ...options, ...paths], { cwd: ROOT, stdio: 'inherit' });
const [code] = (await once(mocha, 'close')) as [number | null];
process.exitCode = code ?? 1;
