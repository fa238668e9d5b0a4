/** A real Prometheus on loopback that scrapes one server. */
import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from './redis-process.ts';
import { untilAnswers } from './until-answers.ts';
import { endWithUs } from '../end-with-us.ts';

export type PrometheusProcess = {
  readonly url: string;
  stop(): Promise<void>;
};

/** `target` is like `127.0.0.1:9464`. Rejects if prometheus is not installed. */
export async function startPrometheus(target: string): Promise<PrometheusProcess> {
  const dir = await mkdtemp(join(tmpdir(), 'recorda-prometheus-'));
  const port = await freePort();
  const file = join(dir, 'prometheus.yml');
  const config = {
    global: { scrape_interval: '1s' },
    scrape_configs: [{ job_name: 'recorda', static_configs: [{ targets: [target] }] }],
  };
  await writeFile(file, JSON.stringify(config));
  const flags = {
    'config.file': file,
    'storage.tsdb.path': join(dir, 'data'),
    'web.listen-address': `127.0.0.1:${port}`,
  };
  const args = Object.entries(flags).map(([name, value]) => `--${name}=${value}`);
  const child = endWithUs(spawn('prometheus', args, { stdio: 'ignore' }));
  const ended = new Promise((resolve) => child.once('exit', resolve));
  const url = `http://127.0.0.1:${port}`;
  await untilAnswers(`${url}/-/ready`, child);
  return {
    url,
    async stop() {
      child.kill('SIGTERM');
      await ended;
      await rm(dir, { recursive: true });
    },
  };
}
