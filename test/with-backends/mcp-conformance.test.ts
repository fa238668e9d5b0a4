/**
 * Runs the official conformance suite of the Model Context Protocol over HTTP, with fixtures in place of Recorda's tools.
 */
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { silentLog } from '../../server/ports/telemetry.ts';
import { serveHttp, type HttpServing } from '../../server/http/serve-http.ts';
import { serve, type Serving } from '../../server/rpc/serve.ts';
import { scriptedPipeline } from '../rpc/scripted-pipeline.ts';
import { fixtureServer } from './mcp-conformance/fixture-server.ts';

/** The suite needs Node 22, whatever runs the tests. */
const NODE = 'node@22';
const RUN_MS = 600_000;
/** Each era is tested by the version of the suite that knows it. `least` is the number of checks that must pass. */
const RUNS = [
  { era: '2025-11-25', suite: '0.1.16', least: 40 },
  { era: '2026-07-28', suite: '0.2.0-alpha.12', least: 41 },
] as const;

describe('the conformance suite of MCP', () => {
  let grpc: Serving;
  let http: HttpServing;
  let folder: string;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'recorda-conformance-'));
    grpc = await serve({ pipeline: scriptedPipeline({}), log: silentLog, host: '127.0.0.1', port: 0 });
    http = await serveHttp({
      door: grpc.shared,
      host: '127.0.0.1',
      port: 0,
      version: '1.2.3',
      isReady: () => true,
      mcp: { user: 'me', agent: 'mcp', serverOf: fixtureServer },
    });
  });
  after(async () => {
    http.stopListening();
    await grpc.drain(0);
    await http.close();
    await rm(folder, { recursive: true });
  });

  for (const { era, suite, least } of RUNS) {
    it(`passes completely in the era of ${era}`, async function () {
      this.timeout(RUN_MS);
      const url = `http://127.0.0.1:${http.port}/mcp`;
      const packages = [NODE, `@modelcontextprotocol/conformance@${suite}`].flatMap((name) => ['--package', name]);
      const run = ['conformance', 'server', '--url', url, '--spec-version', era];
      // Its output names unexpected failures and unexpected passes, which end it with 1.
      const { stdout, code } = await output('npx', ['--yes', ...packages, ...run], folder);
      expect(code, stdout).to.equal(0);
      const [, passed] = /Total: (\d+) passed/.exec(stdout) ?? [];
      expect(Number(passed), stdout).to.be.at.least(least);
    });
  }
});

function output(command: string, args: readonly string[], cwd: string) {
  return new Promise<{ readonly stdout: string; readonly code: unknown }>((resolve) => {
    execFile(command, args, { cwd, timeout: RUN_MS }, (error, stdout) => resolve({ stdout, code: error?.code ?? 0 }));
  });
}
