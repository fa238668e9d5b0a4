/**
 * The last step of `npm run build`: bundles each worker thread's program into one file, `*-thread.bundle.js` beside it. Otherwise a thread
 * loads about 250 modules, each looked up, read and compiled by itself, which takes more than a third of the processor time of opening a
 * store. Packages are bundled too, which saves another quarter.
 */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const server = fileURLToPath(new URL('../../dist/server', import.meta.url));
const sources = fileURLToPath(new URL('..', import.meta.url));
/** The sources are listed, since the compiled code of a deleted file may still lie in dist. `start-thread` starts the threads. */
const entryPoints = readdirSync(sources, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('-thread.ts') && !path.endsWith('start-thread.ts'))
  .map((path) => join(server, path.replace(/\.ts$/, '.js')));

/**
 * These are an optional peer with native code, and tables of many megabytes of which a thread loads one. better-sqlite3 is required at run
 * time.
 */
const STAYING_OUTSIDE = ['onnxruntime-node', 'gpt-tokenizer'];

await build({
  entryPoints,
  outdir: server,
  outbase: server,
  outExtension: { '.js': '.bundle.js' },
  bundle: true,
  external: STAYING_OUTSIDE,
  // CommonJS packages call `require`, which a module does not have by itself.
  banner: {
    js: "import { createRequire as requireFor } from 'node:module'; const require = requireFor(import.meta.url);",
  },
  platform: 'node',
  format: 'esm',
  target: 'node20',
  sourcemap: true,
  logLevel: 'warning',
});
