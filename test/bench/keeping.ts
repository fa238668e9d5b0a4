/**
 * One agent with 100,000 long-term memories: how long a capacity run takes that archives 1,000 of them, how late the calls are that
 * come meanwhile, beside the same calls when nothing runs, and what kept threads that long. Then a backup of all of it, and its
 * trial. `npm run bench -- keeping [MEMORIES [RUNS]]`.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

const folder = join(import.meta.dirname, 'keeping');
// The flags of a thread's own leave those of the environment in place.
const NODE_OPTIONS = `--import ${join(folder, 'occupations.js')}`;
const child = spawn(process.execPath, [join(folder, 'capacity.js'), ...process.argv.slice(2)], {
  stdio: 'inherit',
  env: { ...process.env, NODE_OPTIONS },
});
const [code] = (await once(child, 'exit')) as [number | null];
process.exitCode = code ?? 1;
