/**
 * Runs the benchmarks of this folder one after another, each in a process of its own so that none warms or slows another. A
 * benchmark is a script that prints its figures. `npm run bench` runs all that need nothing from outside, and `npm run bench
 * -- retrieval --data DIR` one of them with its own options.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

/** Whether each benchmark needs nothing from outside. */
const BENCHES: Readonly<Record<string, boolean>> = {
  cpu: true,
  documents: true,
  duplicates: true,
  embedding: true,
  graph: true,
  http: true,
  import: true,
  latency: true,
  lifecycle: true,
  loop: true,
  mcp: true,
  mechanisms: true,
  precision: true,
  // With --data it also reads real talk, which may not be published here.
  reading: true,
  rewordings: true,
  rules: true,
  // With --data it also reads pairs that people judged, which may not be published here.
  similarity: true,
  // It needs Chromium.
  dashboard: false,
  // It compares with another checkout, which --before names.
  pairs: false,
  // With --data it also reads conversations, which may not be published here.
  signals: true,
  speed: true,
  sqlite: true,
  standby: true,
  // With --data it also reads dialogues that people segmented, which may not be published here.
  topics: true,
  // It fills a store with a million memories, which takes minutes, and gigabytes.
  scale: false,
  // It reads conversations and dialogues, which may not be published here.
  context: false,
  // It reads corpora of questions and memories, which may not be published here.
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
