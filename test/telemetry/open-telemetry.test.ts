import { type SpanContext, SpanKind, SpanStatusCode } from '@opentelemetry/api';
import { metrics as sdkMetrics, tracing } from '@opentelemetry/sdk-node';
import { expect } from 'chai';
import { AdminServiceDefinition } from '../../proto/gen/recorda/v1/admin.ts';
import { ContextServiceDefinition } from '../../proto/gen/recorda/v1/context.ts';
import { MemoryServiceDefinition } from '../../proto/gen/recorda/v1/memory.ts';
import { fieldError, RecordaError } from '../../server/domain/errors.ts';
import { callTelemetry } from '../../server/telemetry/call-telemetry.ts';
import { callNamed } from '../../server/methods/calls.ts';
import { ATTRIBUTES, METRICS } from '../../server/telemetry/names.ts';
import { openTelemetry } from '../../server/telemetry/open-telemetry.ts';
import { NO_USAGE, type TokenUsage } from '../../server/domain/context/usage.ts';
import { silentLog, type Telemetry } from '../../server/ports/telemetry.ts';

const ADD = 'recorda.v1.MemoryService/AddMemory';
const SEARCH = 'recorda.v1.MemoryService/RetrieveMemories';
const TRACE_ID = '0af7651916cd43dd8448eb211c80319c';
const PARENT_ID = 'b7ad6b7169203331';

const PROMPT_USAGE: TokenUsage = {
  ...NO_USAGE,
  prompts: 1,
  byKind: { FACTS: 10, TURN: 40 },
  tokens: 50,
  naive: 200,
  cost: {
    prompts: 1,
    prompt: 50,
    cachedHistory: 100,
    uncachedHistory: 200,
    usd: 1,
    cachedHistoryUsd: 2,
    uncachedHistoryUsd: 4,
  },
};

describe('spans and metrics', () => {
  let spans: InstanceType<typeof tracing.InMemorySpanExporter>;
  let points: InstanceType<typeof sdkMetrics.InMemoryMetricExporter>;
  let reader: InstanceType<typeof sdkMetrics.PeriodicExportingMetricReader>;
  let telemetry: Telemetry;

  beforeEach(() => {
    spans = new tracing.InMemorySpanExporter();
    points = new sdkMetrics.InMemoryMetricExporter(sdkMetrics.AggregationTemporality.CUMULATIVE);
    reader = new sdkMetrics.PeriodicExportingMetricReader({ exporter: points, exportIntervalMillis: 3_600_000 });
    const tracers = new tracing.BasicTracerProvider({ spanProcessors: [new tracing.SimpleSpanProcessor(spans)] });
    const meters = new sdkMetrics.MeterProvider({ readers: [reader] });
    const exports = openTelemetry(tracers.getTracer('t'), [meters.getMeter('t')], () => meters.shutdown());
    telemetry = callTelemetry({ log: silentLog, exports });
  });

  afterEach(() => telemetry.close());

  const held = { types: ['LONG_TERM'], backend: 'sqlite', latencyMs: 12.5, targetMs: 100, recordCount: 3 } as const;

  async function collected(): Promise<Record<string, { attributes: object; value: unknown }[]>> {
    await reader.forceFlush();
    const metrics =
      points
        .getMetrics()
        .at(-1)
        ?.scopeMetrics.flatMap((scope) => scope.metrics) ?? [];
    return Object.fromEntries(
      metrics.map(({ descriptor, dataPoints }) => [
        descriptor.name,
        dataPoints.map(({ attributes, value }) => ({ attributes, value })),
      ]),
    );
  }

  it('names a call’s span by operation and types, with the GenAI, rpc and latency attributes', () => {
    telemetry.startCall(SEARCH, undefined).end({ ...held, types: ['LONG_TERM', 'WORKING'], backend: 'process+sqlite' });
    const [span] = spans.getFinishedSpans();
    expect(span?.name).to.equal('search_memory working,long_term');
    expect(span?.kind).to.equal(SpanKind.SERVER);
    expect(span?.status.code).to.equal(SpanStatusCode.UNSET);
    expect(span?.attributes).to.deep.equal({
      'gen_ai.operation.name': 'search_memory',
      'gen_ai.provider.name': 'recorda',
      'gen_ai.memory.record.count': 3,
      'rpc.system.name': 'grpc',
      'rpc.method': SEARCH,
      'rpc.status_code': 'OK',
      'recorda.memory.type': 'working,long_term',
      'recorda.backend': 'process+sqlite',
      'recorda.latency.ms': 12.5,
      'recorda.latency.target_ms': 100,
      'recorda.latency.held': true,
    });
  });

  it('has the caller’s span as parent, by traceparent', () => {
    const traceparent = `00-${TRACE_ID}-${PARENT_ID}-01`;
    telemetry.startCall(ADD, { traceparent, tracestate: 'vendor=1' }).end(held);
    const [span] = spans.getFinishedSpans();
    expect(span?.spanContext().traceId).to.equal(TRACE_ID);
    expect(span?.parentSpanContext?.spanId).to.equal(PARENT_ID);
    expect(span?.spanContext().traceState?.get('vendor')).to.equal('1');
  });

  it('starts a trace of its own if the header is malformed', () => {
    const wrong = [
      '',
      'x',
      `00-${TRACE_ID}-${PARENT_ID}`,
      `ff-${TRACE_ID}-${PARENT_ID}-01`,
      `00-${'0'.repeat(32)}-${PARENT_ID}-01`,
    ];
    for (const traceparent of wrong) telemetry.startCall(ADD, { traceparent }).end(held);
    expect(spans.getFinishedSpans()).to.have.length(wrong.length);
    for (const span of spans.getFinishedSpans()) expect(span.parentSpanContext).to.equal(undefined);
  });

  it('does not trace what the caller decided not to', () => {
    telemetry.startCall(ADD, { traceparent: `00-${TRACE_ID}-${PARENT_ID}-00` }).end(held);
    expect(spans.getFinishedSpans()).to.have.length(0);
  });

  it('marks a server’s fault as error and a caller’s not, both with the reason and without the message', () => {
    const secret = 'Ana likes coffee';
    telemetry.startCall(ADD, undefined).end({ ...held, error: fieldError('memory', secret) });
    telemetry.startCall(ADD, undefined).end({ ...held, error: new RecordaError('INTERNAL', secret) });
    const [callers, servers] = spans.getFinishedSpans();
    expect(callers?.status.code).to.equal(SpanStatusCode.UNSET);
    expect(callers?.attributes).to.include({ 'error.type': 'FIELD_INVALID', 'rpc.status_code': 'INVALID_ARGUMENT' });
    expect(callers?.attributes).not.to.have.property('recorda.latency.held');
    expect(servers?.status.code).to.equal(SpanStatusCode.ERROR);
    expect(servers?.attributes).to.include({ 'error.type': 'INTERNAL', 'recorda.latency.held': false });
    const told = spans
      .getFinishedSpans()
      .map(({ name, attributes, events, status }) => ({ name, attributes, events, status }));
    expect(JSON.stringify(told)).not.to.include(secret);
  });

  it('puts a store’s spans under the use case’s, and that under the call’s, each with target and verdict', () => {
    const startMs = performance.now();
    const call = telemetry.startCall(SEARCH, undefined);
    call.startService();
    call.startStoreCall('retrieve', 'LONG_TERM', 'sqlite')?.end({ recordCount: 2 });
    call.startStoreCall('add', 'WORKING', 'process')?.end({ error: new Error('driver text') });
    call.startStoreCall('add', 'WORKING', 'redis')?.end({ recordCount: 1 });
    call.end(held);
    const [retrieve, add, inRedis, service, root] = spans.getFinishedSpans();
    const rootContext: SpanContext | undefined = root?.spanContext();
    expect(retrieve?.name).to.equal('sqlite retrieve long_term');
    expect(service?.name).to.equal('MemoryService.RetrieveMemories');
    expect(service?.parentSpanContext?.spanId).to.equal(rootContext?.spanId);
    expect(retrieve?.parentSpanContext?.spanId).to.equal(service?.spanContext().spanId);
    const { 'recorda.latency.ms': latencyMs, ...rest } = retrieve?.attributes ?? {};
    expect(latencyMs).to.be.within(0, performance.now() - startMs);
    expect(rest).to.deep.equal({
      'recorda.latency.target_ms': 100,
      'recorda.latency.held': Number(latencyMs) <= 100,
      'recorda.store.operation': 'retrieve',
      'recorda.memory.type': 'long_term',
      'recorda.backend': 'sqlite',
      'gen_ai.memory.record.count': 2,
    });
    expect(add?.attributes).to.include({
      'error.type': '_OTHER',
      'recorda.latency.target_ms': 1,
      'recorda.latency.held': false,
    });
    expect(add?.status).to.deep.equal({ code: SpanStatusCode.ERROR });
    expect(inRedis?.attributes).to.include({ 'recorda.latency.target_ms': 10 });
  });

  it('counts durations in seconds, and violations', async () => {
    telemetry.startCall(ADD, undefined).end(held);
    telemetry.startCall(ADD, undefined).end({ ...held, latencyMs: 250 });
    const store = telemetry.startCall(ADD, undefined);
    store.startStoreCall('add', 'LONG_TERM', 'sqlite')?.end({ recordCount: 1 });
    const metrics = await collected();
    const [duration] = metrics[METRICS.callDuration] ?? [];
    expect(duration?.value).to.include({ count: 2, sum: 0.2625 });
    expect(metrics[METRICS.latencyViolations]).to.deep.equal([{ attributes: duration?.attributes, value: 1 }]);
    expect(metrics[METRICS.storeDuration]?.[0]?.value).to.include({ count: 1 });
    expect(duration?.attributes).to.deep.equal({
      'gen_ai.operation.name': 'create_memory',
      'gen_ai.provider.name': 'recorda',
      'rpc.system.name': 'grpc',
      'rpc.method': ADD,
      'rpc.status_code': 'OK',
      'recorda.memory.type': 'long_term',
      'recorda.backend': 'sqlite',
    });
  });

  it('counts alerts by quota, measure and level', async () => {
    for (const level of ['WARNING', 'WARNING', 'CRITICAL'] as const) {
      telemetry.quotaAlert({ name: 'SHORT_TERM', measure: 'BYTES', level });
    }
    const labels = { 'recorda.quota.name': 'short_term', 'recorda.quota.measure': 'bytes' };
    expect((await collected())[METRICS.quotaAlerts]).to.deep.equal([
      { attributes: { ...labels, 'recorda.alert.level': 'warning' }, value: 2 },
      { attributes: { ...labels, 'recorda.alert.level': 'critical' }, value: 1 },
    ]);
  });

  it('counts alerts of prompts’ cost, of whomever', async () => {
    telemetry.promptCostAlert();
    telemetry.promptCostAlert();
    expect((await collected())[METRICS.promptCostAlerts]).to.deep.equal([{ attributes: {}, value: 2 }]);
  });

  it('shows how much of long-term memory its index lacks, and for how long', async () => {
    telemetry.outbox({ waiting: 3, sent: 2, dead: 1, oldestAgeMs: 1500 });
    const metrics = await collected();
    expect(metrics[METRICS.outboxDepth]).to.deep.equal([
      { attributes: { 'recorda.outbox.state': 'waiting' }, value: 3 },
      { attributes: { 'recorda.outbox.state': 'sent' }, value: 2 },
      { attributes: { 'recorda.outbox.state': 'dead' }, value: 1 },
    ]);
    expect(metrics[METRICS.outboxAge]).to.deep.equal([{ attributes: {}, value: 1.5 }]);
  });

  it('tells of what is kept, what went and why, and what is backed up', async () => {
    reportLifecycleOf();
    const metrics = await collected();
    const type = { memory_type: 'long_term' };
    expect(metrics[METRICS.memoryArchived]).to.deep.equal([{ attributes: type, value: 2 }]);
    expect(metrics[METRICS.memoryDeleted]).to.deep.equal([
      { attributes: { ...type, reason: 'capacity' }, value: 1 },
      { attributes: { ...type, reason: 'retention' }, value: 1 },
      { attributes: { ...type, reason: 'request' }, value: 3 },
    ]);
    expect(metrics[METRICS.memoryStorage]).to.deep.equal([{ attributes: { memory_type: 'entity' }, value: 1000 }]);
    expect(metrics[METRICS.facts]).to.deep.equal([{ attributes: { 'recorda.fact.state': 'stale' }, value: 9 }]);
    expect(metrics[METRICS.sleepEvictions]).to.deep.equal([{ attributes: { reason: 'capacity' }, value: 1 }]);
    expect(metrics[METRICS.backupCount]).to.deep.equal([{ attributes: { 'recorda.backup.set': 'daily' }, value: 7 }]);
    expect(metrics[METRICS.backupAge]).to.deep.equal([{ attributes: { 'recorda.backup.set': 'daily' }, value: 2 }]);
    expect(metrics[METRICS.backupVerifiedAge]).to.deep.equal([{ attributes: {}, value: 3 }]);
    const labels = { 'recorda.audit.receiver': 'webhook' };
    expect(metrics[METRICS.auditUnshipped]).to.deep.equal([{ attributes: labels, value: 12 }]);
    expect(metrics[METRICS.auditUnshippedAge]).to.deep.equal([{ attributes: labels, value: 6 }]);
    expect(metrics[METRICS.auditAnchorAge]).to.deep.equal([{ attributes: {}, value: 5 }]);
    expect(metrics[METRICS.standbyLag]).to.deep.equal([{ attributes: {}, value: 4 }]);
    // The lag grows even if nothing reports it.
    lagMs = 90_000;
    expect((await collected())[METRICS.standbyLag]).to.deep.equal([{ attributes: {}, value: 90 }]);
  });

  let lagMs = 4000;
  function reportLifecycleOf(): void {
    telemetry.lifecycle({ kind: 'ARCHIVED', type: 'LONG_TERM', reason: 'CAPACITY', ageMs: 1 });
    telemetry.lifecycle({ kind: 'ARCHIVED', type: 'LONG_TERM', reason: 'RETENTION', ageMs: 1 });
    telemetry.lifecycle({ kind: 'DELETED', type: 'LONG_TERM', reason: 'REQUEST', count: 3 });
    telemetry.lifecycle({ kind: 'STORED', type: 'ENTITY', bytes: 1000 });
    telemetry.lifecycle({ kind: 'FACTS', state: 'STALE', count: 9 });
    telemetry.lifecycle({ kind: 'SLEPT', durationMs: 5 });
    telemetry.lifecycle({ kind: 'BACKED_UP', set: 'DAILY', count: 7, ageMs: 2000 });
    telemetry.lifecycle({ kind: 'VERIFIED', ageMs: 3000 });
    telemetry.lifecycle({ kind: 'ANCHORED', ageMs: 5000 });
    const behind = { records: () => 12, ageMs: () => 6000 };
    telemetry.lifecycle({ kind: 'AUDIT_SHIPPING', receiver: 'webhook', ...behind });
    telemetry.lifecycle({ kind: 'SHIPPING', lagMs: () => lagMs });
  }

  it('counts prompts, their tokens by what they went to, and dollars beside the history', async () => {
    telemetry.promptBuilt(PROMPT_USAGE);
    telemetry.promptBuilt({ ...PROMPT_USAGE, cost: undefined });
    const metrics = await collected();
    expect(metrics[METRICS.prompts]).to.deep.equal([{ attributes: {}, value: 2 }]);
    expect(metrics[METRICS.promptTokens]).to.deep.equal([
      { attributes: { 'recorda.prompt.block': 'facts' }, value: 20 },
      { attributes: { 'recorda.prompt.block': 'turn' }, value: 80 },
    ]);
    expect(metrics[METRICS.historyTokens]).to.deep.equal([{ attributes: {}, value: 400 }]);
    expect(metrics[METRICS.promptCost]).to.deep.equal([
      { attributes: { 'recorda.prompt.cost_of': 'prompt' }, value: 1 },
      { attributes: { 'recorda.prompt.cost_of': 'cached_history' }, value: 2 },
      { attributes: { 'recorda.prompt.cost_of': 'uncached_history' }, value: 4 },
    ]);
  });

  it('uses no name that the table does not have, and every name that it has', async () => {
    const call = telemetry.startCall(ADD, undefined);
    call.startStoreCall('add', 'LONG_TERM', 'sqlite')?.end({ recordCount: 1, error: new Error('x') });
    call.end({ ...held, error: new RecordaError('INTERNAL', 'x') });
    telemetry.quotaAlert({ name: 'LONG_TERM', measure: 'COUNT', level: 'WARNING' });
    telemetry.promptCostAlert();
    telemetry.cacheCall('response', 'hit');
    telemetry.promptPreparation('used');
    telemetry.secondLook('taken');
    telemetry.standbyRead('behind');
    telemetry.storeCommit('conflict');
    telemetry.callRefused(ADD, 'queue');
    telemetry.callerLimited('tenant', 'calls_per_second');
    telemetry.securityEvent('PERMISSION');
    reportLifecycleOf();
    telemetry.outbox({ waiting: 1, sent: 0, dead: 0, oldestAgeMs: 1 });
    telemetry.promptBuilt(PROMPT_USAGE);
    telemetry.auditDamaged();
    const metrics = await collected();
    const used = new Set(
      [...spans.getFinishedSpans(), ...Object.values(metrics).flat()].flatMap(({ attributes }) =>
        Object.keys(attributes),
      ),
    );
    expect([...used]).to.have.members(Object.values(ATTRIBUTES));
    expect(Object.keys(metrics)).to.have.members(Object.values(METRICS));
  });

  it('counts calls that were refused, by cause and by methods that there are', async () => {
    for (const cause of ['queue', 'queue', 'deadline'] as const) telemetry.callRefused(ADD, cause);
    telemetry.callRefused('made.Up/Call', 'arrival');
    const label = (method: string, operation: string, cause: string) => ({
      'gen_ai.operation.name': operation,
      'rpc.method': method,
      'recorda.refusal.cause': cause,
    });
    expect((await collected())[METRICS.callsRefused]).to.deep.equal([
      { attributes: label(ADD, 'create_memory', 'queue'), value: 2 },
      { attributes: label(ADD, 'create_memory', 'deadline'), value: 1 },
      { attributes: label('_OTHER', '_OTHER', 'arrival'), value: 1 },
    ]);
  });

  it('counts who reached a limit by whose it was, and never names them', async () => {
    for (const by of ['key', 'user', 'user'] as const) telemetry.callerLimited(by, 'calls_at_once');
    const label = (by: string) => ({ 'recorda.limit.by': by, 'recorda.limit.measure': 'calls_at_once' });
    expect((await collected())[METRICS.callersLimited]).to.deep.equal([
      { attributes: label('key'), value: 1 },
      { attributes: label('user'), value: 2 },
    ]);
  });

  it('counts security events by kind, from 0 on, so that a burst is an increase even where it comes first', async () => {
    const counts = async () =>
      Object.fromEntries(
        (await collected())[METRICS.securityEvents]!.map(({ attributes, value }): [string, unknown] => [
          Object.values(attributes as Record<string, string>).join(),
          value,
        ]),
      );
    const none = { credential: 0, lock_out: 0, no_credential: 0, permission: 0, limit: 0, new_address: 0 };
    expect(await counts()).to.deep.equal(none);
    telemetry.securityEvent('CREDENTIAL');
    telemetry.securityEvent('NEW_ADDRESS');
    telemetry.securityEvent('NEW_ADDRESS');
    expect(await counts()).to.deep.equal({ ...none, credential: 1, new_address: 2 });
  });

  it('keeps the labels of metrics few, whatever callers send', async () => {
    for (let index = 0; index < 100; index += 1) telemetry.startCall(`made.Up/Call${index}`, undefined).end(held);
    expect((await collected())[METRICS.callDuration]).to.have.length(1);
  });

  it('has an operation for every call of the contract', () => {
    const contract = [MemoryServiceDefinition, ContextServiceDefinition, AdminServiceDefinition].flatMap(
      ({ fullName, methods }) => Object.values(methods).map(({ name }) => `${fullName}/${name}`),
    );
    expect(contract).to.have.length.above(70);
    for (const name of contract) expect(callNamed(name)?.operation, name).to.match(/^[a-z]+(_[a-z]+)*$/);
  });
});
