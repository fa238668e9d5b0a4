/** What the documents say: that what they link to and name exists, and that the programs in them run. */
import { execFile } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { AdminServiceDefinition } from '../proto/gen/recorda/v1/admin.ts';
import { ContextServiceDefinition } from '../proto/gen/recorda/v1/context.ts';
import { MemoryServiceDefinition } from '../proto/gen/recorda/v1/memory.ts';
import { compileFilter } from '../server/domain/filter.ts';
import { openRecorda } from '../server/recorda.ts';
import { serve } from '../server/rpc/serve.ts';
import { silentLog } from '../server/ports/telemetry.ts';
import { ROOT } from './root.ts';

const run = promisify(execFile);
/** Far more than a program of a document takes. */
const ENDS_MS = 120_000;
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

const DOCUMENTS = ['client', 'proto', 'release', 'server', 'test']
  .flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((path) => join(folder, path)),
  )
  .filter((path) => path.endsWith('.md') && !/node_modules|\.venv/.test(path))
  .concat('README.md', 'SECURITY.md');

const FENCE = /```(\w*)\n([\s\S]*?)```/g;
/** A document without its programs and commands. */
const prose = (path: string): string => read(path).replace(FENCE, '');
const programs = (path: string): readonly string[] =>
  Array.from(read(path).matchAll(FENCE), ([, language, text]) => (language === 'ts' ? text! : '')).filter(Boolean);

/** As GitHub makes it of a heading. */
const anchor = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');
const anchors = (path: string): readonly string[] =>
  Array.from(prose(path).matchAll(/^#+ (.*)$/gm), ([, heading]) => anchor(heading!));

/** In each document what `pattern` finds that `isThere` does not know. */
function unknown(pattern: RegExp, isThere: (found: string, path: string) => boolean): readonly string[] {
  return DOCUMENTS.flatMap((path) =>
    Array.from(read(path).matchAll(pattern), ([, found]) => found!)
      .filter((found) => !isThere(found, path))
      .map((found) => `${path}: ${found}`),
  );
}

describe('the documents', () => {
  it('link to what exists', () => {
    const links = DOCUMENTS.flatMap((path) =>
      Array.from(prose(path).matchAll(/\]\((?!https?:)([^)\s]*)\)/g), ([, link]) => [path, link!] as const),
    );
    expect(links.length).to.be.greaterThan(40);
    const broken = links.filter(([path, link]) => {
      const [file, heading] = link.split('#');
      const target = file === '' ? path : join(dirname(path), file!);
      if (!existsSync(join(ROOT, target))) return true;
      return heading !== undefined && !anchors(target).includes(heading);
    });
    expect(broken).to.deep.equal([]);
  });

  it('are all found from the README', () => {
    const linked = (path: string): readonly string[] =>
      Array.from(prose(path).matchAll(/\]\((?!https?:)([^)#\s]+)/g), ([, link]) => join(dirname(path), link!));
    expect(DOCUMENTS.filter((path) => path !== 'README.md' && !linked('README.md').includes(path))).to.deep.equal([]);
  });

  it('name settings, scripts, commands and calls that there are', async () => {
    const settings = read('.env.example');
    expect(
      unknown(/\b(?<!_)(RECORDA_[A-Z_]*[A-Z])(?:\b|_…)/g, (name) => {
        if (name.startsWith('RECORDA_TEST_')) return true;
        return settings.includes(`# ${name.replace(/_FILE$/, '')}`);
      }),
    ).to.deep.equal([]);

    const { scripts } = JSON.parse(read('package.json')) as { readonly scripts: Readonly<Record<string, string>> };
    expect(unknown(/npm run ([\w:-]+)/g, (name) => name in scripts)).to.deep.equal([]);

    const { stdout } = await run(process.execPath, [join(ROOT, 'dist/server/main.js'), '--help']);
    const isCommand = (name: string): boolean => new RegExp(`^ {2}${name}\\b`, 'm').test(stdout);
    expect(unknown(/(?:npm start|^recorda|`recorda) ([a-z][\w-]*)/gm, isCommand)).to.deep.equal([]);

    const calls = [MemoryServiceDefinition, ContextServiceDefinition, AdminServiceDefinition].flatMap(
      ({ name, methods }: { name: string; methods: Readonly<Record<string, { name: string }>> }) =>
        Object.values(methods).map((method) => `${name}.${method.name}`),
    );
    expect(
      unknown(/\b((?:Memory|Context|Admin)Service[./][A-Z]\w+)/g, (name) => calls.includes(name.replace('/', '.'))),
    ).to.deep.equal([]);
  });

  it('tell every variable of a filter', () => {
    let told = '';
    try {
      compileFilter('"no condition"');
    } catch (error) {
      told = (error as { readonly detail: unknown } & Error).message + JSON.stringify(error);
    }
    const names = /expression over ([\w, ]+), for example/.exec(told)?.[1]?.split(', ') ?? [];
    expect(names).to.include('metadata');
    const [, filters = ''] = read('proto/README.md').split('## Filters');
    expect(names.filter((name) => !filters.includes(`\`${name}\``))).to.deep.equal([]);
  });

  it('have programs that compile, and those of the client run', async () => {
    // Within the package, so that `recorda` is what it exports.
    const folder = await mkdtemp(join(ROOT, 'dist/documents-'));
    const dataDir = await mkdtemp(join(tmpdir(), 'recorda-documents-'));
    const recorda = await openRecorda({ dataDir, warmUp: false, log: silentLog });
    const serving = await serve({ pipeline: recorda.pipeline, log: silentLog, host: '127.0.0.1', port: 0 });
    try {
      const withPrograms = DOCUMENTS.filter((path) => programs(path).length > 0);
      expect(withPrograms).to.include.members(['README.md', 'client/README.md']);
      const nameOf = (path: string): string => path.replaceAll('/', '-').replace(/\.md$/, '');
      for (const path of withPrograms) {
        const program = programs(path).join('\n').replaceAll('localhost:50051', `localhost:${serving.port}`);
        await writeFile(join(folder, `${nameOf(path)}.ts`), program);
      }
      const compilerOptions = { rootDir: '.', outDir: '.', incremental: false, tsBuildInfoFile: null };
      const looser = { noUnusedLocals: false, declaration: false, sourceMap: false };
      await writeFile(
        join(folder, 'tsconfig.json'),
        JSON.stringify({
          extends: '../../tsconfig.json',
          compilerOptions: { ...compilerOptions, ...looser },
          include: ['*.ts'],
        }),
      );
      const { stdout } = await run('npx', ['--no-install', 'tsc', '-p', folder], { cwd: ROOT }).catch(
        (error: unknown) => error as { readonly stdout: string },
      );
      expect(stdout).to.equal('');

      const first = await run(process.execPath, [join(folder, 'README.js')], { timeout: ENDS_MS });
      expect(first.stdout).to.match(/^[\d.]+ Enjoys skiing, but avoids advanced slopes\nworking /);
      const second = await run(process.execPath, [join(folder, 'client-README.js')], { timeout: ENDS_MS });
      expect(second.stdout).to.match(/^hotel \{.*price: 2760/);
    } finally {
      await serving.drain(0);
      await recorda.close();
      await rm(folder, { recursive: true });
      await rm(dataDir, { recursive: true });
    }
  });
});
