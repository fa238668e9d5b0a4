/** Keeps the latencies of every kind of call since the start, for the latency report. */
import { build, type Histogram } from 'hdr-histogram-js';
import { MEMORY_TYPES, type MemoryType } from '../domain/memory.ts';
import { LATENCY_DIGITS, LATENCY_MAX_MS } from '../policy/serving.ts';
import type { LatencyFilter, LatencyReportRow } from '../ports/telemetry.ts';

export type LatencySample = {
  readonly operation: string;
  /** Types in any order, without repetition. */
  readonly types: readonly MemoryType[];
  readonly backend: string;
  readonly latencyMs: number;
  readonly targetMs: number;
  /** Is true if the call was answered within the target. */
  readonly held: boolean;
};

export interface LatencyRecorder {
  /** Takes about a microsecond. */
  record(sample: LatencySample): void;
  /** Returns the rows that have a call, ordered by operation, then by types. */
  report(filter: LatencyFilter): readonly LatencyReportRow[];
}

type Row = {
  readonly operation: string;
  readonly types: readonly MemoryType[];
  readonly backend: string;
  readonly microseconds: Histogram;
  count: number;
  held: number;
  maxMs: number;
  targetMs: number;
};

const MICROSECONDS = 1000;
const PERCENT = 100;

export function latencyRecorder(): LatencyRecorder {
  /** Rows by operation. */
  const rows = new Map<string, Row[]>();

  function rowOf(sample: LatencySample): Row {
    const ofOperation = rows.get(sample.operation) ?? [];
    const known = ofOperation.find(({ types, backend }) => backend === sample.backend && isSame(types, sample.types));
    if (known !== undefined) return known;
    const row = newRow(sample);
    rows.set(sample.operation, [...ofOperation, row]);
    return row;
  }

  return {
    record(sample) {
      const row = rowOf(sample);
      row.count += 1;
      if (sample.held) row.held += 1;
      row.maxMs = Math.max(row.maxMs, sample.latencyMs);
      row.targetMs = Math.max(row.targetMs, sample.targetMs);
      const latencyMs = Math.min(Math.max(sample.latencyMs, 0), LATENCY_MAX_MS);
      row.microseconds.recordValue(Math.round(latencyMs * MICROSECONDS));
    },
    report({ types, operations }) {
      return Array.from(rows.values())
        .flat()
        .filter((row) => operations.length === 0 || operations.includes(row.operation))
        .filter((row) => types.length === 0 || row.types.some((type) => types.includes(type)))
        .map(reportRow)
        .sort((a, b) => compare(sortKey(a), sortKey(b)));
    },
  };
}

function isSame(one: readonly MemoryType[], other: readonly MemoryType[]): boolean {
  return one.length === other.length && one.every((type, index) => type === other[index]);
}

function newRow({ operation, types, backend }: LatencySample): Row {
  const microseconds = build({
    bitBucketSize: 32,
    lowestDiscernibleValue: 1,
    highestTrackableValue: LATENCY_MAX_MS * MICROSECONDS,
    numberOfSignificantValueDigits: LATENCY_DIGITS,
  });
  return { operation, types: [...types], backend, microseconds, count: 0, held: 0, maxMs: 0, targetMs: 0 };
}

function reportRow({ operation, types, backend, count, held, maxMs, targetMs, microseconds }: Row): LatencyReportRow {
  // A bucket's upper bound may be larger than the slowest call.
  const percentileMs = (percentile: number): number =>
    Math.min(microseconds.getValueAtPercentile(percentile) / MICROSECONDS, maxMs);
  return {
    operation,
    types,
    backend,
    count,
    p50Ms: percentileMs(50),
    p95Ms: percentileMs(95),
    p99Ms: percentileMs(99),
    maxMs,
    targetMs,
    heldPercent: (held / count) * PERCENT,
  };
}

function sortKey({ operation, types, backend }: LatencyReportRow): string {
  return `${operation} ${types.length} ${types.map((type) => MEMORY_TYPES.indexOf(type)).join()} ${backend}`;
}

function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
