/** A real OpenTelemetry Collector on loopback, built once from its Go modules. */
import { execFile, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { findGo } from '../go.ts';
import { ROOT } from '../root.ts';
import { freePort } from './redis-process.ts';
import { untilAnswers } from './until-answers.ts';
import { endWithUs } from '../end-with-us.ts';

const run = promisify(execFile);
const SOURCE = join(ROOT, 'test/with-backends/collector');
const PROGRAM = join(ROOT, 'node_modules/.cache/recorda/bin/otelcol');
const BUILD_MS = 480_000;

export type CollectorProcess = {
  /** The URL at which it accepts OTLP over HTTP. */
  readonly url: string;
  stop(): Promise<void>;
};

/**
 * Builds it, which takes a minute or two on a machine that never did. Rejects if Go, or a module, is not
 * available.
 */
export async function installCollector(): Promise<void> {
  if (existsSync(PROGRAM)) return;
  // go.sum determines the content of each module, so the checksum database is not asked.
  const env = { ...process.env, GOFLAGS: '-mod=readonly', GOSUMDB: 'off' };
  const go = await findGo();
  const build = () => run(go, ['build', '-o', PROGRAM, '.'], { cwd: SOURCE, env, timeout: BUILD_MS });
  // What was fetched so far is kept: a proxy that drops one of hundreds of modules is asked again.
  await build().catch(build);
}

/** Forwards to `to`, as JSON. */
export async function startCollector(to: string): Promise<CollectorProcess> {
  await installCollector();
  const dir = await mkdtemp(join(tmpdir(), 'recorda-otelcol-'));
  const port = await freePort();
  const config = {
    receivers: { otlp: { protocols: { http: { endpoint: `127.0.0.1:${port}` } } } },
    exporters: { otlphttp: { endpoint: to, encoding: 'json', compression: 'none' } },
    service: {
      pipelines: {
        traces: { receivers: ['otlp'], exporters: ['otlphttp'] },
        logs: { receivers: ['otlp'], exporters: ['otlphttp'] },
      },
      telemetry: { metrics: { level: 'none' } },
    },
  };
  const file = join(dir, 'config.yaml');
  await writeFile(file, JSON.stringify(config));
  const child = endWithUs(spawn(PROGRAM, ['--config', `file:${file}`], { stdio: 'ignore' }));
  const ended = new Promise((resolve) => child.once('exit', resolve));
  const url = `http://127.0.0.1:${port}`;
  await untilAnswers(url, child);
  return {
    url,
    async stop() {
      child.kill('SIGTERM');
      await ended;
      await rm(dir, { recursive: true });
    },
  };
}
