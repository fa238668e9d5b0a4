/** Tests where HTTP is served: by default, on a configured port, and if another program has the port. */
import { execFile, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { parseConfig } from '../../server/config.ts';
import { openRecorda } from '../../server/recorda.ts';
import { runServer, type RunningServer } from '../../server/opening/run-server.ts';
import { keptLog, scriptedPipeline } from '../rpc/scripted-pipeline.ts';
import { NO_SECURITY_LOG } from '../../server/ports/security.ts';
import { ROOT } from '../root.ts';

describe('the port of HTTP', () => {
  const log = keptLog();

  function run(flags: Record<string, string>): Promise<RunningServer> {
    const { config } = parseConfig({}, { port: '0', shutdownGraceMs: '0', ...flags });
    const status = { types: {}, isStoreWriting: true, isStoreReading: true };
    const opened = {
      pipeline: scriptedPipeline({}),
      security: NO_SECURITY_LOG,
      status: () => status,
      close: () => Promise.resolve(),
    };
    return runServer({ config, log, version: '1.2.3', env: {}, open: () => Promise.resolve(opened) });
  }

  it('is 50052 by default, and where that is taken gRPC alone is served, with a warning that says what to set', async () => {
    expect(parseConfig({}).config.http).to.deep.equal({
      port: 50_052,
      isSet: false,
      origins: [],
      publicUrl: undefined,
      ui: true,
      metrics: false,
    });
    const taker = createServer().listen(50_052, '127.0.0.1');
    // Whichever program has it, the port is taken.
    await Promise.race([once(taker, 'listening'), once(taker, 'error').catch(() => undefined)]).catch(() => undefined);
    const running = await run({});
    expect(running.port).to.be.greaterThan(0);
    expect(running.httpPort).to.equal(undefined);
    const warning = log.lines.find(({ level, message }) => level === 'warn' && message.includes('50052'));
    expect(warning?.message).to.include('RECORDA_HTTP_PORT');
    await running.stop();
    taker.close();
  });

  it('refuses to start where a port that was set is taken, and says what to do', async () => {
    const taker = createServer().listen(0, '127.0.0.1');
    await once(taker, 'listening');
    const { port } = taker.address() as AddressInfo;
    const refused = await run({ httpPort: String(port) }).catch((thrown: unknown) => thrown as Error);
    expect((refused as Error).message).to.match(/EADDRINUSE.*RECORDA_HTTP_PORT/);
    taker.close();
  });

  it('is none where it is off', async () => {
    const running = await run({ httpPort: 'off' });
    expect(running.httpPort).to.equal(undefined);
    await running.stop();
  });

  it('gives the metrics of the other port where it is told to, and is told so only where there are some', async () => {
    const running = await run({ httpPort: '0', metricsPort: '0', httpMetrics: 'on' });
    const text = await (await fetch(`http://127.0.0.1:${running.httpPort}/metrics`)).text();
    expect(text).to.include('# HELP');
    await running.stop();
    expect(() => parseConfig({}, { httpMetrics: 'on' })).to.throw(/RECORDA_METRICS_PORT/);
  });

  for (const origins of ['app.example.com', 'https://app.example.com/', 'https://a.example b', '*'])
    it(`does not take ${origins} as origins`, () =>
      expect(() => parseConfig({ RECORDA_HTTP_ORIGINS: origins })).to.throw(/must be origins/));

  it('answers the curl of the README', async () => {
    expect(spawnSync('curl', ['--version']).status, 'curl is installed').to.equal(0);
    const dataDir = await mkdtemp(join(tmpdir(), 'recorda-curl-'));
    const { config } = parseConfig({}, { port: '0', httpPort: '0', dataDir, shutdownGraceMs: '0' });
    const running = await runServer({ config, log, version: '1.2.3', env: {}, open: openRecorda });
    try {
      const readme = await readFile(join(ROOT, 'README.md'), 'utf8');
      const [, script = ''] = /```sh\n(curl [\s\S]*?)```/.exec(readme) ?? [];
      expect(script).to.include('localhost:50052');
      const command = script.replace('localhost:50052', `127.0.0.1:${running.httpPort}`);
      const { stdout } = await promisify(execFile)('sh', ['-c', command]);
      expect(JSON.parse(stdout)).to.have.property('types').that.is.an('array');
    } finally {
      await running.stop();
      await rm(dataDir, { recursive: true, force: true });
    }
  });
});
