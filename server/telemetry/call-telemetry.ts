/** Reports every call: always in the latency report, and in spans and metrics if somebody collects them. */
import { MEMORY_TYPES, type MemoryType } from '../domain/memory.ts';
import { callNamed } from '../methods/calls.ts';
import { monitorEventLoop } from './event-loop.ts';
import { latencyRecorder, type LatencySample } from './latency-recorder.ts';
import type { CallSpan, Exports } from './open-telemetry.ts';
import type { CallEnd, Log, Telemetry } from '../ports/telemetry.ts';
import { isServersFault } from './servers-fault.ts';
import { violationLog } from './violation-log.ts';

export type TelemetryOptions = {
  readonly log: Log;
  /** The destination of spans and metrics; if absent, they are not made. */
  readonly exports?: Exports | undefined;
  /** Returns milliseconds of a monotonic clock. */
  readonly nowMs?: () => number;
};

/** Stands for a call that no table has. */
const OTHER = { name: '_OTHER', operation: '_OTHER', reportRow: '_OTHER' };

export function callTelemetry({ log, exports, nowMs = () => performance.now() }: TelemetryOptions): Telemetry {
  const latencies = latencyRecorder();
  const logViolation = violationLog(log, nowMs);
  const loop = monitorEventLoop();
  exports?.eventLoop(loop.read);
  let closed: Promise<void> | undefined;
  const close = async (): Promise<void> => {
    loop.close();
    await exports?.close();
  };
  return {
    startCall(method, trace) {
      const { name, operation, reportRow } = callNamed(method) ?? OTHER;
      const span: CallSpan | undefined = exports?.startCall(name, operation, trace);
      return {
        startService: () => span?.startService(),
        startStoreCall: (storeOperation, type, backend) => span?.startStoreCall(storeOperation, type, backend),
        end(given) {
          const outcome = given.types.length < 2 ? given : { ...given, types: inOrder(given.types) };
          const sample = sampleOf(reportRow, outcome);
          span?.end(outcome, sample?.held);
          if (sample === undefined) return;
          latencies.record(sample);
          if (!sample.held) logViolation(sample, outcome.error?.reason);
        },
      };
    },
    quotaAlert: (alert) => exports?.quotaAlert(alert),
    promptCostAlert: () => exports?.promptCostAlert(),
    promptBuilt: (usage) => exports?.promptBuilt(usage),
    auditDamaged: () => exports?.auditDamaged(),
    lifecycle: (event) => exports?.lifecycle(event),
    outbox: (gauges) => exports?.outbox(gauges),
    cacheCall: (cache, outcome) => exports?.cacheCall(cache, outcome),
    promptPreparation: (outcome) => exports?.promptPreparation(outcome),
    secondLook: (outcome) => exports?.secondLook(outcome),
    standbyRead: (outcome) => exports?.standbyRead(outcome),
    storeCommit: (outcome) => exports?.storeCommit(outcome),
    callRefused(method, cause) {
      const { name, operation } = callNamed(method) ?? OTHER;
      exports?.callRefused(name, operation, cause);
    },
    callerLimited: (by, measure) => exports?.callerLimited(by, measure),
    securityEvent: (kind) => exports?.securityEvent(kind),
    latencyReport: (filter) => latencies.report(filter),
    eventLoopDelay: loop.read,
    close: () => (closed ??= close()),
  };
}

function inOrder(types: readonly MemoryType[]): readonly MemoryType[] {
  return MEMORY_TYPES.filter((type) => types.includes(type));
}

/**
 * Returns what the report counts of a call: nothing if it has no target, or if the caller's own fault ended it early.
 */
function sampleOf(
  operation: string,
  { types, backend, latencyMs, targetMs, error }: CallEnd,
): LatencySample | undefined {
  if (targetMs === undefined || (error !== undefined && !isServersFault(error))) return undefined;
  const held = error === undefined && latencyMs <= targetMs;
  return { operation, types, backend, latencyMs, targetMs, held };
}
