/**
 * One agent with 100,000 long-term memories: measures how long a capacity run takes that archives 1,000 of them, how late calls are
 * that arrive meanwhile, compared with the same calls when nothing runs, and what occupied threads for that long. Then it takes a
 * backup of everything, and verifies it. `npm run bench -- lifecycle [MEMORIES [RUNS]]`.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

const folder = join(import.meta.dirname, 'lifecycle');
// A thread's own flags do not replace those of the environment.
const NODE_OPTIONS = `--import ${join(folder, 'occupations.js')}`;
const child = spawn(process.execPath, [join(folder, 'capacity.js'), ...process.argv.slice(2)], {
  stdio: 'inherit',
  env: { ...process.env, NODE_OPTIONS },
});
const [code] = (await once(child, 'exit')) as [number | null];
process.exitCode = code ?? 1;
