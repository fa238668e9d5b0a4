import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'chai';
import { callTelemetry } from '../../server/telemetry/call-telemetry.ts';
import { silentLog, type Telemetry } from '../../server/ports/telemetry.ts';
import { startExports } from '../../server/telemetry/start-exports.ts';
import { wantedExports } from '../../server/telemetry/wanted-exports.ts';

const ADD = 'recorda.v1.MemoryService/AddMemory';
const LONG_TERM_ADD = { types: ['LONG_TERM'], backend: 'sqlite', latencyMs: 2, targetMs: 1, recordCount: 1 } as const;

describe('what OpenTelemetry’s variables ask for', () => {
  const NOTHING = { traces: false, metrics: false };

  it('is nothing where they say nothing', () => {
    expect(wantedExports({})).to.deep.equal(NOTHING);
    expect(wantedExports({ OTEL_SERVICE_NAME: 'x', OTEL_EXPORTER_OTLP_ENDPOINT: '' })).to.deep.equal(NOTHING);
  });

  it('is both where there is an endpoint, and one where there is one of its own', () => {
    expect(wantedExports({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://x' })).to.deep.equal({ traces: true, metrics: true });
    expect(wantedExports({ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'http://x' })).to.deep.equal({
      ...NOTHING,
      traces: true,
    });
    expect(wantedExports({ OTEL_METRICS_EXPORTER: 'console' })).to.deep.equal({ ...NOTHING, metrics: true });
  });

  it('is nothing where they say none', () => {
    const OTEL_EXPORTER_OTLP_ENDPOINT = 'http://x';
    expect(wantedExports({ OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_SDK_DISABLED: 'true' })).to.deep.equal(NOTHING);
    expect(
      wantedExports({ OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_TRACES_EXPORTER: 'none', OTEL_METRICS_EXPORTER: 'none' }),
    ).to.deep.equal(NOTHING);
  });
});

describe('telemetry over the network', () => {
  const set: Record<string, string | undefined> = {};
  let telemetry: Telemetry | undefined;

  function setEnvironment(changes: Record<string, string>): void {
    for (const [name, value] of Object.entries(changes)) {
      set[name] = process.env[name];
      process.env[name] = value;
    }
  }

  afterEach(async () => {
    await telemetry?.close();
    for (const [name, value] of Object.entries(set)) {
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    }
  });

  it('reaches who scrapes the Prometheus endpoint', async () => {
    const prometheus = { host: '127.0.0.1', port: 0 };
    const { exports, prometheusPort } = await startExports({
      traces: false,
      metrics: false,
      version: '1.2.3',
      prometheus,
    });
    telemetry = callTelemetry({ log: silentLog, exports });
    telemetry.startCall(ADD, undefined).end(LONG_TERM_ADD);
    const url = `http://127.0.0.1:${prometheusPort}`;
    const text = await (await fetch(`${url}/metrics`)).text();
    expect(text).to.match(/^rpc_server_call_duration_bucket\{.*recorda_memory_type="long_term".*le="0.0025".*\} 1$/m);
    expect(text).to.match(/^recorda_latency_violations_total\{.*gen_ai_operation_name="create_memory".*\} 1$/m);
    expect(text).to.match(/^target_info\{.*service_name="recorda".*\} 1$/m);
    expect((await fetch(url)).status).to.equal(404);
    expect((await fetch(`${url}/metrics`, { method: 'POST' })).status).to.equal(404);
    await telemetry.close();
    expect(await fetch(`${url}/metrics`).catch(() => 'closed')).to.equal('closed');
  });

  it('does not start where the Prometheus endpoint cannot listen', async () => {
    const taken = createServer().listen(0, '127.0.0.1');
    await once(taken, 'listening');
    const prometheus = { host: '127.0.0.1', port: (taken.address() as AddressInfo).port };
    const failure: unknown = await startExports({ traces: false, metrics: false, version: '1', prometheus }).catch(
      (error: unknown) => error,
    );
    expect(failure).to.be.an('error').with.property('code', 'EADDRINUSE');
    taken.close();
  });

  it('reaches an OTLP collector, with the service’s name, by OpenTelemetry’s own variables', async () => {
    const received: { path: string; body: string }[] = [];
    const collector = await listen((path, body) => received.push({ path, body }));
    setEnvironment({
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${(collector.address() as AddressInfo).port}`,
      OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
      OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=test',
    });
    const wanted = wantedExports(process.env);
    const { exports } = await startExports({ ...wanted, version: '1.2.3', prometheus: undefined });
    telemetry = callTelemetry({ log: silentLog, exports });
    const call = telemetry.startCall(ADD, { traceparent: `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01` });
    call.startStoreCall('add', 'LONG_TERM', 'sqlite')?.end({ recordCount: 1 });
    call.end(LONG_TERM_ADD);
    await telemetry.close();
    collector.close();

    const sent = (path: string): string =>
      received
        .filter((got) => got.path === path)
        .map(({ body }) => body)
        .join('\n');
    expect(sent('/v1/traces'))
      .to.include('"create_memory long_term"')
      .and.include('"sqlite add long_term"')
      .and.include(`"traceId":"${'a'.repeat(32)}"`)
      .and.include(`"parentSpanId":"${'b'.repeat(16)}"`)
      .and.include('"recorda"')
      .and.include('"deployment.environment.name"');
    expect(sent('/v1/metrics')).to.include('rpc.server.call.duration').and.include('recorda.latency.violations');
    expect(sent('/v1/logs')).to.equal('');
  });
});

async function listen(receive: (path: string, body: string) => void): Promise<Server> {
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      receive(request.url ?? '', body);
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
}
