/**
 * The last step of `npm run build`: bundles each worker thread's program into one file and compiles it in advance, since opening a store
 * starts two threads, and most of the processor time of that goes to loading their code. For `x-thread.js` this writes, beside it,
 *
 * - `x-thread.code.cjs`, the program with its packages: otherwise a thread looks up, reads and compiles about 250 modules;
 * - `x-thread.code.cache`, what V8 made of it. Another version of V8 refuses it and compiles the program as it would without;
 * - `x-thread.bundle.cjs`, which runs the program by that cache, and which `new Worker` gets.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Script } from 'node:vm';
import { build } from 'esbuild';

const server = fileURLToPath(new URL('../../dist/server', import.meta.url));
const sources = fileURLToPath(new URL('..', import.meta.url));
/** The sources are listed, since the compiled code of a deleted file may still lie in dist. `start-thread` starts the threads. */
const programs = readdirSync(sources, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('-thread.ts') && !path.endsWith('start-thread.ts'))
  .map((path) => join(server, path.replace(/\.ts$/, '')));

/**
 * These are an optional peer with native code, and tables of many megabytes of which a thread loads one. better-sqlite3 is required at run
 * time.
 */
const STAYING_OUTSIDE = ['onnxruntime-node', 'gpt-tokenizer'];

const { metafile } = await build({
  entryPoints: programs.map((program) => `${program}.js`),
  outdir: server,
  outbase: server,
  outExtension: { '.js': '.code.cjs' },
  bundle: true,
  external: STAYING_OUTSIDE,
  // Code caches are for scripts. Modules find their packages and files by where they are, which a script knows by its file name.
  format: 'cjs',
  define: { 'import.meta.url': 'bundleUrl' },
  banner: { js: "const bundleUrl = require('node:url').pathToFileURL(__filename).href;" },
  platform: 'node',
  target: 'node20',
  sourcemap: true,
  metafile: true,
  logLevel: 'warning',
});
/** A script that V8 loads from a cache cannot import modules while it runs, so programs that do so get no cache. */
const importing = Object.entries(metafile.outputs)
  .filter(([, { imports }]) => imports.some(({ kind }) => kind === 'dynamic-import'))
  .map(([path]) => resolve(path));

/** These make a program a function of what a CommonJS module is given. Its first line stays the first, for stack traces. */
const [BEFORE, AFTER] = ['(function (require, module, exports, __filename, __dirname) {', '\n})'];

for (const program of programs) {
  const file = `${program}.code.cjs`;
  const isCached = !importing.includes(file);
  if (isCached) {
    const script = new Script(BEFORE + readFileSync(file, 'utf8') + AFTER, { filename: file });
    writeFileSync(`${program}.code.cache`, script.createCachedData());
  }
  writeFileSync(`${program}.bundle.cjs`, isCached ? loaderOf(basename(program)) : plainLoaderOf(basename(program)));
}

function plainLoaderOf(name) {
  return `'use strict';\nmodule.exports = require('./${name}.code.cjs');\n`;
}

function loaderOf(name) {
  return `'use strict';
const { readFileSync } = require('node:fs');
const { join } = require('node:path');
const { Script } = require('node:vm');
const file = join(__dirname, '${name}.code.cjs');
const script = new Script(${JSON.stringify(BEFORE)} + readFileSync(file, 'utf8') + ${JSON.stringify(AFTER)}, {
  filename: file,
  cachedData: readFileSync(join(__dirname, '${name}.code.cache')),
});
script.runInThisContext()(require, module, exports, file, __dirname);
`;
}
