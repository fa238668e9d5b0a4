/** The timings of a series of calls. */
export type Timings = {
  readonly count: number;
  readonly errors: number;
  readonly p50Ms: number;
  readonly p95Ms: number;
  readonly p99Ms: number;
  readonly callsPerSecond: number;
};

/** `latenciesMs` are those of the calls that succeeded, in any order. */
export function summarise(latenciesMs: readonly number[], elapsedMs: number, errors = 0): Timings {
  const sorted = Float64Array.from(latenciesMs).sort();
  const at = (share: number): number =>
    sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)] ?? NaN;
  return {
    count: sorted.length,
    errors,
    p50Ms: at(0.5),
    p95Ms: at(0.95),
    p99Ms: at(0.99),
    callsPerSecond: (sorted.length / elapsedMs) * 1000,
  };
}

/** Returns the middle one, the lower of two; NaN if there is none. */
export function median(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor((numbers.length - 1) / 2)] ?? NaN;
}

/** Makes calls one after another and times each; the first `warmup` calls are not counted. */
export async function timeCalls(
  count: number,
  warmup: number,
  call: (index: number) => Promise<unknown>,
): Promise<Timings> {
  const latenciesMs: number[] = [];
  let start = performance.now();
  for (let index = 0; index < warmup + count; index++) {
    if (index === warmup) start = performance.now();
    const before = performance.now();
    await call(index);
    if (index >= warmup) latenciesMs.push(performance.now() - before);
  }
  return summarise(latenciesMs, performance.now() - start);
}
