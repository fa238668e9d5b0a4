/**
 * Tests the client in Python: its package is built, installed where nothing else is, and runs the cases of every client, its own tests
 * and the programs of its README with real servers.
 */
import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { readCases } from '../client/cases/case-file.ts';
import { startCaseServers, type CaseServers } from '../client/cases/servers.ts';
import { hasPython, pythonWithGrpc } from '../python/environment.ts';
import { ROOT } from '../root.ts';
import { startServerWithStandby } from './server-over-standby.ts';

const CLIENT = join(ROOT, 'client/python');
const TESTS = join(CLIENT, 'tests');
const SETUP_TIMEOUT_MS = 600_000;

type CaseResult = { readonly name: string; readonly door: 'sync' | 'asyncio'; readonly error: string | null };

const { cases } = readCases();
const programs = Array.from(
  readFileSync(join(CLIENT, 'README.md'), 'utf8').matchAll(/```python\n([\s\S]*?)```/g),
  ([, program]) => program!,
);

/** Returns what a program prints; rejects with all of its output if it fails. */
async function ran(program: string, args: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const { stdout, stderr } = await promisify(execFile)(program, args, {
    cwd: CLIENT,
    env: { ...process.env, ...env },
  }).catch((error: unknown) => {
    const { stdout: out = '', stderr: wrong = '' } = error as { stdout?: string; stderr?: string };
    throw new Error(`${program} ${args.join(' ')}\n${out}\n${wrong}`);
  });
  return { stdout, stderr };
}

describe('the client in Python', () => {
  let folder = '';
  /** The Python that has grpcio-tools, hatchling, mypy and ruff. */
  let tools = '';
  /** The Python that has the wheel, and its dependencies. */
  let python = '';
  let servers: CaseServers | undefined;
  const results = new Map<string, string | null>();

  before(async function () {
    this.timeout(SETUP_TIMEOUT_MS);
    if (!(await hasPython())) {
      if (process.env['CI'] === 'true') throw new Error('CI needs python3 with venv.');
      process.stdout.write('    skipped: no python3 with venv here\n');
      this.skip();
    }
    folder = await mkdtemp(join(tmpdir(), 'recorda-python-client-'));
    tools = await pythonWithGrpc();
    // It builds an sdist, and from that a wheel.
    await ran(tools, ['-m', 'build', '--no-isolation', '--outdir', join(folder, 'dist'), '.']);
    await ran('python3', ['-m', 'venv', join(folder, 'venv')]);
    python = join(folder, 'venv/bin/python');
    const wheel = readdirSync(join(folder, 'dist')).find((name) => name.endsWith('.whl'));
    await ran(python, [
      '-m',
      'pip',
      'install',
      '--quiet',
      '--disable-pip-version-check',
      join(folder, 'dist', wheel ?? ''),
    ]);
    servers = await startCaseServers();
  });

  after(async () => {
    await servers?.stop();
    if (folder !== '') await rm(folder, { recursive: true, force: true });
  });

  it('is packed with the types of its messages and everything that is made of its sources', async () => {
    const list =
      'import glob, sys, tarfile, zipfile\n' +
      'names = [n for f in glob.glob(sys.argv[1] + "/*.whl") for n in zipfile.ZipFile(f).namelist()]\n' +
      'names += [n for f in glob.glob(sys.argv[1] + "/*.tar.gz") for n in tarfile.open(f).getnames()]\n' +
      'print("\\n".join(names))';
    const names = (await ran(tools, ['-c', list, join(folder, 'dist')])).stdout.split('\n');
    const made = ['py.typed', 'v1/memory_pb2.py', 'v1/memory_pb2.pyi', '_sync/agent.py', '_services.py'];
    for (const name of [...made, '_constants.json', '_google_rpc.binpb', 'aio/agent.py']) {
      const inBoth = names.filter((one) => one.endsWith(`recorda/${name}`));
      expect(inBoth, name).to.have.length(2);
    }
    expect(names.filter((name) => name.endsWith('/LICENSE'))).to.have.length(2);
  });

  it('depends on grpcio and protobuf alone', async () => {
    const { stdout } = await ran(python, ['-m', 'pip', 'list', '--format', 'freeze', '--disable-pip-version-check']);
    const names = Array.from(stdout.matchAll(/^([\w-]+)==/gm), ([, name]) => name!.toLowerCase());
    const others = names.filter(
      (name) => !['pip', 'setuptools', 'wheel', 'recorda', 'typing_extensions'].includes(name),
    );
    expect(others.sort()).to.deep.equal(['grpcio', 'protobuf']);
  });

  it('is linted, formatted and typed', async () => {
    await ran(tools, ['-m', 'ruff', 'check', '.']);
    await ran(tools, ['-m', 'ruff', 'format', '--check', '.']);
    const strict = ['-m', 'mypy', '--cache-dir', join(folder, 'mypy'), '--config-file', 'pyproject.toml', '--strict'];
    await ran(tools, [...strict, '-p', 'recorda'], { MYPYPATH: 'src' });
    // A user's program sees the package as installed.
    await ran(tools, [...strict, '--python-executable', python, join(TESTS, 'typed_program.py')]);
  });

  it('passes its own tests', async () => {
    const { stderr } = await ran(python, ['-W', 'error', '-m', 'unittest', 'discover', '--start-directory', TESTS]);
    const [, count] = /Ran (\d+) tests/.exec(stderr) ?? [];
    expect(Number(count)).to.be.greaterThan(20);
  });

  it('has programs in its README that run', async () => {
    expect(programs).to.have.length.above(3);
    const address = servers?.addresses.open ?? '';
    const said: string[] = [];
    for (const program of programs) {
      expect(program).to.include('localhost:50051');
      said.push((await ran(python, ['-W', 'error', '-c', program.replaceAll('localhost:50051', address)])).stdout);
    }
    expect(said[0]).to.include('peanuts').and.include('Fridays');
    expect(said[3]).to.equal("FIELD_INVALID ['memory.text.content', 'memory.importance']\n");
  });

  it('sends back the revision of a user, so that a server over a standby asks that', async () => {
    const server = await startServerWithStandby();
    try {
      for (const door of ['sync', 'asyncio']) {
        const before = await server.lastAsked();
        await ran(python, ['-W', 'error', join(TESTS, 'read_by_standby.py'), server.address, door]);
        expect(await server.lastAsked(), door).to.be.greaterThan(before);
      }
    } finally {
      await server.stop();
    }
  });

  it('runs the cases of every client, with and without asyncio', async () => {
    const runner = join(TESTS, 'run_cases.py');
    const { stdout } = await ran(python, [runner, join(ROOT, 'client/cases/cases.json')], servers?.environment);
    for (const line of stdout.trim().split('\n')) {
      const { name, door, error } = JSON.parse(line) as CaseResult;
      results.set(`${name}, ${door}`, error);
    }
    expect(results.size).to.equal(2 * cases.length);
  });

  for (const { name } of cases)
    for (const door of ['sync', 'asyncio'])
      it(`${name}, ${door}`, () => {
        const error = results.get(`${name}, ${door}`);
        if (error === undefined) throw new Error('The case did not run.');
        if (error !== null) throw new Error(error);
      });
});
