/** Warns of calls that missed their latency target, or failed, but so rarely that a slow hour does not fill the log. */
import { VIOLATION_LOG_INTERVAL_MS } from '../policy/serving.ts';
import { ATTRIBUTES } from './names.ts';
import type { LatencySample } from './latency-recorder.ts';
import { typesText } from './types-text.ts';
import type { Log } from '../ports/telemetry.ts';

/** `nowMs` is any monotonic clock. `reason` is the error's, if the call failed: however fast, it has not met its target. */
export function violationLog(log: Log, nowMs: () => number): (sample: LatencySample, reason?: string) => void {
  const quietUntil = new Map<string, { untilMs: number; unsaid: number }>();
  return ({ operation, types, backend, latencyMs, targetMs }, reason) => {
    const key = `${operation} ${types.join()} ${backend} ${reason}`;
    const now = nowMs();
    const quiet = quietUntil.get(key);
    if (quiet !== undefined && now < quiet.untilMs) {
      quiet.unsaid += 1;
      return;
    }
    quietUntil.set(key, { untilMs: now + VIOLATION_LOG_INTERVAL_MS, unsaid: 0 });
    const fields = {
      [ATTRIBUTES.operation]: operation,
      [ATTRIBUTES.memoryType]: typesText(types),
      [ATTRIBUTES.backend]: backend,
      [ATTRIBUTES.latencyMs]: latencyMs,
      [ATTRIBUTES.latencyTargetMs]: targetMs,
      // The number of other calls of this row that did so since the last line.
      unsaid: quiet?.unsaid ?? 0,
    };
    if (reason === undefined) log.warn(fields, 'A call missed its latency target');
    else log.warn({ ...fields, [ATTRIBUTES.errorType]: reason }, 'A call failed without any fault of its caller');
  };
}
