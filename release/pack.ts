/**
 * `npm run release:pack`: lays out the two packages in dist/packages and packs each into a tarball there.
 *
 * `@recorda/client` is the client, the contract and the code that is generated from it, as compiled. `recorda` is the server and
 * openEmbedded, bundled into few files; it imports all code of the client from `@recorda/client`, so that there is only one RecordaError.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { build, type Plugin } from 'esbuild';
import { billOfMaterials, type BillOfMaterials } from './bill-of-materials.ts';
import { reachedFrom, respecified, specifierOf } from './modules.ts';

const ROOT = join(import.meta.dirname, '../..');
const DIST = join(ROOT, 'dist');
const PACKAGES = join(DIST, 'packages');

/** The folders of `@recorda/client` under dist. */
const OF_CLIENT = ['client', 'contract', 'proto/gen'];
const isOfClient = (path: string): boolean => OF_CLIENT.some((folder) => path.startsWith(`${folder}/`));
/** Returns the name by which `recorda` imports a module of `@recorda/client`. Users import the package's entries. */
const internal = (path: string): string => `@recorda/client/internal/${path.replace(/\.(js|ts|d\.ts)$/, '')}`;

/** It is bundled, since it takes 30 MB when installed, and the server needs the ranks of two encodings alone. */
const BUNDLED = 'gpt-tokenizer';

/** The folder of the dashboard under dist, as the build left it; it contains its licences. */
const DASHBOARD = 'ui';
/** The packages that are bundled with it. */
const OF_DASHBOARD = ['preact', '@preact/signals', 'uplot'];

type Manifest = Record<string, unknown> & { readonly name: string; readonly version: string };
type Dependencies = {
  readonly dependencies: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
};
const manifestAt = (path: string): Manifest => JSON.parse(readFileSync(join(ROOT, path), 'utf8')) as Manifest;

function write(folder: string, path: string, text: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
}

const withoutMap = (text: string): string => text.replace(/\n?\/\/# sourceMappingURL=.*\s*$/, '\n');

/** Returns a declaration in a form that older compilers and other packages can read. */
function declaration(path: string, to: (file: string) => string): string {
  return respecified(readFileSync(join(DIST, path), 'utf8'), path, (file) => to(file.replace(/\.ts$/, '.js')));
}

/** The adapters for frameworks of agents, which both packages export under the same names. */
const ADAPTERS = readdirSync(join(ROOT, 'client/adapters'))
  .map((file) => file.replace(/\.ts$/, ''))
  .filter((name) => `./${name}` in (manifestAt('client/package.json')['exports'] as object));

function layOutClient(folder: string): void {
  const ofServer = reachedFrom(DIST, serverEntries()).filter(isOfClient);
  const adapters = ADAPTERS.map((name) => `client/adapters/${name}`);
  const entries = ['client/index', 'client/web', ...adapters, ...ofServer].map((path) => path.replace(/\.js$/, ''));
  const code = reachedFrom(
    DIST,
    entries.map((entry) => `${entry}.js`),
  );
  const declarations = reachedFrom(
    DIST,
    [...new Set([...entries, ...code.map((path) => path.replace(/\.js$/, ''))])].map((entry) => `${entry}.d.ts`),
  );
  for (const path of code) write(folder, `dist/${path}`, withoutMap(readFileSync(join(DIST, path), 'utf8')));
  for (const path of declarations)
    write(
      folder,
      `dist/${path}`,
      declaration(path, (file) => specifierOf(path, file)),
    );
  write(
    folder,
    'package.json',
    `${JSON.stringify({ ...manifestAt('client/package.json'), files: ['dist'] }, null, 2)}\n`,
  );
  cpSync(join(ROOT, 'client/README.md'), join(folder, 'README.md'));
  cpSync(join(ROOT, 'LICENSE'), join(folder, 'LICENSE'));
}

/** Returns the entry points: the program, the library, and every thread. */
function serverEntries(): readonly string[] {
  const roots = ['server/main.js', 'server/embedded/index.js'];
  const threads = reachedFrom(DIST, roots).filter((path) => path.endsWith(THREAD_BUNDLE));
  return [...roots, ...threads.map((path) => path.replace(THREAD_BUNDLE, THREAD))];
}

/** The build bundles each thread with its packages; here they are bundled again from their sources, without them. */
const THREAD_BUNDLE = '-thread.bundle.cjs';
const THREAD = '-thread.js';

/** Leaves modules of the client in its package, and tells the others where they were, since they name files relative to themselves. */
const placing: Plugin = {
  name: 'placing',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^\./ }, ({ path, resolveDir }) => {
      const file = relative(DIST, resolve(resolveDir, path));
      return isOfClient(file) ? { path: internal(file), external: true } : undefined;
    });
    onResolve({ filter: /^[^./]/ }, ({ path, kind }) =>
      kind === 'entry-point' || path.startsWith(`${BUNDLED}/`) ? undefined : { path, external: true },
    );
    onLoad({ filter: /\/dist\/server\/.*\.js$/ }, ({ path }) => {
      const text = withoutMap(readFileSync(path, 'utf8'));
      const place = JSON.stringify(`/dist/${relative(DIST, path)}`);
      // When bundled, the code is in another file, but every path under dist has the same beginning.
      const own = `(import.meta.url.slice(0, import.meta.url.lastIndexOf('/dist/')) + ${place})`;
      const contents = text.replaceAll(THREAD_BUNDLE, THREAD).replaceAll('import.meta.url', own);
      return { contents, loader: 'js' };
    });
  },
};

async function layOutServer(folder: string): Promise<void> {
  await build({
    entryPoints: serverEntries().map((path) => join(DIST, path)),
    outdir: join(folder, 'dist'),
    outbase: DIST,
    chunkNames: 'server/chunks/[name]-[hash]',
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    keepNames: true,
    legalComments: 'none',
    logLevel: 'warning',
    plugins: [placing],
  });
  const declarations = reachedFrom(DIST, ['server/embedded/index.d.ts']).filter((path) => !isOfClient(path));
  for (const path of declarations) {
    const text = declaration(path, (file) => {
      if (file === 'client/index.js') return '@recorda/client';
      return isOfClient(file) ? internal(file) : specifierOf(path, file);
    });
    write(folder, `dist/${path}`, text);
  }
  for (const name of ADAPTERS) {
    const text = `export * from '@recorda/client/${name}';\n`;
    for (const ending of ['js', 'd.ts']) write(folder, `dist/client/adapters/${name}.${ending}`, text);
  }
  const manifest = manifestAt('package.json');
  const {
    scripts: _s,
    devDependencies: _d,
    mocha: _m,
    prettier: _p,
    allowScripts: _a,
    workspaces: _w,
    ...published
  } = manifest;
  const { [BUNDLED]: _bundled, ...others } = manifest['dependencies'] as Readonly<Record<string, string>>;
  const dependencies = { ...others, '@recorda/client': manifest.version };
  cpSync(join(ROOT, 'node_modules', BUNDLED, 'LICENSE'), join(folder, 'dist', `LICENSE-${BUNDLED}`));
  write(
    folder,
    'package.json',
    `${JSON.stringify({ ...published, files: [...(manifest['files'] as readonly string[]), 'dist'], dependencies }, null, 2)}\n`,
  );
  cpSync(join(DIST, DASHBOARD), join(folder, 'dist', DASHBOARD), { recursive: true });
  for (const path of filesOf(manifest['files'] as readonly string[])) {
    cpSync(join(ROOT, path), join(folder, path), {
      recursive: true,
      filter: (from) => !/\/train(\/|$)|\.test\./.test(from),
    });
  }
}

/** Returns the files that are not code: protos, models, vocabularies and documents. */
function filesOf(patterns: readonly string[]): readonly string[] {
  const kept = patterns.filter((pattern) => !/^(dist|!)/.test(pattern) && !pattern.includes('*'));
  const documents = readdirSync(join(ROOT, 'server'), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('README.md') && !path.includes('train'))
    .map((path) => join('server', path));
  return [...kept, ...documents];
}

export type Packed = {
  readonly name: string;
  readonly tarball: string;
  readonly files: number;
  readonly unpackedBytes: number;
  /** The bill of materials, which lies beside the tarball. */
  readonly bill: BillOfMaterials;
};

/** Builds nothing: `dist` must be current. */
export async function pack(): Promise<readonly [client: Packed, recorda: Packed]> {
  rmSync(PACKAGES, { recursive: true, force: true });
  const folders = { client: join(PACKAGES, 'client'), recorda: join(PACKAGES, 'recorda') };
  layOutClient(folders.client);
  await layOutServer(folders.recorda);
  const client = packed(folders.client, {});
  const { dependencies } = manifestAt('package.json') as unknown as Dependencies;
  const bundled = { [BUNDLED]: dependencies[BUNDLED]!, ...dashboardParts() };
  return [client, packed(folders.recorda, { [client.name]: `file:${client.tarball}`, ...bundled })];
}

/** `parts` are the packages of the bill of materials that are not in the manifest, or come from elsewhere. */
function packed(folder: string, parts: Readonly<Record<string, string>>): Packed {
  const said = execFileSync('npm', ['pack', '--json', '--pack-destination', PACKAGES, folder], {
    cwd: PACKAGES,
    encoding: 'utf8',
  });
  const [one] = Object.values(
    JSON.parse(said) as Record<string, { name: string; filename: string; entryCount: number; unpackedSize: number }>,
  );
  if (one === undefined) throw new Error(`npm pack told nothing of ${folder}.`);
  const { name, filename, entryCount: files, unpackedSize: unpackedBytes } = one;
  const bill = billed(manifestAt(relative(ROOT, join(folder, 'package.json'))), filename.replace(/\.tgz$/, ''), parts);
  return { name, tarball: join(PACKAGES, filename), files, unpackedBytes, bill };
}

/** Returns the bill of what npm installs in the container: the server, which is built in it, with the drivers of every backend. */
export function billOfImage(): BillOfMaterials {
  const { peerDependencies: _, peerDependenciesMeta: _of, workspaces: _in, ...server } = manifestAt('package.json');
  const { name, version, dependencies } = manifestAt('server/deploy/package.json');
  const parts = { ...(dependencies as Readonly<Record<string, string>>), ...dashboardParts() };
  return billed({ ...server, name, version }, `${name}-${version}`, parts);
}

/** Returns the packages that are bundled into the dashboard, at the versions with which it was built. */
function dashboardParts(): Readonly<Record<string, string>> {
  const { devDependencies } = manifestAt('package.json') as unknown as Dependencies;
  return Object.fromEntries(OF_DASHBOARD.map((name) => [name, devDependencies[name]!]));
}

function billed(manifest: Manifest, name: string, parts: Readonly<Record<string, string>>): BillOfMaterials {
  const bill = billOfMaterials(ROOT, manifest, parts);
  write(PACKAGES, `${name}.cdx.json`, `${JSON.stringify(bill, null, 2)}\n`);
  return bill;
}
