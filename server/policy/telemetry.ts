/** What telemetry measures with. */
const SECOND = 1000;

/** Of the latency report's histograms: two digits are exact to 1 %. */
export const LATENCY_DIGITS = 2;

/** Latencies above are counted as this. */
export const LATENCY_MAX_MS = 3600 * SECOND;

/** A row of the latency report says at most so often that it missed its target; in between it counts. */
export const VIOLATION_LOG_INTERVAL_MS = 10 * SECOND;

/** Upper bounds of the exported histograms, in seconds: the latency targets are among them. */
export const DURATION_BUCKETS_S: readonly number[] = [
  0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.15, 0.25, 0.5, 1, 2.5, 5, 10, 30,
];

/** Of how old memories become, in days. */
export const AGE_BUCKETS_DAYS = [1, 7, 30, 60, 90, 180, 365, 730, 1825, 3650] as const;

/** Of what takes long, in seconds. */
export const LONG_BUCKETS_S = [0.1, 0.5, 1, 5, 10, 30, 60, 300, 900, 3600] as const;
