/**
 * Spans and metrics by the OpenTelemetry API. Their names are in names.ts; they hold no content, and no id of a user, agent or
 * session.
 */
import {
  type Attributes,
  type Context,
  type Counter,
  createTraceState,
  type Histogram,
  isSpanContextValid,
  type Meter,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
  type Tracer,
} from '@opentelemetry/api';
import { RecordaError } from '../domain/errors.ts';
import { targetOfStoreCall, DURATION_BUCKETS_S } from '../policy/serving.ts';
import { lifecycleMetrics } from './lifecycle-metrics.ts';
import { promptMetrics } from './prompt-metrics.ts';
import { ATTRIBUTES as A, METRICS } from './names.ts';
import type { TokenUsage } from '../domain/context/usage.ts';
import type {
  CacheName,
  CacheOutcome,
  CallEnd,
  CallTrace,
  EventLoopDelay,
  LifecycleEvent,
  OutboxGauges,
  PreparationOutcome,
  CommitOutcome,
  SecondLookOutcome,
  StandbyReadOutcome,
  QuotaAlert,
  RefusalCause,
  LimitedBy,
  LimitMeasure,
  ObservedType,
  StoreOperation,
} from '../ports/telemetry.ts';
import { SECURITY_EVENTS, type SecurityEventKind } from '../ports/security.ts';
import { isServersFault } from './servers-fault.ts';
import { typesText } from './types-text.ts';

export interface CallSpan extends CallTrace {
  startService(): void;
  /** Is called once. `held` tells whether the latency target was met; undefined if there is none. */
  end(outcome: CallEnd, held: boolean | undefined): void;
}

/** The destination of spans and metrics. */
export interface Exports {
  startCall(method: string, operation: string, headers: Readonly<Record<string, string>> | undefined): CallSpan;
  quotaAlert(alert: QuotaAlert): void;
  promptCostAlert(): void;
  promptBuilt(usage: TokenUsage): void;
  auditDamaged(): void;
  /** Adds the gauges of the event loop, which call `read` whenever metrics are collected. To be called once. */
  eventLoop(read: () => EventLoopDelay): void;
  lifecycle(event: LifecycleEvent): void;
  outbox(gauges: OutboxGauges): void;
  cacheCall(cache: CacheName, outcome: CacheOutcome): void;
  promptPreparation(outcome: PreparationOutcome): void;
  secondLook(outcome: SecondLookOutcome): void;
  standbyRead(outcome: StandbyReadOutcome): void;
  storeCommit(outcome: CommitOutcome): void;
  callRefused(method: string, operation: string, cause: RefusalCause): void;
  callerLimited(by: LimitedBy, measure: LimitMeasure): void;
  securityEvent(kind: SecurityEventKind): void;
  close(): Promise<void>;
}

const SECOND_MS = 1000;
const FIXED: Attributes = { [A.rpcSystem]: 'grpc', [A.provider]: 'recorda' };

/** Reports the same numbers to several meters. */
export function openTelemetry(tracer: Tracer, meters: readonly Meter[], close: () => Promise<void>): Exports {
  const { durations, counters, gauges } = instruments(meters);
  const countSecurityEvents = (kind: SecurityEventKind, count: number): void => {
    for (const counter of counters.securityEvents) counter.add(count, { [A.securityEvent]: kind.toLowerCase() });
  };
  // They are there from the start: a burst that begins a series would be no increase for Prometheus.
  for (const kind of SECURITY_EVENTS) countSecurityEvents(kind, 0);

  return {
    outbox({ waiting, sent, dead, oldestAgeMs }) {
      for (const gauge of gauges.outboxDepth) {
        for (const [state, count] of Object.entries({ waiting, sent, dead }))
          gauge.record(count, { [A.outboxState]: state });
      }
      for (const gauge of gauges.outboxAge) gauge.record(oldestAgeMs / SECOND_MS);
    },
    cacheCall(cache, outcome) {
      const labels = { [A.cacheName]: cache, [A.cacheOutcome]: outcome };
      for (const counter of counters.cacheCalls) counter.add(1, labels);
    },
    promptPreparation: countsBy(counters.promptPreparations, A.preparationOutcome),
    secondLook: countsBy(counters.secondLooks, A.secondLookOutcome),
    standbyRead: countsBy(counters.standbyReads, A.standbyRead),
    storeCommit: countsBy(counters.storeCommits, A.commitOutcome),
    callRefused(method, operation, cause) {
      const labels = { [A.operation]: operation, [A.rpcMethod]: method, [A.refusalCause]: cause };
      for (const counter of counters.callsRefused) counter.add(1, labels);
    },
    callerLimited(by, measure) {
      const labels = { [A.limitedBy]: by, [A.limitMeasure]: measure };
      for (const counter of counters.callersLimited) counter.add(1, labels);
    },
    securityEvent: (kind) => countSecurityEvents(kind, 1),
    quotaAlert({ name, measure, level }) {
      const labels = {
        [A.quotaName]: name.toLowerCase(),
        [A.quotaMeasure]: measure.toLowerCase(),
        [A.alertLevel]: level.toLowerCase(),
      };
      for (const counter of counters.quotaAlerts) counter.add(1, labels);
    },
    promptCostAlert() {
      for (const counter of counters.promptCostAlerts) counter.add(1);
    },
    promptBuilt: promptMetrics(meters),
    auditDamaged() {
      for (const counter of counters.auditFaults) counter.add(1);
    },
    eventLoop: (read) => meters.forEach((meter) => observeEventLoop(meter, read)),
    lifecycle: lifecycleMetrics(meters),
    startCall(method, operation, headers) {
      const known = { [A.operation]: operation, [A.rpcMethod]: method, ...FIXED };
      const span = tracer.startSpan(operation, { kind: SpanKind.SERVER, attributes: known }, parentOf(headers));
      const inSpan = trace.setSpan(ROOT_CONTEXT, span);
      let service: Span | undefined;
      let inService = inSpan;
      return {
        startService() {
          service = tracer.startSpan(serviceName(method), { kind: SpanKind.INTERNAL, attributes: FIXED }, inSpan);
          inService = trace.setSpan(ROOT_CONTEXT, service);
        },
        startStoreCall: (operation, type, backend) =>
          startStoreCall(tracer, durations.store, inService, operation, type, backend),
        end(outcome, held) {
          service?.end();
          endCallSpan(span, operation, outcome, held);
          const labels = { ...known, ...outcomeLabels(outcome) };
          for (const histogram of durations.call) histogram.record(outcome.latencyMs / SECOND_MS, labels, inSpan);
          if (held === false) for (const counter of counters.latencyViolations) counter.add(1, labels, inSpan);
        },
      };
    },
    close,
  };
}

/** Makes one instrument of each kind for every meter. */
function instruments(meters: readonly Meter[]) {
  const advice = { explicitBucketBoundaries: [...DURATION_BUCKETS_S] };
  const histograms = (name: string, description: string) =>
    meters.map((meter) => meter.createHistogram(name, { unit: 's', description, advice }));
  const counting = (name: string, description: string) =>
    meters.map((meter) => meter.createCounter(name, { description }));
  const gauging = (name: string, description: string, unit?: string) =>
    meters.map((meter) => meter.createGauge(name, { description, ...(unit !== undefined && { unit }) }));
  return {
    durations: {
      call: histograms(METRICS.callDuration, 'Duration of calls over any transport.'),
      store: histograms(METRICS.storeDuration, 'Duration of calls to backends.'),
    },
    counters: {
      latencyViolations: counting(METRICS.latencyViolations, 'Calls that missed their latency target.'),
      quotaAlerts: counting(METRICS.quotaAlerts, 'Quotas that became nearly full.'),
      promptCostAlerts: counting(
        METRICS.promptCostAlerts,
        'Sessions whose prompts became costlier than the whole history read from the cache.',
      ),
      auditFaults: counting(METRICS.auditFaults, 'Checks of the audit log that found it changed.'),
      cacheCalls: counting(METRICS.cacheCalls, 'Lookups in caches that servers share, by result.'),
      promptPreparations: counting(
        METRICS.promptPreparations,
        'Prompts that were prepared after an append, by what became of them.',
      ),
      secondLooks: counting(METRICS.secondLooks, 'Searches that a second embedder was to rescore, by outcome.'),
      standbyReads: counting(METRICS.standbyReads, 'Reads of a store that has a standby, by who answered, and why.'),
      storeCommits: counting(METRICS.storeCommits, 'Commits to a store that servers share, by outcome.'),
      callsRefused: counting(METRICS.callsRefused, 'Calls that were refused before they began, by cause.'),
      callersLimited: counting(
        METRICS.callersLimited,
        'Calls that were refused because their caller had reached a limit.',
      ),
      securityEvents: counting(
        METRICS.securityEvents,
        'Refused credentials and calls, and keys used from new addresses.',
      ),
    },
    gauges: {
      outboxDepth: gauging(METRICS.outboxDepth, 'Changes of long-term memory that its index may not show yet.'),
      outboxAge: gauging(METRICS.outboxAge, 'Age of the oldest change that is waiting to be sent.', 's'),
    },
  };
}

/** Returns a function that counts one by an attribute. */
function countsBy(counters: readonly Counter[], attribute: string): (value: string) => void {
  return (value) => {
    for (const counter of counters) counter.add(1, { [attribute]: value });
  };
}

function observeEventLoop(meter: Meter, read: () => EventLoopDelay): void {
  const gauges = [
    [METRICS.eventLoopP50, 'p50Ms'],
    [METRICS.eventLoopP99, 'p99Ms'],
    [METRICS.eventLoopMax, 'maxMs'],
  ] as const;
  const description = 'Delay of the event loop in the last ten seconds.';
  for (const [name, key] of gauges)
    meter
      .createObservableGauge(name, { description, unit: 's' })
      .addCallback((result) => result.observe(read()[key] / SECOND_MS));
}

function startStoreCall(
  tracer: Tracer,
  durations: readonly Histogram[],
  parent: Context,
  operation: StoreOperation,
  type: ObservedType,
  backend: string,
) {
  const labels = { [A.storeOperation]: operation, [A.memoryType]: typesText([type]), [A.backend]: backend };
  const name = `${backend} ${operation} ${typesText([type])}`;
  const span = tracer.startSpan(name, { kind: SpanKind.INTERNAL, attributes: labels }, parent);
  const startedAt = performance.now();
  return {
    end({ recordCount, error }: { readonly recordCount?: number; readonly error?: unknown }) {
      if (recordCount !== undefined) span.setAttribute(A.recordCount, recordCount);
      const failed = error === undefined ? {} : { [A.errorType]: errorType(error) };
      span.setAttributes(failed);
      if (error !== undefined && isServersFault(error)) span.setStatus({ code: SpanStatusCode.ERROR });
      const latencyMs = performance.now() - startedAt;
      const targetMs = targetOfStoreCall(operation, type, backend);
      span.setAttributes({
        [A.latencyMs]: latencyMs,
        [A.latencyTargetMs]: targetMs,
        [A.latencyHeld]: error === undefined && latencyMs <= targetMs,
      });
      span.end();
      const seconds = latencyMs / SECOND_MS;
      for (const histogram of durations) histogram.record(seconds, { ...labels, ...failed }, parent);
    },
  };
}

function endCallSpan(span: Span, operation: string, outcome: CallEnd, held: boolean | undefined): void {
  const { types, latencyMs, targetMs, recordCount, error } = outcome;
  if (types.length > 0) span.updateName(`${operation} ${typesText(types)}`);
  span.setAttributes({ ...outcomeLabels(outcome), [A.latencyMs]: latencyMs });
  if (recordCount !== undefined) span.setAttribute(A.recordCount, recordCount);
  if (targetMs !== undefined) span.setAttribute(A.latencyTargetMs, targetMs);
  if (held !== undefined) span.setAttribute(A.latencyHeld, held);
  // The message is left out, since those of errors name fields and ids.
  if (error !== undefined && isServersFault(error)) span.setStatus({ code: SpanStatusCode.ERROR });
  span.end();
}

/** Returns `MemoryService.RetrieveMemories` for `recorda.v1.MemoryService/RetrieveMemories`. */
function serviceName(method: string): string {
  return method.slice(method.lastIndexOf('.', method.indexOf('/')) + 1).replace('/', '.');
}

function outcomeLabels({ types, backend, error }: CallEnd): Attributes {
  return {
    [A.rpcStatus]: error?.code ?? 'OK',
    ...(types.length > 0 ? { [A.memoryType]: typesText(types), [A.backend]: backend } : {}),
    ...(error === undefined ? {} : { [A.errorType]: error.reason }),
  };
}

function errorType(error: unknown): string {
  return error instanceof RecordaError ? error.reason : '_OTHER';
}

/** Returns the caller's span from the W3C headers; none if they are not well-formed. */
function parentOf(headers: Readonly<Record<string, string>> | undefined): Context {
  const [, traceId = '', spanId = '', flags = ''] =
    /^(?!ff)[0-9a-f]{2}-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(?:-|$)/.exec(headers?.['traceparent'] ?? '') ?? [];
  const traceFlags = Number.parseInt(flags, 16);
  const parent = { traceId, spanId, traceFlags, isRemote: true };
  if (!isSpanContextValid(parent)) return ROOT_CONTEXT;
  const state = headers?.['tracestate'];
  const withState = state === undefined ? parent : { ...parent, traceState: createTraceState(state) };
  return trace.setSpanContext(ROOT_CONTEXT, withState);
}
