/**
 * Part of `npm run build`: bundles the dashboard from these sources into dist/ui. The server serves these files as they are: nothing is
 * built where it runs, and nothing is loaded from elsewhere. Names of assets contain a hash of their content.
 */
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const sources = fileURLToPath(new URL('.', import.meta.url));
const folder = join(sources, '../dist/ui');
/** Packages that become part of the bundle, whose licences must be included. */
const PACKAGES = ['preact', '@preact/signals', '@preact/signals-core', 'uplot'];

rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
const { metafile } = await build({
  entryPoints: { app: join(sources, 'main.tsx'), style: join(sources, 'style.css') },
  outdir: join(folder, 'assets'),
  entryNames: '[name]-[hash]',
  bundle: true,
  minify: true,
  format: 'esm',
  platform: 'browser',
  target: 'es2022',
  jsx: 'automatic',
  jsxImportSource: 'preact',
  legalComments: 'none',
  metafile: true,
  logLevel: 'warning',
});
const built = Object.keys(metafile.outputs).map((path) => basename(path));
const page = readFileSync(join(sources, 'index.html'), 'utf8').replaceAll(
  /assets\/(\w+)(\.\w+)/g,
  (_, name, ending) => {
    const file = built.find((one) => one.startsWith(`${name}-`) && one.endsWith(ending));
    if (file === undefined) throw new Error(`Nothing was built for ${name}${ending}`);
    return `assets/${file}`;
  },
);
writeFileSync(join(folder, 'index.html'), page);
copyFileSync(join(sources, 'icon.svg'), join(folder, 'icon.svg'));
const licences = PACKAGES.map((name) => {
  const packaged = join(sources, '../node_modules', name);
  return `${name}\n\n${readFileSync(join(packaged, 'LICENSE'), 'utf8').trim()}\n`;
});
writeFileSync(join(folder, 'licences.txt'), licences.join('\n\n'));
