/**
 * Tests the Go client: its own tests, the cases of every client with real servers, and its README in a module that requires it.
 */
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { readCases } from '../client/cases/case-file.ts';
import { startCaseServers, type CaseServers } from '../client/cases/servers.ts';
import { findGo } from '../go.ts';
import { ROOT } from '../root.ts';
import { startServerWithStandby } from './server-over-standby.ts';

const MODULE = 'github.com/recorda/recorda/client/go';
/** A version of its own, which nobody has cached. */
const VERSION = 'v0.0.0-tested';
const FOLDER = join(ROOT, 'client/go');
const SETUP_MS = 600_000;

type Variables = Readonly<Record<string, string>>;

const run = promisify(execFile);

describe('the Go client', function () {
  this.timeout(SETUP_MS);
  let go: string;
  let folder: string;
  let servers: CaseServers;

  before(async () => {
    go = await findGo();
    folder = await mkdtemp(join(tmpdir(), 'recorda-go-'));
    servers = await startCaseServers();
  });

  after(async () => {
    await servers.stop();
    await rm(folder, { recursive: true });
  });

  /** Returns what Go printed. Paths are trimmed, so that packages are compiled once wherever modules lie. */
  async function called(at: string, args: readonly string[], env: Variables = {}): Promise<string> {
    const flags = [process.env['GOFLAGS'], '-trimpath', env['GOFLAGS']].filter(Boolean).join(' ');
    try {
      const { stdout } = await run(go, args, {
        cwd: at,
        maxBuffer: Infinity,
        env: { ...process.env, GOWORK: 'off', ...env, GOFLAGS: flags },
      });
      return stdout;
    } catch (error) {
      const { stdout, stderr } = error as { readonly stdout: string; readonly stderr: string };
      const failed = stdout.replaceAll(/^(?:=== |.*--- PASS).*\n/gm, '');
      throw new Error(`go ${args.join(' ')}\n${failed}${stderr}`, { cause: error });
    }
  }

  it('is formatted by gofmt, and passes vet', async () => {
    expect(await called(FOLDER, ['run', 'cmd/gofmt', '-l', '.'])).to.equal('');
    await called(FOLDER, ['vet', './...']);
  });

  it('passes its tests, and every case', async () => {
    const said = await called(FOLDER, ['test', '-count=1', '-v', './...'], servers.environment);
    const passed = said.match(/^ {4}--- PASS: TestCases\//gm);
    expect(passed).to.have.length(readCases().cases.length);
  });

  it('sends back the revision of a user, so that a server over a standby asks that', async () => {
    const server = await startServerWithStandby();
    try {
      const before = await server.lastAsked();
      const env = { RECORDA_TEST_STANDBY: server.address };
      const said = await called(FOLDER, ['test', '-count=1', '-v', '-run', 'OverAStandby$', '.'], env);
      expect(said).to.match(/^--- PASS: TestARead/m);
      expect(await server.lastAsked()).to.be.greaterThan(before);
    } finally {
      await server.stop();
    }
  });

  it('can be required by a program of another module, as its README says', async () => {
    const proxy = await publish(folder);
    const downloaded = (await called(FOLDER, ['env', 'GOMODCACHE'])).trim();
    const elsewhere = (await called(FOLDER, ['env', 'GOPROXY'])).trim();
    const env = {
      GOMODCACHE: join(folder, 'modules'),
      GOPROXY: `file://${proxy},file://${downloaded}/cache/download,${elsewhere}`,
      GONOSUMDB: MODULE,
      GOFLAGS: '-mod=mod -modcacherw',
    };
    const program = join(folder, 'program');
    await mkdir(program);
    for (const [name, text] of Object.entries(programsOf('client/go/README.md')))
      await writeFile(join(program, name), text.replaceAll('localhost:50051', servers.addresses.open));
    await called(program, ['mod', 'init', 'example.com/program'], env);
    await called(program, ['get', `${MODULE}@${VERSION}`], env);
    await called(program, ['vet', './...'], env);
    expect(await called(program, ['run', '.'], env)).to.equal('long_term Enjoys skiing, but avoids advanced slopes\n');
    const said = await called(program, ['test', '-count=1', '-v', '.'], env);
    expect(said).to.match(/^lisbon Miradouro$[\s\S]*^InvalidArgument FIELD_INVALID \[\{memory\.text\.content /m);
  });
});

/** Makes a file tree that `go get` can read, with the module as it is here. */
async function publish(folder: string): Promise<string> {
  const at = join(folder, 'proxy', MODULE, '@v');
  await mkdir(at, { recursive: true });
  const git = async (args: readonly string[]): Promise<string> => {
    const env = { ...process.env, GIT_INDEX_FILE: join(folder, 'index') };
    return (await run('git', args, { cwd: ROOT, env })).stdout.trim();
  };
  await git(['add', 'client/go']);
  const tree = `${await git(['write-tree'])}:client/go`;
  const zip = join(at, `${VERSION}.zip`);
  await git(['archive', '--format=zip', `--prefix=${MODULE}@${VERSION}/`, '-o', zip, tree]);
  await writeFile(join(at, `${VERSION}.mod`), readFileSync(join(FOLDER, 'go.mod')));
  await writeFile(join(at, `${VERSION}.info`), JSON.stringify({ Version: VERSION, Time: new Date(0).toISOString() }));
  return join(folder, 'proxy');
}

/** Returns the whole program of a document, and its other snippets as a test each. */
function programsOf(path: string): Readonly<Record<string, string>> {
  const pieces = Array.from(
    readFileSync(join(ROOT, path), 'utf8').matchAll(/```go\n([\s\S]*?)```/g),
    ([, text]) => text!,
  );
  const [main = '', ...others] = pieces;
  expect(main).to.match(/^package main\n/);
  expect(others).to.have.length.above(2);
  const imports = ['context', 'errors', 'fmt', 'testing', 'time'].map((name) => `\t"${name}"`).join('\n');
  const run = others.map(
    (text, at) =>
      `func piece${at}(ctx context.Context, client *recorda.Client, ana *recorda.Agent) error {\n${text}}\n`,
  );
  return {
    'main.go': main,
    'main_test.go': `package main

import (
${imports}

	recorda "${MODULE}"
)

${run.join('\n')}
// Each of these has to be needed by a piece.
var _, _ = errors.Is, time.Now

func TestPieces(t *testing.T) {
	client, err := recorda.Connect("localhost:50051")
	if err != nil {
		t.Fatal(err)
	}
	defer client.Close()
	ana := client.Agent(recorda.Scope{UserID: "ana", AgentID: "coach", SessionID: "monday"})
	for at, piece := range []func(context.Context, *recorda.Client, *recorda.Agent) error{${run.map((_, at) => `piece${at}`).join(', ')}} {
		if err := piece(t.Context(), client, ana); err != nil {
			t.Errorf("piece %d: %v", at, err)
		}
	}
}
`,
  };
}
