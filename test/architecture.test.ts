/** Checks in the sources which modules may import which. server/README.md, The code, explains how the parts depend on each other. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import {
  findCycle,
  findFolderCycle,
  readSource,
  readSources,
  type Import,
  type SourceFile,
} from './architecture/read-sources.ts';
import { filesOfAdd, filesOfMemoryType, filesOfRpc, filesOfSetting } from './architecture/touched-files.ts';
import { ROOT } from './root.ts';

const SOURCES = readSources(ROOT, ['server', 'client', 'contract', 'ui']);

/** Packages without I/O, clock or randomness, which only compute. */
const PURE_PACKAGES = [
  '@marcbachmann/cel-js',
  '@orama/stemmers',
  'ajv',
  're2js',
  'lru-cache',
  'safe-stable-stringify',
  // It is imported for createHash alone.
  'node:crypto',
];
const GRPC_PACKAGES = /^(@grpc\/.*|nice-grpc.*|grpc-health-check)$/;
const AVOIDED_WORDS = ['manager', 'helper', 'util', 'handler', 'base', 'impl', 'data', 'item', 'common'];
/** Quantities have more than a digit; hexadecimal numbers are characters and masks. */
const isQuantity = (raw: string): boolean => !raw.startsWith('0x') && raw.replaceAll(/\D/g, '').length > 1;

/** Numbers of standards, in the code that implements them: they are not Recorda's policy. */
const STANDARD_NUMBERS: Readonly<Record<string, readonly string[]>> = {
  // The canonical codes of gRPC.
  'server/services/memory/translate.ts': ['10', '11', '12', '13', '14'],
};
/** A file covers one subject, whatever its length; beyond this it covers several, or is a list. */
const MAX_BYTES = 25 * 1024;

/** The most files that a change may touch, and the number that an add passes. */
const MOST_FILES = { rpc: 8, setting: 4, memoryType: 12, add: 17 };

/** The composition root: the only files that may load backends. */
const ROOT_FILES = [
  'server/recorda.ts',
  'server/opening/open-embedded-store.ts',
  'server/opening/open-upgraded.ts',
  'server/opening/open-lasting.ts',
  'server/opening/open-cold.ts',
  'server/opening/open-key-service.ts',
  'server/opening/open-restore.ts',
  'server/opening/open-shared.ts',
  'server/opening/open-mirrored.ts',
  'server/opening/reembed.ts',
  'server/opening/move-store.ts',
  'server/opening/open-graph.ts',
  'server/doctor/checks.ts',
  'server/doctor/restore-drill.ts',
];

/** Returns the files under these folders (or these files); a rule that finds none is itself wrong. */
function under(...prefixes: readonly string[]): readonly SourceFile[] {
  const files = SOURCES.filter(({ path }) => prefixes.some((prefix) => path.startsWith(prefix)));
  expect(files, `sources under ${prefixes.join(', ')}`).not.to.be.empty;
  return files;
}

/** Returns the imports of the files that `allowed` refuses, as `from -> to (kind)`. */
function strayImports(files: readonly SourceFile[], allowed: (edge: Import) => boolean): readonly string[] {
  return files.flatMap(({ imports }) =>
    imports.filter((edge) => !allowed(edge)).map(({ from, to, kind }) => `${from} -> ${to} (${kind})`),
  );
}

const inside = (path: string, ...folders: readonly string[]): boolean =>
  folders.some((folder) => path === folder || path.startsWith(folder));

describe('architecture', () => {
  it('reads the sources at all, and their imports', () => {
    expect(SOURCES.length).to.be.greaterThan(40);
    expect(SOURCES.flatMap(({ imports }) => imports).length).to.be.greaterThan(SOURCES.length);
  });

  it('sees every way to import', () => {
    const { imports } = readSource(
      'server/a/b.ts',
      `import type { A } from './types.ts'; import { type B, c } from '../mixed.ts'; import 'side/effect';
       export * from '@scope/name/sub'; export type { D } from './d.ts'; type E = import('./e.ts').E;
       const f = await import('./f.ts'); const w = new URL('./worker.ts', import.meta.url); // import './no.ts'`,
    );
    expect(imports.map(({ to, kind }) => `${to} ${kind}`)).to.have.members([
      'server/a/types.ts type',
      'server/mixed.ts value',
      'side value',
      '@scope/name value',
      'server/a/d.ts type',
      'server/a/e.ts type',
      'server/a/f.ts dynamic',
      'server/a/worker.ts url',
    ]);
  });

  it('lets the domain import only the contract, domain, policy, the types of the ports, and packages that compute', () => {
    const stray = strayImports(under('server/domain/'), ({ to, kind, own }) =>
      own
        ? inside(to, 'contract/', 'server/domain/', 'server/policy/') || (inside(to, 'server/ports') && kind === 'type')
        : PURE_PACKAGES.includes(to),
    );
    expect(stray).to.deep.equal([]);
  });

  it('keeps clock, randomness and the world out of the domain', () => {
    const world =
      /^(Date\.now|new Date\(\)|Math\.random|performance\.\w+|process\.\w+|console\.\w+|setTimeout|setInterval|setImmediate|fetch|crypto\.\w+|randomUUID|randomBytes)$/;
    expect([...readSource('a.ts', 'new Date()').globals].some((name) => world.test(name))).to.equal(true);
    expect([...readSource('a.ts', 'new Date(0)').globals].some((name) => world.test(name))).to.equal(false);
    const uses = under('server/domain/').flatMap(({ path, globals }) =>
      [...globals].filter((name) => world.test(name)).map((name) => `${path}: ${name}`),
    );
    expect(uses).to.deep.equal([]);
  });

  it('lets policy import only policy and the contract', () => {
    const stray = strayImports(
      under('server/policy/'),
      ({ to }) =>
        inside(to, 'server/policy/', 'contract/') ||
        // It is imported for the number of cores.
        to === 'node:os',
    );
    expect(stray).to.deep.equal([]);
  });

  it('keeps backends, doors, drivers and the codecs of the generated code out of the services', () => {
    const stray = strayImports(under('server/services/'), ({ to, kind, own }) =>
      own
        ? inside(to, ...['services', 'validation', 'domain', 'policy', 'ports'].map((part) => `server/${part}`)) ||
          (inside(to, 'proto/gen/') && kind === 'type')
        : PURE_PACKAGES.includes(to),
    );
    expect(stray).to.deep.equal([]);
  });

  it('lets validation know forms alone: domain, policy, zod', () => {
    const stray = strayImports(under('server/validation/'), ({ to, kind, own }) =>
      own
        ? inside(to, 'server/validation/', 'server/domain/', 'server/policy/') ||
          (inside(to, 'proto/gen/') && kind === 'type')
        : to === 'zod',
    );
    expect(stray).to.deep.equal([]);
  });

  it('lets a backend import no other backend, no service and no door', () => {
    const stray = strayImports(under('server/backends/'), ({ from, to, own }) => {
      if (!own) return !GRPC_PACKAGES.test(to);
      const folder = /^server\/backends\/[^/]+\//.exec(from)?.[0];
      return (
        inside(to, ...['domain', 'policy', 'ports', 'retrieval', 'embedders'].map((part) => `server/${part}`)) ||
        (folder !== undefined && inside(to, folder)) ||
        // PostgreSQL holds the data of copies, each of which is the embedded store.
        (folder === 'server/backends/postgres/' && inside(to, 'server/backends/sqlite/')) ||
        // These are shared by backends.
        /^server\/backends\/[^/]+\.ts$/.test(to)
      );
    });
    expect(stray).to.deep.equal([]);
  });

  it('lets decorators of stores know ports and domain, and no backend', () => {
    const stray = strayImports(under('server/stores/middleware/'), ({ to, own }) =>
      own
        ? inside(
            to,
            'server/stores/middleware/',
            ...['domain', 'policy', 'ports', 'embedders'].map((part) => `server/${part}`),
          )
        : PURE_PACKAGES.includes(to) || to === 'node:timers/promises',
    );
    expect(stray).to.deep.equal([]);
  });

  it("keeps languages out of the reader's engine, and its training and checks out of what runs", () => {
    const stray = strayImports(under('server/language/engine/'), ({ to }) =>
      inside(to, 'server/language/engine/', 'server/domain/languages/word-classes.ts', 'server/domain/text/'),
    );
    expect(stray).to.deep.equal([]);
    for (const part of ['server/language/train/', 'server/language/check/']) {
      const outside = SOURCES.filter(({ path }) => !path.startsWith(part));
      expect(strayImports(outside, ({ to }) => !inside(to, part))).to.deep.equal([]);
    }
  });

  it('lets only server/rpc and the gRPC files of the client know gRPC', () => {
    const users = SOURCES.filter(({ imports }) => imports.some(({ to, own }) => !own && GRPC_PACKAGES.test(to)));
    const stray = users
      .map(({ path }) => path)
      .filter((path) => !/^server\/rpc\/|^client\/grpc-[a-z-]+\.ts$/.test(path));
    expect(users.length).to.be.greaterThan(1);
    expect(stray).to.deep.equal([]);
  });

  it('lets only the SQLite backend know SQLite', () => {
    const users = SOURCES.filter(({ imports }) => imports.some(({ to }) => to.startsWith('better-sqlite3')));
    expect(users).not.to.be.empty;
    expect(users.map(({ path }) => path).filter((path) => !path.startsWith('server/backends/sqlite/'))).to.deep.equal(
      [],
    );
  });

  it('loads the better-sqlite3 that this Node can load, in tests too', () => {
    const sources = [...SOURCES, ...readSources(ROOT, ['test'])].filter(
      ({ path }) => !path.startsWith('test/bench/peers/'),
    );
    expect(strayImports(sources, ({ to, kind }) => to !== 'better-sqlite3' || kind === 'type')).to.deep.equal([]);
  });

  it('never lets SQLite plan a statement again at each call', () => {
    // SQLite reads the value of a bound limit when it plans, so that each binding makes it parse the text again; it does not read
    // that of a sum.
    const found = under('server/backends/sqlite/').flatMap(({ path }) => {
      const text = readFileSync(join(ROOT, path), 'utf8');
      return [...text.matchAll(/\b(?:LIMIT|OFFSET) @\w+(?! \+ 0)\b/g)].map(([limit]) => `${path}: ${limit}`);
    });
    expect(found).to.deep.equal([]);
  });

  it('lets only the Neo4j backend know Neo4j', () => {
    const users = SOURCES.filter(({ imports }) => imports.some(({ to }) => to === 'neo4j-driver'));
    expect(users).not.to.be.empty;
    expect(users.map(({ path }) => path).filter((path) => !path.startsWith('server/backends/neo4j/'))).to.deep.equal(
      [],
    );
  });

  it('loads backends only when the composition root, or the doctor, asks for them', () => {
    const edges = SOURCES.flatMap(({ imports }) => imports).filter(
      ({ from, to }) => /^server\/backends\/[^/]+\//.test(to) && !inside(from, 'server/backends/'),
    );
    expect(edges).not.to.be.empty;
    // The process's own memory has no driver to load.
    const allowed = ({ from, to, kind }: Import): boolean =>
      kind === 'type' || (ROOT_FILES.includes(from) && (kind === 'dynamic' || inside(to, 'server/backends/process/')));
    const stray = edges.filter((edge) => !allowed(edge));
    expect(stray.map(({ from, to, kind }) => `${from} -> ${to} (${kind})`)).to.deep.equal([]);
  });

  it('lets the contract import nothing, and the client only the contract and what is generated of it', () => {
    expect(strayImports(under('contract/'), ({ to }) => inside(to, 'contract/'))).to.deep.equal([]);
    const stray = strayImports(under('client/'), ({ to, own }) =>
      own ? inside(to, 'client/', 'contract/', 'proto/gen/') : ['@grpc/grpc-js', 'node:timers/promises'].includes(to),
    );
    const { peerDependencies } = JSON.parse(readFileSync(join(ROOT, 'client/package.json'), 'utf8')) as {
      readonly peerDependencies: object;
    };
    const isOfFramework = (edge: string): boolean =>
      edge.startsWith('client/adapters/') &&
      Object.keys(peerDependencies).some((name) => edge.includes(`-> ${name} (`));
    expect(stray.filter((edge) => !isOfFramework(edge))).to.deep.equal([]);
  });

  it('lets nothing else import an adapter, which would ask for its framework', () => {
    const users = SOURCES.flatMap(({ imports }) => imports).filter(
      ({ from, to }) => inside(to, 'client/adapters/') && !inside(from, 'client/adapters/'),
    );
    expect(users).to.deep.equal([]);
  });

  it('lets the dashboard import itself, its three libraries and the types of the contract, and nothing import it', () => {
    const stray = strayImports(under('ui/'), ({ to, kind, own }) =>
      own
        ? inside(to, 'ui/') || (inside(to, 'proto/gen/') && kind === 'type')
        : ['preact', '@preact/signals', 'uplot'].includes(to),
    );
    expect(stray).to.deep.equal([]);
    const others = SOURCES.filter(({ path }) => !path.startsWith('ui/'));
    expect(strayImports(others, ({ to }) => !inside(to, 'ui/'))).to.deep.equal([]);
  });

  it('lets nothing of the server import the client, what gives or calls one aside, or the tests', () => {
    const stray = strayImports(
      under('server/'),
      ({ from, to, own }) =>
        !own ||
        inside(to, 'server/', 'contract/', 'proto/gen/', 'package.json') ||
        (/^server\/(commands\/(client\/|import\/|demo|reembed|health|open-local-or-remote|mcp)|(http\/)?mcp\/|embedded\/)/.test(
          from,
        ) &&
          inside(to, 'client/')),
    );
    expect(stray).to.deep.equal([]);
  });

  it('has numbers in policy only', () => {
    const found = under('server/domain/', 'server/services/').flatMap(({ path, numbers }) =>
      numbers
        .filter((raw) => isQuantity(raw) && STANDARD_NUMBERS[path]?.includes(raw) !== true)
        .map((raw) => `${path}: ${raw}`),
    );
    expect(found).to.deep.equal([]);
  });

  it('has the programs, the settings and the composition root in its root folder, and folders', () => {
    const atRoot = SOURCES.map(({ path }) => path).filter((path) => /^server\/[^/]+$/.test(path));
    expect(atRoot.toSorted()).to.deep.equal(['server/config.ts', 'server/main.ts', 'server/recorda.ts']);
  });

  it('keeps what an rpc, a setting and a memory type touch together, and the way of an add short', () => {
    expect(filesOfRpc()).to.have.lengthOf.within(1, MOST_FILES.rpc);
    expect(filesOfSetting()).to.have.lengthOf.within(1, MOST_FILES.setting);
    expect(filesOfMemoryType()).to.be.within(1, MOST_FILES.memoryType);
    expect(filesOfAdd()).to.have.lengthOf.at.most(MOST_FILES.add);
  });

  it('has no file over 25 KB', () => {
    const large = SOURCES.filter(({ bytes }) => bytes > MAX_BYTES).map(({ path, bytes }) => `${path}: ${bytes}`);
    expect(large).to.deep.equal([]);
  });

  it('has no file named for nothing', () => {
    const avoided = new RegExp(`(^|[-./])(${AVOIDED_WORDS.join('|')})s?([-.]|$)`);
    const names = [...SOURCES, ...readSources(ROOT, ['test'])].map(({ path }) => path);
    expect(avoided.test('server/string-utils.ts')).to.equal(true);
    expect(names.filter((path) => path.split('/').some((part) => avoided.test(part)))).to.deep.equal([]);
    expect(names.filter((path) => !/^[a-z0-9\-./]+$/.test(path))).to.deep.equal([]);
  });

  it('has no cycle of imports', () => {
    const file = (path: string, text: string): SourceFile => readSource(path, text);
    const ring = [file('a.ts', `import './b.ts'`), file('b.ts', `import './c.ts'`), file('c.ts', `import './b.ts'`)];
    expect(findCycle(ring)).to.deep.equal(['b.ts', 'c.ts', 'b.ts']);
    expect(findCycle(SOURCES)).to.equal(undefined);
  });

  it('has no cycle of folders, also of types', () => {
    const files = ['a/x -> b/x', 'b/y -> c/x', 'c/y -> b/z', 'b/in/x -> b/x', 'b/y -> b/in/x'].map((edge) => {
      const [from = '', to = ''] = edge.split(' -> ');
      return readSource(`${from}.ts`, `import type { A } from '${'../'.repeat(from.split('/').length - 1)}${to}.ts'`);
    });
    expect(findFolderCycle(files)).to.deep.equal(['b', 'c', 'b']);
    expect(findFolderCycle(files.filter(({ path }) => path !== 'c/y.ts'))).to.equal(undefined);
    expect(findFolderCycle(SOURCES)).to.equal(undefined);
  });

  it('has every rpc of the contract in a service', () => {
    const folder = join(ROOT, 'proto/recorda/v1');
    const missing: string[] = [];
    let count = 0;
    for (const name of readdirSync(folder).filter((file) => file.endsWith('.proto'))) {
      const text = readFileSync(join(folder, name), 'utf8');
      const service = /^service (\w+)Service \{/m.exec(text)?.[1]?.toLowerCase();
      if (service === undefined) continue;
      const defined = new Set(under(`server/services/${service}`).flatMap(({ definedNames }) => [...definedNames]));
      for (const [, rpc = ''] of text.matchAll(/^ {2}rpc (\w+)\(/gm)) {
        count += 1;
        if (!defined.has(rpc) && !defined.has(rpc[0]?.toLowerCase() + rpc.slice(1))) missing.push(`${service}: ${rpc}`);
      }
    }
    expect(count).to.be.greaterThan(9);
    expect(missing).to.deep.equal([]);
  });
});
