/**
 * `npm run release:check`: packs both packages, installs the tarballs in empty projects and checks what the README promises: their size,
 * that they run, that the programs of the documents compile against them with old and current TypeScript, that their bills of materials
 * are complete, and what publint and attw report.
 */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, readdirSync, readFileSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import type { BillOfMaterials } from './bill-of-materials.ts';
import { IN_FRAMEWORKS } from './in-frameworks.ts';
import { reachedFrom } from './modules.ts';
import { billOfImage, pack, type Packed } from './pack.ts';

const ROOT = join(import.meta.dirname, '../..');
const MB = 1e6;
const KB = 1024;

/** The limits of each package. Sizes are of everything that npm installs. */
const LIMITS = {
  /**
   * `modules` counts the package's own modules that importing it loads. They, and grpc-js, make up nearly all of the cost of an import.
   */
  client: { packages: 40, installedBytes: 20 * MB, modules: 80 },
  recorda: { files: 900, installedBytes: 120 * MB },
  bundleBytes: 60 * KB,
} as const;

/** The compilers for which the declarations are made, with every library checked. */
const COMPILERS = ['5.7', '7'];
const TYPES_OF_NODE = '@types/node@20';

/** The folder that the install script of better-sqlite3 makes if it has to compile. */
const COMPILED = 'build';

/** Far more than any command takes. */
const ENDS_MS = 300_000;

let failed = 0;
function tell(what: string, isRight: boolean, said: string): void {
  console.log(`${isRight ? 'ok  ' : 'FAIL'} ${what}: ${said}`);
  if (!isRight) failed += 1;
}
/** Times are printed and never judged: on a busy machine they say nothing about the package. */
const tellTime = (what: string, said: string): void => console.log(`time ${what}: ${said}`);

type Variables = Readonly<Record<string, string>>;
const run = (folder: string, command: string, args: readonly string[], env: Variables = {}): string =>
  execFileSync(command, args, {
    cwd: folder,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: ENDS_MS,
    env: { ...process.env, ...env },
  });

/** Returns '' if the command succeeds, else its output. */
function complaint(folder: string, command: string, args: readonly string[], env?: Variables): string {
  try {
    run(folder, command, args, env);
    return '';
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string };
    return `${stdout}${stderr}`.trim() || String(error);
  }
}

function bytesUnder(folder: string): number {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0);
}

const work = mkdtempSync(join(tmpdir(), 'recorda-release-'));

/** Makes a new project with these packages, without install scripts, and measures how long npm took. */
function project(name: string, packages: readonly string[]): { readonly folder: string; readonly tookMs: number } {
  const folder = join(work, name);
  mkdirSync(folder);
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name, private: true, type: 'module' }));
  const began = performance.now();
  run(folder, 'npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error', ...packages]);
  return { folder, tookMs: performance.now() - began };
}

/** Returns the least time that each import took, in processes of their own that take turns, so that a busy moment affects all alike. */
function importMs(folder: string, names: readonly string[]): readonly number[] {
  const rounds = Array.from({ length: IMPORTS }, () =>
    names.map((name) => Number(run(folder, process.execPath, timed(name)))),
  );
  return names.map((_, index) => Math.min(...rounds.map((round) => round[index]!)));
}
const IMPORTS = 7;
const timed = (name: string): readonly string[] => [
  '--input-type=module',
  '-e',
  `const began = performance.now(); await import('${name}'); console.log(performance.now() - began);`,
];

/** Compiling SQLite takes a minute, and this checkout has done it: its own build is used if it has the same version. */
function installSqlite(folder: string): void {
  const [own, theirs] = [ROOT, folder].map((root) => join(root, 'node_modules/better-sqlite3')) as [string, string];
  const versions = [own, theirs].map(
    (path) => readFileSync(join(path, 'package.json'), 'utf8').match(/"version": "(.*)"/)![1],
  );
  if (versions[0] === versions[1]) cpSync(join(own, COMPILED), join(theirs, COMPILED), { recursive: true });
  else run(folder, 'npm', ['rebuild', 'better-sqlite3']);
}

function checkClient({ tarball, files }: Packed): string {
  const { folder, tookMs } = project('client', [tarball]);
  const { packages, installedBytes, modules } = LIMITS.client;
  const count = installedIn(folder).length;
  const bytes = bytesUnder(join(folder, 'node_modules'));
  tell('client: packages', count <= packages, `${count}, at most ${packages}; ${files} files of its own`);
  tell('client: installed', bytes <= installedBytes, `${(bytes / MB).toFixed(1)} MB, at most ${installedBytes / MB}`);
  const loaded = reachedFrom(join(folder, 'node_modules/@recorda/client/dist'), ['client/index.js']).length;
  tell('client: modules', loaded <= modules, `${loaded}, at most ${modules}`);
  const { scripts = {} } = JSON.parse(
    readFileSync(join(folder, 'node_modules/@recorda/client/package.json'), 'utf8'),
  ) as {
    scripts?: object;
  };
  tell('client: install scripts', Object.keys(scripts).length === 0, JSON.stringify(scripts));
  const [grpc = 0, own = 0] = importMs(folder, ['@grpc/grpc-js', '@recorda/client']);
  tellTime('client: install', `${(tookMs / 1000).toFixed(1)} s`);
  tellTime('client: import', `${own.toFixed(0)} ms, grpc-js alone ${grpc.toFixed(0)} ms`);
  return folder;
}

async function checkBundle(folder: string): Promise<void> {
  const contents = "import { connect } from '@recorda/client'; globalThis.recorda = connect(location.origin);";
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: folder },
    bundle: true,
    minify: true,
    write: false,
    format: 'esm',
    platform: 'browser',
    target: 'es2022',
  });
  const bytes = gzipSync(outputFiles[0]!.contents).length;
  tell(
    'browser bundle',
    bytes <= LIMITS.bundleBytes,
    `${(bytes / KB).toFixed(1)} KB gz, at most ${LIMITS.bundleBytes / KB}`,
  );
}

/** Checks that no map was packed, nor a reference to one: without the sources, which are not packed, it is of no use. */
function checkMaps(name: string, folder: string): void {
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((path) => join(folder, path));
  const refers = (path: string): boolean =>
    /\.([cm]?js|ts|css)$/.test(path) && readFileSync(path, 'utf8').includes('\n//# sourceMappingURL=');
  const found = paths.filter((path) => path.endsWith('.map') || refers(path));
  tell(`${name}: maps without sources`, found.length === 0, found.join(', ') || 'none');
}

/** Calls the tarball's server with the tarball's client over both transports. */
async function checkRuns(folder: string): Promise<void> {
  const data = join(work, 'data');
  const server = spawn(
    process.execPath,
    [
      join(folder, 'node_modules/recorda/dist/server/main.js'),
      'serve',
      '--port',
      '0',
      '--http-port',
      '0',
      '--data-dir',
      data,
    ],
    { stdio: ['ignore', 'pipe', 'pipe'] },
  );
  let said = '';
  const ports: number[] = [];
  for (const stream of [server.stdout, server.stderr]) {
    stream.on('data', (bytes: Buffer) => {
      said += bytes.toString();
    });
  }
  const began = Date.now();
  while (Date.now() - began < 60_000 && server.exitCode === null) {
    ports.splice(
      0,
      2,
      ...Array.from(said.matchAll(/"(?:http)?[pP]ort":(\d+)/g), ([, port]) => Number(port)).slice(0, 2),
    );
    if (ports.length === 2) break;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  const code = `import { connect, RecordaError } from 'recorda';
    import { RecordaError as Own } from '@recorda/client';
    if (RecordaError !== Own) throw new Error('two classes of errors');
    for (const address of process.argv.slice(2)) {
      await using recorda = connect(address);
      const ana = recorda.agent({ userId: address });
      await ana.add('Enjoys skiing');
      let found = 0;
      for await (const hit of ana.stream('skiing')) found += hit.text === 'Enjoys skiing' ? 1 : 0;
      if (found !== 1) throw new Error('not found over ' + address);
    }
    const { openEmbedded } = await import('recorda');
    const embedded = await openEmbedded({ dataDir: ${JSON.stringify(join(work, 'embedded'))} });
    await embedded.agent({ userId: 'ana' }).add('Enjoys skiing');
    await embedded.close();`;
  const transpiled = join(folder, 'runs.mjs');
  const { outputFiles } = await build({
    stdin: { contents: code, resolveDir: folder },
    write: false,
    format: 'esm',
    target: 'node20',
  });
  writeFileSync(transpiled, outputFiles[0]!.text);
  const fault =
    ports.length < 2
      ? `the server did not start: ${said}`
      : complaint(folder, process.execPath, [transpiled, `localhost:${ports[0]}`, `http://localhost:${ports[1]}`]);
  tell('recorda: serves, and runs embedded', fault === '', fault);
  if (fault === '') await checkDashboard(`http://localhost:${ports[1]}`);
  server.kill('SIGTERM');
  if (server.exitCode === null) await once(server, 'exit');
  const main = join(folder, 'node_modules/recorda/dist/server/main.js');
  const args = ['serve', '--port', '0', '--http-port', 'off', '--data-dir', data];
  const refusal = complaint(folder, process.execPath, [main, ...args], { RECORDA_SHORT_TERM: 'redis://localhost:1' });
  tell('recorda: a driver that is not there', /npm install 'ioredis@/.test(refusal), refusal.slice(0, 200));
}

/** Checks the page, and everything that it loads. */
async function checkDashboard(url: string): Promise<void> {
  const page = await (await fetch(`${url}/ui`)).text();
  const addresses = Array.from(page.matchAll(/"(\/ui\/[^"]+)"/g), ([, address]) => address!);
  const answers = await Promise.all(addresses.map((address) => fetch(url + address)));
  const isWhole = addresses.some((address) => address.endsWith('.js')) && answers.every(({ ok }) => ok);
  tell('recorda: dashboard', isWhole, addresses.join(', '));
}

/** The framework of each adapter, and its example, which is installed and run as users do. */
const ADAPTERS = [
  { framework: 'ai@7', example: 'ai-sdk', ends: 'tuesday: Which food am I allergic to?\nI was shown 1 about peanuts.' },
  {
    framework: '@langchain/langgraph-checkpoint@1 @langchain/core@1',
    example: 'langgraph',
    ends: 'item is kept in memories/food',
  },
  { framework: '@google/adk@2', example: 'adk', ends: "user: I'm allergic to peanuts." },
  { framework: '@openai/agents@0.20', example: 'openai-agents', ends: 'items are kept' },
  { framework: '@anthropic-ai/sdk@1', example: 'claude-memory', ends: 'found by a search' },
];

function checkAdapters(folder: string): void {
  for (const { framework, example, ends } of ADAPTERS) {
    install(folder, framework);
    cpSync(join(ROOT, `dist/examples/${example}.js`), join(folder, `${example}.mjs`));
    tellRun(`example of ${framework}`, folder, `${example}.mjs`, ends);
  }
}

/**
 * Checks the programs in frameworks that are too large for dependencies of the tests, against the frameworks' own types and by running
 * them.
 */
async function checkFrameworks(folder: string): Promise<void> {
  for (const { framework, program, says } of IN_FRAMEWORKS) {
    install(folder, framework);
    writeFileSync(join(folder, 'in-framework.ts'), program);
    const options = ['--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2022', '--skipLibCheck'];
    const fault = complaint(folder, 'npx', ['--no-install', 'tsc', '--ignoreConfig', ...options, 'in-framework.ts']);
    tell(`types of ${framework}`, fault === '', fault.slice(0, 500));
    const { outputFiles } = await build({
      stdin: { contents: program, resolveDir: folder, loader: 'ts' },
      write: false,
      format: 'esm',
      target: 'node20',
    });
    writeFileSync(join(folder, 'in-framework.mjs'), outputFiles[0]!.text);
    tellRun(`program in ${framework}`, folder, 'in-framework.mjs', says);
  }
}

/** Reports whether a program prints what it should. */
function tellRun(what: string, folder: string, file: string, says: string): void {
  let said = '';
  try {
    said = run(folder, process.execPath, [file]);
  } catch (error) {
    said = String(error);
  }
  tell(what, said.includes(says), said.slice(0, 500));
}

function install(folder: string, packages: string): void {
  const quietly = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  run(folder, 'npm', ['install', ...quietly, ...packages.split(' ')]);
  installSqlite(folder);
}

/** Compiles the programs of the documents as their readers would. */
function checkTypes(folder: string): void {
  const documents = ['README.md', 'client/README.md'];
  documents.forEach((path, at) => {
    const programs = Array.from(
      readFileSync(join(ROOT, path), 'utf8').matchAll(/```ts\n([\s\S]*?)```/g),
      ([, text]) => text,
    );
    writeFileSync(join(folder, `document-${at}.ts`), programs.join('\n'));
  });
  writeFileSync(
    join(folder, 'client.ts'),
    "import { connect } from '@recorda/client';\nexport const recorda = connect();\n",
  );
  const compilerOptions = {
    module: 'nodenext',
    target: 'es2022',
    strict: true,
    skipLibCheck: false,
    noEmit: true,
    types: ['node'],
  };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*.ts'] }));
  for (const version of COMPILERS) {
    run(folder, 'npm', [
      'install',
      '--no-audit',
      '--no-fund',
      '--loglevel=error',
      `typescript@${version}`,
      TYPES_OF_NODE,
    ]);
    const said = complaint(folder, 'npx', ['--no-install', 'tsc', '-p', '.']);
    tell(`documents under TypeScript ${version}`, said === '', said.slice(0, 2000));
  }
}

/** Returns the names of the packages that npm has installed in `folder`, one for each path. */
function installedIn(folder: string): readonly string[] {
  const tree = JSON.parse(readFileSync(join(folder, 'node_modules/.package-lock.json'), 'utf8')) as {
    readonly packages: Readonly<Record<string, { readonly name?: string }>>;
  };
  return Object.entries(tree.packages).map(([path, { name }]) => name ?? path.replace(/^.*node_modules\//, ''));
}

/** Checks that the bill `name` gives the origin and the licence of each part, and includes all of `parts`. */
function checkBill(
  name: string,
  { specVersion, metadata, components }: BillOfMaterials,
  parts: readonly string[],
): void {
  const purl = `pkg:npm/${name.replace('@', '%40')}@`;
  const faults = [
    ...(metadata.component.purl.startsWith(purl) ? [] : [`is of ${metadata.component.purl}`]),
    ...parts.filter((part) => !components.some((one) => one.name === part)).map((part) => `lacks ${part}`),
    ...components
      .filter(({ purl: own, hashes = [], licenses = [] }) => own === '' || hashes.length === 0 || licenses.length === 0)
      .map((one) => `tells too little of ${one.name}`),
  ];
  tell(
    `${name}: bill of materials`,
    faults.length === 0,
    faults.join(', ') || `${components.length}, CycloneDX ${specVersion}`,
  );
}

function checkManifests(packed: readonly Packed[]): void {
  for (const { name, tarball } of packed) {
    const publint = complaint(ROOT, 'npx', ['--no-install', 'publint', '--strict', tarball]);
    tell(`publint of ${name}`, publint === '', publint.slice(-1500));
    const attw = complaint(ROOT, 'npx', [
      '--no-install',
      'attw',
      '--profile',
      'esm-only',
      '--no-emoji',
      '--exclude-entrypoints',
      './internal/*',
      '--',
      tarball,
    ]);
    tell(`attw of ${name}`, attw === '', attw.slice(0, 1500));
  }
}

try {
  const packed = await pack();
  const [client, recorda] = packed;
  const clientFolder = checkClient(client);
  checkBill(
    client.name,
    client.bill,
    installedIn(clientFolder).filter((name) => name !== client.name),
  );
  await checkBundle(clientFolder);
  checkMaps('client', join(clientFolder, 'node_modules', client.name, 'dist'));
  const { folder } = project('recorda', [client.tarball, recorda.tarball]);
  installSqlite(folder);
  const bytes = bytesUnder(join(folder, 'node_modules'));
  tell('recorda: files', recorda.files <= LIMITS.recorda.files, `${recorda.files}, at most ${LIMITS.recorda.files}`);
  tell(
    'recorda: installed',
    bytes <= LIMITS.recorda.installedBytes,
    `${(bytes / MB).toFixed(1)} MB, at most ${LIMITS.recorda.installedBytes / MB}`,
  );
  checkMaps('recorda', join(folder, 'node_modules', recorda.name, 'dist'));
  await checkRuns(folder);
  checkBill(
    recorda.name,
    recorda.bill,
    installedIn(folder).filter((name) => name !== recorda.name),
  );
  const { dependencies } = JSON.parse(readFileSync(join(ROOT, 'server/deploy/package.json'), 'utf8')) as {
    readonly dependencies: object;
  };
  checkBill('recorda-image', billOfImage(), [
    ...Object.keys(dependencies),
    ...recorda.bill.components.map(({ name }) => name).filter((name) => name !== client.name),
  ]);
  checkTypes(folder);
  checkAdapters(folder);
  await checkFrameworks(folder);
  checkManifests(packed);
} finally {
  rmSync(work, { recursive: true, force: true });
}
process.exitCode = failed === 0 ? 0 : 1;
