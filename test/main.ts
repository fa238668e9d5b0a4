/**
 * `npm test`: every test, in two processes at once, since one after the other they take a quarter of an hour: what is killed,
 * fuzzed and searched in one, the doors in the other. What the second says is printed whole when it is over.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { ROOT } from './root.ts';

const SUITES = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.test.js') && !path.startsWith('with-backends'))
  .map((path) => relative(ROOT, join(import.meta.dirname, path)))
  .toSorted();

/** With what was given after `npm test --`, for example `--grep persona`. */
const OPTIONS = ['--no-package', '--enable-source-maps', '--timeout', '30000', ...process.argv.slice(2)];

const ALONE = /^dist\/test\/(torture|domain|retrieval|embedders|jobs|keeping|erasing|bench)\//;

const codes = await Promise.all([
  mocha(
    SUITES.filter((path) => !ALONE.test(path)),
    'inherit',
  ),
  mocha(
    SUITES.filter((path) => ALONE.test(path)),
    'pipe',
  ),
]);
process.exitCode = codes.every((code) => code === 0) ? 0 : 1;

async function mocha(paths: readonly string[], output: 'inherit' | 'pipe'): Promise<number | null> {
  const child = spawn('npx', ['--no-install', 'mocha', ...OPTIONS, ...paths], {
    cwd: ROOT,
    stdio: ['ignore', output, output],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (text: Buffer) => (said += text.toString()));
  const [code] = (await once(child, 'close')) as [number | null];
  process.stdout.write(said);
  return code;
}
