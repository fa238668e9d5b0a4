/**
 * Tests the client in other runtimes than this Node: Chromium, with its bundle, Bun, Deno, and the other supported
 * versions of Node.
 */
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { expect } from 'chai';
import { build } from 'esbuild';
import { ROOT } from '../root.ts';
import { startServer, type ServerProcess } from '../server-process.ts';
import { openPage } from './runtimes/chromium.ts';
import { SCENARIO_NAMES, type Outcome, type Target } from './runtimes/scenarios.ts';

const run = promisify(execFile);
const HERE = join(ROOT, 'dist/test/with-backends/runtimes');
/** The largest size of the page's whole client, gzipped. */
const BUNDLE_BYTES = 60 * 1024;
/** The time that a run may take, including the installation of its runtime, in milliseconds. */
const RUN_MS = 300_000;

/** A package of npm, the program in it, and the arguments that come before a script. */
const RUNTIMES = [
  ['node@22', 'node'],
  ['node@24', 'node'],
  ['node@26', 'node'],
  ['bun@1.4.5', 'bun'],
  ['deno@2.9.6', 'deno', 'run', '--allow-all', '--node-modules-dir=manual'],
] as const;

function expectAll(outcomes: readonly Outcome[]): void {
  expect(outcomes).to.deep.equal(SCENARIO_NAMES.map((scenario) => ({ scenario })));
}

describe('the client in other runtimes', function () {
  this.timeout(RUN_MS);
  let folder: string;
  let server: ServerProcess;
  let pages: Server;
  let apiKey: string;
  /** The files that the page loads, and the address to which it reports its outcome. */
  const served = new Map<string, { readonly type: string; readonly body: string }>();
  let heard: (outcomes: readonly Outcome[]) => void;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'recorda-runtimes-'));
    pages = createServer((request, response) => {
      if (request.method === 'POST') {
        let text = '';
        request.on('data', (part: Buffer) => (text += part.toString()));
        request.on('end', () => {
          heard(JSON.parse(text) as readonly Outcome[]);
          response.end();
        });
        return;
      }
      const file = served.get(request.url ?? '');
      response.writeHead(file === undefined ? 404 : 200, { 'content-type': file?.type ?? 'text/plain' });
      response.end(file?.body);
    });
    await new Promise<void>((resolve) => pages.listen(0, '127.0.0.1', resolve));
    const keys = join(folder, 'keys.json');
    const main = join(ROOT, 'dist/server/main.js');
    apiKey = (
      await run(process.execPath, [main, 'key', 'create', '--all-users', '--api-keys-file', keys])
    ).stdout.trim();
    server = await startServer({
      dataDir: join(folder, 'data'),
      flags: ['--api-keys-file', keys],
      env: { RECORDA_HTTP_PORT: '0', RECORDA_HTTP_ORIGINS: `http://127.0.0.1:${portOfPages()}` },
    });
  });
  after(async () => {
    pages.close();
    pages.closeAllConnections();
    await server.stop();
    await rm(folder, { recursive: true });
  });

  const portOfPages = (): number => (pages.address() as AddressInfo).port;
  const http = (): string => `http://127.0.0.1:${server.httpPort}`;
  const target = (address: string, user: string): string => JSON.stringify({ address, apiKey, user } satisfies Target);

  const bundled = async (entry: string): Promise<string> => {
    const { outputFiles } = await build({
      entryPoints: [join(ROOT, entry)],
      bundle: true,
      minify: true,
      write: false,
      format: 'esm',
      platform: 'browser',
      target: 'es2022',
    });
    return outputFiles[0]!.text;
  };

  describe('in Chromium', () => {
    before(async () => {
      const type = 'text/javascript';
      served.set('/client.js', { type, body: await bundled('dist/client/web.js') });
      served.set('/scenarios.js', { type, body: await bundled('dist/test/with-backends/runtimes/scenarios.js') });
    });

    /** Returns the outcomes of the scenarios on a page of this origin. */
    const onPageOf = async (host: string, user: string): Promise<readonly Outcome[]> => {
      served.set('/', {
        type: 'text/html',
        body: `<!doctype html><meta charset="utf-8"><script type="module">
          import { connect } from '/client.js';
          import { runScenarios } from '/scenarios.js';
          const outcomes = await runScenarios(connect, ${target(http(), user)});
          await fetch('/', { method: 'POST', body: JSON.stringify(outcomes) });
        </script>`,
      });
      const outcomes = new Promise<readonly Outcome[]>((resolve) => (heard = resolve));
      const page = openPage(`http://${host}:${portOfPages()}/`);
      try {
        return await Promise.race([outcomes, page.failed]);
      } finally {
        await page.close();
      }
    };

    it('has a bundle of at most 60 KB', () => {
      expect(gzipSync(served.get('/client.js')!.body).length).to.be.at.most(BUNDLE_BYTES);
    });

    it('can make every call from an origin that is allowed', async () => {
      expectAll(await onPageOf('127.0.0.1', 'of a page'));
    });

    it('can make no call from an origin that is not', async () => {
      const outcomes = await onPageOf('localhost', 'of another page');
      expect(outcomes.map(({ scenario }) => scenario)).to.deep.equal(SCENARIO_NAMES);
      for (const { fault } of outcomes) expect(fault).to.be.a('string');
    });
  });

  for (const [name, program, ...args] of RUNTIMES)
    for (const door of ['gRPC', 'fetch'] as const)
      it(`runs the scenarios in ${name}, over ${door}`, async () => {
        const said = target(door === 'gRPC' ? server.address : http(), `${name} ${door}`);
        const command = ['--yes', '--package', name, '--', program, ...args, join(HERE, 'program.js'), said];
        const { stdout } = await run('npx', command, { timeout: RUN_MS });
        expectAll(JSON.parse(stdout.trim().split('\n').at(-1)!) as readonly Outcome[]);
      });
});
