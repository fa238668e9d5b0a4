/**
 * Runs the benches of this folder one after another, each in a process of its own so that none warms or burdens another. A
 * bench is a script that prints its figures. `npm run bench` for all that need nothing from outside, or one of them with its
 * own options: `npm run bench -- retrieval --data DIR`.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

/** Whether each needs nothing from outside. */
const BENCHES: Readonly<Record<string, boolean>> = {
  cpu: true,
  documents: true,
  duplicates: true,
  embedding: true,
  graph: true,
  http: true,
  import: true,
  keeping: true,
  latency: true,
  loop: true,
  mcp: true,
  mechanisms: true,
  precision: true,
  // With --data also on real talk, which is not ours to give away.
  reading: true,
  rewordings: true,
  rules: true,
  // With --data also on pairs that people judged, which are not ours to give away.
  similarity: true,
  // Compares with another checkout, which it is told with --before.
  pairs: false,
  // With --data also on conversations, which are not ours to give away.
  signals: true,
  speed: true,
  sqlite: true,
  standby: true,
  // With --data also on dialogues that people cut, which are not ours to give away.
  topics: true,
  // Fills a store with a million memories: minutes, and gigabytes.
  scale: false,
  // Reads conversations and dialogues, which are not ours to give away.
  context: false,
  // Reads corpora of questions and memories, which are not ours to give away.
  retrieval: false,
};

const [asked, ...options] = process.argv.slice(2);
const wanted = asked === undefined ? Object.keys(BENCHES).filter((name) => BENCHES[name]) : [asked];
for (const name of wanted) {
  if (BENCHES[name] === undefined) throw new Error(`No bench ${name}; there are ${Object.keys(BENCHES).join(', ')}.`);
  console.log(`== ${name}`);
  const script = join(import.meta.dirname, `${name}.js`);
  const child = spawn(process.execPath, ['--enable-source-maps', script, ...options], { stdio: 'inherit' });
  const [code] = (await once(child, 'exit')) as [number | null];
  if (code !== 0) process.exitCode = 1;
}
