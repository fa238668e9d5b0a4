/**
 * Tests what a server reports, as those who watch it see it: with a real collector and a real Prometheus, in processes of
 * their own.
 */
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { context, propagation, trace, TraceFlags } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { core } from '@opentelemetry/sdk-node';
import { expect } from 'chai';
import { connect } from '../../client/connect.ts';
import { METRICS } from '../../server/telemetry/names.ts';
import { listening, startExecutable } from '../commands/executable.ts';
import { ROOT } from '../root.ts';
import { until } from '../rpc/scripted-pipeline.ts';
import { startCollector } from './collector-process.ts';
import { startPrometheus } from './prometheus-process.ts';
import { startRedis } from './redis-process.ts';

const TRACE_ID = 'c'.repeat(32);
const CALLER_SPAN = 'd'.repeat(16);
const USER = 'zanahoria';

type Value = {
  readonly stringValue?: string;
  readonly boolValue?: boolean;
  readonly doubleValue?: number;
  readonly intValue?: string;
};
type Span = {
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly attributes?: readonly { readonly key: string; readonly value: Value }[];
};
type LogRecord = { readonly eventName?: string; readonly attributes?: Span['attributes'] };
type Otlp = {
  readonly resourceLogs?: readonly { readonly scopeLogs: readonly { readonly logRecords: readonly LogRecord[] }[] }[];
  readonly resourceSpans?: readonly { readonly scopeSpans: readonly { readonly spans: readonly Span[] }[] }[];
};

describe('telemetry seen from outside', function () {
  this.timeout(600_000);
  const received: string[] = [];
  const spans: Span[] = [];
  const records: LogRecord[] = [];
  const closing: (() => Promise<void>)[] = [];
  let known: string[] = [];

  before(async () => {
    const sink: Server = createServer((request, response) => {
      let body = '';
      request.on('data', (chunk: Buffer) => (body += chunk.toString()));
      request.on('end', () => {
        received.push(body);
        const { resourceSpans = [], resourceLogs = [] } = JSON.parse(body) as Otlp;
        records.push(...resourceLogs.flatMap(({ scopeLogs }) => scopeLogs.flatMap((scope) => scope.logRecords)));
        spans.push(...resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans)));
        response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
      });
    }).listen(0, '127.0.0.1');
    await once(sink, 'listening');
    closing.push(async () => void sink.close());
    const collector = await startCollector(`http://127.0.0.1:${(sink.address() as AddressInfo).port}`);
    closing.push(collector.stop);
    const redis = await startRedis();
    closing.push(redis.stop);
    const folder = await mkdtemp(join(tmpdir(), 'recorda-telemetry-'));
    closing.push(() => rm(folder, { recursive: true }));
    const server = startExecutable({
      args: ['serve', '--port', '0', '--metrics-port', '0', '--data-dir', join(folder, 'data')],
      env: {
        RECORDA_SHORT_TERM: redis.url,
        OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
        RECORDA_AUDIT_OTLP_URL: `${collector.url}/v1/logs`,
        OTEL_EXPORTER_OTLP_PROTOCOL: 'http/protobuf',
        OTEL_BSP_SCHEDULE_DELAY: '200',
      },
    });
    closing.push(async () => {
      server.process.kill('SIGTERM');
      await server.exit;
    });
    const { port, metricsPort } = await listening(server);

    context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
    propagation.setGlobalPropagator(new core.W3CTraceContextPropagator());
    closing.push(async () => {
      context.disable();
      propagation.disable();
      return Promise.resolve();
    });
    const recorda = connect(`127.0.0.1:${String(port)}`);
    closing.push(() => recorda.close());
    const agent = recorda.agent({ userId: USER, agentId: 'guide', sessionId: 'today' });
    await agent.add(`Likes ${USER}`, { type: 'short_term' });
    await agent.add(`Grows ${USER}`);
    const caller = { traceId: TRACE_ID, spanId: CALLER_SPAN, traceFlags: TraceFlags.SAMPLED, isRemote: true };
    await context.with(trace.setSpanContext(context.active(), caller), () =>
      agent.retrieve(USER, { types: ['working', 'short_term', 'long_term'] }),
    );
    await agent.get(`lt_${'0'.repeat(32)}`).catch(() => undefined);

    const prometheus = await startPrometheus(`127.0.0.1:${String(metricsPort)}`);
    closing.push(prometheus.stop);
    const names = async (): Promise<string[]> => {
      const answer = await fetch(`${prometheus.url}/api/v1/label/__name__/values`);
      return ((await answer.json()) as { data: string[] }).data;
    };
    const end = Date.now() + 30_000;
    // A scrape that is being ingested is visible in parts.
    const isWhole = (): boolean =>
      ['rpc_server_', 'recorda_store_'].every((start) => known.some((name) => name.startsWith(start)));
    while (!isWhole() && Date.now() < end) {
      // oxlint-disable-next-line no-await-in-loop
      known = await names();
    }
    await until(() => spans.some(({ traceId }) => traceId === TRACE_ID), 30_000);
    await until(() => records.length >= 2, 30_000);
  });

  after(async () => {
    for (const close of closing.toReversed()) await close();
  });

  const attribute = ({ attributes = [] }: Span, name: string): Value =>
    attributes.find(({ key }) => key === name)?.value ?? {};

  it('shows one retrieval as a tree: the call under its caller’s span, the use case, a span for each backend', () => {
    const tree = spans.filter(({ traceId }) => traceId === TRACE_ID);
    const call = tree.find(({ parentSpanId }) => parentSpanId === CALLER_SPAN);
    expect(call?.name).to.equal('search_memory working,short_term,long_term');
    const service = tree.find(({ parentSpanId }) => parentSpanId === call?.spanId);
    expect(service?.name).to.equal('MemoryService.RetrieveMemories');
    const ports = tree.filter(({ parentSpanId }) => parentSpanId === service?.spanId);
    expect(ports.map(({ name }) => name)).to.have.members([
      'process retrieve working',
      'redis retrieve short_term',
      'sqlite retrieve long_term',
    ]);
    expect(tree).to.have.length(5);
  });

  it('reports the backend of each call, its target, and whether it met that', () => {
    const tree = spans.filter(({ traceId }) => traceId === TRACE_ID);
    const held = [...tree].filter((span) => attribute(span, 'recorda.latency.held').boolValue !== undefined);
    expect(held).to.have.length(4);
    for (const [type, backend, targetMs] of [
      ['working', 'process', 1],
      ['short_term', 'redis', 10],
      ['long_term', 'sqlite', 100],
      ['working,short_term,long_term', 'process+redis+sqlite', 150],
    ] as const) {
      const span = held.find((it) => attribute(it, 'recorda.memory.type').stringValue === type)!;
      expect(attribute(span, 'recorda.backend').stringValue).to.equal(backend);
      expect(Number(attribute(span, 'recorda.latency.target_ms').intValue)).to.equal(targetMs);
      const tookMs = attribute(span, 'recorda.latency.ms').doubleValue!;
      expect(attribute(span, 'recorda.latency.held').boolValue).to.equal(tookMs <= targetMs);
    }
  });

  it('brings every record of the audit log through the collector', () => {
    const numbers = records.map(({ attributes = [] }) =>
      Number(attributes.find(({ key }) => key === 'audit.number')?.value.intValue),
    );
    // The collector sends on several batches at a time.
    expect(numbers.toSorted((one, other) => one - other)).to.deep.equal(numbers.map((_, at) => at + 1));
    expect(records.map(({ eventName }) => eventName)).to.include('recorda.audit.add');
  });

  it('has every metric of the list in Prometheus, and none of its own that the list lacks', () => {
    const list = readFileSync(join(ROOT, 'server/telemetry/README.md'), 'utf8');
    const rows = [...list.matchAll(/^\| `([\w.]+)` +\| `(\w+)` +\| (histogram|counter|gauge)/gm)];
    expect(rows.map(([, name]) => name)).to.have.members(Object.values(METRICS));
    const listed = rows.map(([, , name]) => name!);
    const bare = (name: string): string => (listed.includes(name) ? name : name.replace(/_(bucket|count|sum)$/, ''));
    const ours = [...new Set(known.filter((name) => /^(rpc_|recorda_|memory_)/.test(name)).map(bare))];
    expect(ours).to.include.members(['rpc_server_call_duration', 'recorda_store_duration']);
    expect(ours.filter((name) => !listed.includes(name))).to.deep.equal([]);
  });

  it('contains no content and no user', () => {
    expect(received.join('\n')).to.include('create_memory').and.not.include(USER);
  });
});
