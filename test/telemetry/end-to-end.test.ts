import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { connect } from '../../client/connect.ts';
import { RetrieveMemoriesRequest } from '../../proto/gen/recorda/v1/memory.ts';
import { MemoryType } from '../../proto/gen/recorda/v1/resources.ts';
import { FACT_STATES } from '../../server/domain/facts/fact-state.ts';
import { QUOTA_NAMES } from '../../server/domain/memory.ts';
import { parseConfig } from '../../server/config.ts';
import { ARCHIVE_TARGET_MS } from '../../server/policy/serving.ts';
import { openRecorda } from '../../server/recorda.ts';
import { runServer } from '../../server/opening/run-server.ts';
import { jsonLog } from '../../server/telemetry/json-log.ts';
import { rawClient } from '../rpc/raw-client.ts';

const SEARCH = 'recorda.v1.MemoryService/RetrieveMemories';
const TRACE_ID = 'c'.repeat(32);
const CANARY = 'zanahoria';

/** The parts of OTLP in JSON that this test reads. */
type Span = {
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly attributes?: readonly {
    readonly key: string;
    readonly value: { readonly doubleValue?: number; readonly intValue?: number };
  }[];
};

describe('telemetry of a whole server', () => {
  const received: string[] = [];
  const spans: Span[] = [];
  const logged: string[] = [];
  let collector: Server;
  let dataDir: string;
  let metricsText = '';
  /** The metrics as they were before the first write. */
  let firstText = '';
  let reportRows: readonly { operation: string; types: readonly string[]; count: number; heldPercent: number }[] = [];
  const environment = { ...process.env };

  before(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'recorda-telemetry-'));
    collector = createServer((request, response) => {
      let body = '';
      request.on('data', (chunk: Buffer) => (body += chunk.toString()));
      request.on('end', () => {
        received.push(body);
        response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
      });
    }).listen(0, '127.0.0.1');
    await once(collector, 'listening');
    process.env['OTEL_EXPORTER_OTLP_ENDPOINT'] = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`;
    process.env['OTEL_EXPORTER_OTLP_PROTOCOL'] = 'http/json';
    const log = jsonLog('trace', { write: (line) => void logged.push(line) });
    const { config } = parseConfig({}, { port: '0', httpPort: 'off', dataDir, metricsPort: '0' });
    const server = await runServer({ config, log, version: '1.2.3', env: process.env, open: openRecorda });
    const scrape = async () => (await fetch(`http://127.0.0.1:${server.metricsPort}/metrics`)).text();
    // Some metrics are reported by other threads after the start.
    for (firstText = await scrape(); !firstText.includes('recorda_backup_verified_age');) firstText = await scrape();

    const recorda = connect(`127.0.0.1:${server.port}`);
    const agent = recorda.agent({ userId: CANARY, agentId: CANARY, sessionId: CANARY });
    await agent.set(CANARY, { deep: CANARY });
    await agent.add(`Likes ${CANARY}`, { type: 'short_term' });
    const { memory } = await agent.add(`Likes ${CANARY}`, { metadata: { [CANARY]: CANARY } });
    await agent.update(memory.id, { text: `Loves ${CANARY}` });
    const types = ['working', 'short_term', 'long_term'] as const;
    const filter = `metadata.${CANARY} == "${CANARY}"`;
    await agent.retrieve(CANARY, { types, filter });
    for await (const _ of agent.stream(CANARY, { types })) continue;
    await agent.retrieve(CANARY, { types: ['long_term', 'episodic'], includeArchived: true });
    await agent.get(`lt_${'0'.repeat(32)}`).catch(() => undefined);
    await agent.retrieve('x', { filter: CANARY }).catch(() => undefined);
    ({ rows: reportRows } = await recorda.admin.getLatencyReport({}));
    await recorda.close();

    const raw = rawClient(server.port);
    const request = { scope: { userId: CANARY }, query: CANARY, types: [MemoryType.LONG_TERM] };
    await raw.unary(
      SEARCH,
      RetrieveMemoriesRequest.encode(RetrieveMemoriesRequest.fromPartial(request)).finish(),
      {},
      {
        traceparent: `00-${TRACE_ID}-${'d'.repeat(16)}-01`,
      },
    );
    raw.close();

    metricsText = await scrape();
    await server.stop();
    for (const body of received) {
      const parsed = JSON.parse(body) as { resourceSpans?: { scopeSpans: { spans: Span[] }[] }[] };
      spans.push(
        ...(parsed.resourceSpans ?? []).flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans)),
      );
    }
  });

  after(async () => {
    for (const name of ['OTEL_EXPORTER_OTLP_ENDPOINT', 'OTEL_EXPORTER_OTLP_PROTOCOL']) {
      if (environment[name] === undefined) delete process.env[name];
      else process.env[name] = environment[name];
    }
    collector.close();
    await rm(dataDir, { recursive: true });
  });

  it('has a span for each call, under the caller’s, and spans of the stores under it', () => {
    const names = spans.map(({ name }) => name);
    expect(names).to.include.members([
      'create_memory working',
      'create_memory short_term',
      'create_memory long_term',
      'update_memory long_term',
      'search_memory working,short_term,long_term',
      'get_memory long_term',
      'get_latency_report',
      'process add working',
      'sqlite add short_term',
      'sqlite add long_term',
      'sqlite update long_term',
      'process retrieve working',
      'files searchArchive long_term',
      'files searchArchive episodic',
    ]);
    const searched = spans.find(({ name }) => name === 'files searchArchive long_term')!;
    const target = searched.attributes?.find(({ key }) => key === 'recorda.latency.target_ms')?.value.intValue;
    expect(target, 'the target of an archive').to.equal(ARCHIVE_TARGET_MS.LONG_TERM);
    const traced = spans.filter(({ traceId }) => traceId === TRACE_ID);
    const call = traced.find(({ name }) => name === 'search_memory long_term');
    expect(call?.parentSpanId).to.equal('d'.repeat(16));
    const service = traced.find(({ name }) => name === 'MemoryService.RetrieveMemories');
    expect(service?.parentSpanId).to.equal(call?.spanId);
    expect(traced.find(({ name }) => name === 'sqlite retrieve long_term')?.parentSpanId).to.equal(service?.spanId);
  });

  it('tells what is stored and how old backups are before anything is written', () => {
    const values = (name: string): Record<string, string> =>
      Object.fromEntries(
        [...firstText.matchAll(new RegExp(`^${name}\\{(.*)\\} (\\S+)$`, 'gm'))].map(([, labels, value]) => [
          /(?:memory_type|recorda_backup_set|recorda_fact_state)="(\w+)"/.exec(labels!)?.[1] ?? '',
          value!,
        ]),
      );
    const stored = values('memory_storage_bytes');
    expect(stored).to.include.keys(QUOTA_NAMES.map((name) => name.toLowerCase()));
    expect(new Set(Object.values(stored))).to.deep.equal(new Set(['0']));
    const states = FACT_STATES.map((state) => [state.toLowerCase(), '0'] as const);
    expect(values('recorda_facts')).to.deep.equal(Object.fromEntries(states));
    expect(firstText).to.match(/^nodejs_eventloop_delay_p99(?:\{.*\})? \S+$/m);
    expect(values('recorda_backup_count')).to.deep.equal({ daily: '0', weekly: '0' });
    for (const age of Object.values(values('recorda_backup_age'))) expect(Number(age)).to.be.within(0, 60);
    expect(Object.keys(values('recorda_backup_age'))).to.have.members(['daily', 'weekly']);
    const [, verified] = /^recorda_backup_verified_age(?:\{.*\})? (\S+)$/m.exec(firstText) ?? [];
    expect(Number(verified)).to.be.within(0, 60);
  });

  it('has the same calls in its metrics and in the latency report', () => {
    expect(metricsText).to.match(
      /^rpc_server_call_duration_count\{.*recorda_memory_type="working,short_term,long_term".*\} \d+$/m,
    );
    const kinds = reportRows.map(({ operation, types }) => `${operation} ${types.join()}`);
    expect(kinds.map((kind) => kind.replaceAll('MEMORY_TYPE_', ''))).to.deep.equal([
      'create_memory WORKING',
      'create_memory SHORT_TERM',
      'create_memory LONG_TERM',
      'search_memory LONG_TERM,EPISODIC',
      'search_memory WORKING,SHORT_TERM,LONG_TERM',
      'stream_search_memory WORKING,SHORT_TERM,LONG_TERM',
      'update_memory LONG_TERM',
    ]);
    for (const { count, heldPercent } of reportRows) {
      expect(count).to.equal(1);
      expect(heldPercent).to.be.oneOf([0, 100]);
    }
  });

  it('never holds content, identifiers of users, queries, keys or filters: not in spans, metrics or logs', async () => {
    expect(await readdir(dataDir)).not.to.deep.equal([]);
    expect(received.join('\n')).to.include('create_memory');
    expect(received.join('\n')).not.to.include(CANARY);
    expect(metricsText).not.to.include(CANARY);
    expect(logged.join('\n')).not.to.include(CANARY);
  });
});
