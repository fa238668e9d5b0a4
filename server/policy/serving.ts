/** Settings for accepting and answering calls: over gRPC and HTTP, for clients, for streams; and latency targets. */
import { KB, MB, SECOND_MS, MINUTE_MS } from './units.ts';
import { LIMITS } from './limits.ts';
import { CONTEXT_TARGET_MS } from './context.ts';
import { FACT_TARGET_MS } from './facts.ts';
import { byRetiredType, byType, type MemoryType, type RetiredType } from './memory-types.ts';
import { RETIRED_TYPES } from './lifecycle.ts';

// Settings of the server on the network.

/** Work on the event loop pauses for other calls after this many milliseconds. */
export const TURN_MS = 5;

export const SERVING = {
  /** The largest number of calls that run at once; RECORDA_CALLS_RUNNING changes it. */
  callsRunning: 512,
  /**
   * The number of calls that run while others wait (server/rpc/concurrency-limit.ts): at first, what keeps every thread of a small machine
   * busy; at least, so few that calls of 10 ms each end within 150 ms on one thread. A call is late if it ran for four tenths of its time;
   * the limit then falls to seven tenths, as in TCP's CUBIC (RFC 9438).
   */
  concurrency: { least: 8, first: 16, lateShare: 0.4, decrease: 0.7, forgetMs: 10 * SECOND_MS },
  /**
   * A call also counts as late, however much time it has left, if calls of its kind take more than `timesAlone` times as long as alone, or
   * `timesAloneInCrowd` while more arrive than can be answered: they wait for each other, and more at once would make each slower without
   * many more being answered. Calls that wait for another server take as long beside others as alone. Less than `leastMs` is never too long.
   */
  slow: { timesAlone: 20, timesAloneInCrowd: 8, leastMs: 5 },
  /** The number of calls that wait until they may run; one more is OVERLOADED. RECORDA_CALLS_WAITING changes it. */
  callsWaiting: 2048,
  /**
   * The longest time that calls wait while more arrive than can be answered; RECORDA_CALLS_WAITING_MS changes it. There is a crowd once some
   * call has been waiting for longer at every moment of `afterMs`, until all that wait or were told to come back could be answered within
   * this time. Meanwhile a new call that would have to wait for more than so many `turns` is OVERLOADED: the queue is worked off and stays
   * short, as in CoDel (RFC 8289), so that those who are answered are answered soon, and yet threads do not run out of work.
   */
  callsWaitingMs: 250,
  crowd: { afterMs: 1 * SECOND_MS, turns: 4 },
  /** How often waiting calls are checked for deadlines that can no longer be met. */
  admissionMs: 10,
  /**
   * The moving average of the time that calls of a kind take: the weight of the newest call, and that of one that took less. The average
   * halves if none was answered for `halfLifeMs`. When tenants take turns, a call counts for at least `leastMs`.
   */
  costs: { newestWeight: 0.1, lowerWeight: 0.5, halfLifeMs: 500, leastMs: 0.1 },
  /** The weight of the newest turn in the average of how long one takes (server/rpc/turn-time.ts): some fifty turns count. */
  turns: { newestWeight: 0.02 },
  /** A call that runs for longer, like a backup, no longer counts as one of the running calls. */
  longCallMs: 2 * SECOND_MS,
  /** The bounds of the time that an OVERLOADED answer asks the caller to wait; between them, it is the time that the waiting work takes. */
  overloadedRetryMs: 100,
  overloadedRetryMostMs: 10 * SECOND_MS,
  /**
   * A refusal, of a call beyond a rate limit or beyond the server's capacity, is answered after half of its wait, but at most `mostMs`, so
   * that a caller that ignores RetryInfo calls again every few seconds and not a few hundred times a second; with `count` refusals held,
   * further ones are answered at once.
   */
  heldRefusals: { mostMs: 2 * SECOND_MS, count: 4096 },
  /**
   * How far refused callers are spread: at most so many times the time of a turn lies between two of them. A refusal adds a hundredth to
   * the distance, and a call that ends while none waits takes a fiftieth from it.
   */
  returns: { mostSpread: 10, further: 0.01, closer: 0.02 },
  /**
   * The bytes of requests over `smallRequestBytes` that the server holds at once, from their arrival until they are answered; one more is
   * OVERLOADED. RECORDA_REQUEST_BYTES_IN_FLIGHT changes it. Smaller requests are bounded by the calls that run and wait.
   */
  requestBytesInFlight: 128 * MB,
  smallRequestBytes: 64 * KB,
  /** The time that an OVERLOADED answer asks the caller of a large request to wait. */
  largeRequestRetryMs: 1 * SECOND_MS,
  /** The number of compressed requests that are decompressed at once, since their size is only known afterwards. */
  unpackedAtOnce: 4,
  /** The time after its headers within which a request must have arrived, and the interval at which this is checked. */
  requestArrivalMs: 60 * SECOND_MS,
  arrivalCheckMs: 1 * SECOND_MS,
  /** The time that a new connection has for TLS, and the same again for the start of HTTP/2. */
  handshakeMs: 10 * SECOND_MS,
  /** A connection without calls is closed gracefully after this time; RECORDA_CONNECTION_IDLE_MS changes it. */
  connectionIdleMs: 1800 * SECOND_MS,
  /**
   * The number of HTTP/2 streams per connection. It is larger than the number of calls that may run and wait, because beyond it a client
   * queues silently, and an OVERLOADED answer is better.
   */
  streamsPerConnection: 4096,
  /** The number of calls that the callers of one connection may cancel. */
  resetsAtOnce: 10_000,
  resetsPerSecond: 2_000,
  /** A connection that is silent for this long is pinged, and closed if it does not answer. */
  keepaliveMs: 60 * SECOND_MS,
  keepaliveTimeoutMs: 20 * SECOND_MS,
  /** The bytes of answers that wait for a stream's reader, in addition to the 16 messages that grpc-js buffers. */
  streamQueueBytes: 1 * MB,
  /** A call that its client resets this shortly before its deadline counts as ended by the deadline. */
  deadlineSlackMs: 50,
  /** A stream is reset if, this long after its deadline, the pipeline has not ended it or nobody reads the answer. */
  resetAfterMs: 100,
  /** A larger answer may wait for its reader; smaller ones are sent at once. */
  largeAnswerBytes: 64 * KB,
  /**
   * The sizes of an error's two headers, since clients accept 8 KB of headers in all: the percent-encoded message, and the details before
   * base64.
   */
  errorMessageBytes: 1 * KB,
  errorDetailBytes: 2 * KB,
  errorNameBytes: 512,
  /** The bytes around the texts of a field in an error, and of the line that counts the fields left out. */
  errorFieldFrameBytes: 8,
  errorFieldRestBytes: 64,
  /** The size from which checking a text's letters before decoding it pays off. */
  longTextBytes: 1 * KB,
  /** The buffer for encoding answers is kept for the next one unless it is larger than this. */
  keptWriterBytes: 256 * KB,
  /** The longest traceparent or tracestate header. */
  traceHeaderBytes: 512,
  /** The time that running calls have to end when the server stops; RECORDA_SHUTDOWN_GRACE_MS changes it. */
  shutdownGraceMs: 10 * SECOND_MS,
  /** A server that has not stopped this long after the grace period and closing is killed. */
  stopMarginMs: 10 * SECOND_MS,
  /** How often health checks the stores. */
  statusIntervalMs: 1 * SECOND_MS,
  /** The time that connections have to close by themselves after the grace period. */
  closeMs: 1 * SECOND_MS,
  /** The time that `recorda health` waits for an answer. */
  healthCheckMs: 3 * SECOND_MS,
} as const;

/**
 * The number of calls that an operation counts for under a limit of calls per second. All others count for 1, which is about 1.5 ms of
 * processor time (`npm run bench -- pairs`: an add 1.7 ms, a search 1.2, a turn 4.6, a prompt 5.9). Operations on all data of a user or of
 * the server have costs that keep them rare. A batch also counts for each of its memories.
 */
export const CALL_COSTS: Readonly<Record<string, number>> = {
  append_turns: 3,
  assemble_context: 4,
  extract_facts: 3,
  detect_shift: 2,
  export_user_data: 50,
  import_user_data: 50,
  delete_user_data: 50,
  reread_facts: 50,
  estimate_cost: 20,
  list_usage: 20,
  verify_audit: 50,
  run_retention: 200,
  run_sleep_cycle: 200,
  create_backup: 200,
  verify_backup: 200,
  restore_backup: 200,
  rotate_master_key: 200,
  retire_master_key: 50,
  reembed: 200,
};

/** Settings of the limits of callers; RECORDA_LIMIT_CALLS_PER_SECOND and the settings beside it set the limits themselves. */
export const CALLER_LIMITS = {
  /**
   * A caller that was idle may use this many seconds' worth of its limit at once: an agent asks for several things, and then waits for its
   * model.
   */
  burstSeconds: 2,
  /** The number of keys, tenants and users that are remembered, of each kind; the least recently seen are forgotten and begin anew. */
  accounts: 50_000,
  /**
   * The time that a caller is asked to wait if it has as many running calls as it may have, since nobody knows when one of them will end.
   */
  atOnceRetryMs: 100,
  /** Refused callers are told to come back one after the other, but at most this much later. */
  longestWaitMs: 5 * SECOND_MS,
} as const;

/**
 * What is recorded of credentials that are refused, calls that are denied and limits that are reached. In each window a tenant gets at
 * most (groupsOfTenant + a kind's rest for each kind) x (eachOfGroup + 1) records, however many calls are refused.
 */
export const SECURITY = {
  /** How long events are counted before what was not recorded one by one is written as a number. */
  windowMs: 5 * MINUTE_MS,
  /** The number of events alike that are recorded one by one. */
  eachOfGroup: 3,
  /** Events of a tenant that differ; those beyond it are counted together, by kind. */
  groupsOfTenant: 16,
  /** Tenants whose events are told apart. */
  tenants: 1000,
} as const;

/** When a key is locked out from an address; RECORDA_LOCK_OUT_FAILURES and RECORDA_LOCK_OUT_SECONDS change the first two. */
export const LOCK_OUTS = {
  failures: 10,
  seconds: 60,
  /** Pairs of a key and an address that are remembered. */
  remembered: 10_000,
} as const;

/** Reads in the audit log, for tenants that ask for them. */
export const READ_LOG = {
  /** How long reads of one user by one caller and operation are counted, to be written as one record. */
  windowMs: 10 * SECOND_MS,
  /** They are written sooner once so many differ. */
  writeFrom: 2000,
  /** The most that are kept while the log cannot be written; beyond it, reads are only counted. */
  most: 20_000,
} as const;

/** The addresses that each key was used from. */
export const KNOWN_ADDRESSES = {
  /** Keys that are remembered, and addresses of each; the least recently used are forgotten. */
  keys: 5000,
  ofKey: 64,
  /** How long changes wait before the file is written. */
  writeMs: 10 * SECOND_MS,
} as const;

/** Settings of the server over HTTP. */
export const HTTP = {
  /** The largest request, both as it arrives and decompressed; a larger one is answered with 413. */
  bodyBytes: LIMITS.messageBytes,
  /** Larger answers are compressed for clients that accept it; for smaller ones compression costs more time than it saves. */
  compressFromBytes: 64 * KB,
  /** The longest request line and headers: a GET carries its message in its address. */
  headerBytes: 64 * KB,
  /** The time for which a browser may cache an answer about another origin. */
  preflightSeconds: 600,
} as const;

/** The gRPC status codes that errors have, by name (https://grpc.io/docs/guides/status-codes). */
export const STATUS_CODES = {
  CANCELLED: 1,
  INVALID_ARGUMENT: 3,
  DEADLINE_EXCEEDED: 4,
  NOT_FOUND: 5,
  PERMISSION_DENIED: 7,
  RESOURCE_EXHAUSTED: 8,
  FAILED_PRECONDITION: 9,
  ABORTED: 10,
  OUT_OF_RANGE: 11,
  UNIMPLEMENTED: 12,
  INTERNAL: 13,
  UNAVAILABLE: 14,
  DATA_LOSS: 15,
  UNAUTHENTICATED: 16,
} as const;

// Settings of API keys.

/** The bytes of randomness in a key's secret: as many as its hash has, so that it cannot be guessed. */
export const SECRET_BYTES = 32;
/** The bytes in a key's id, which is not secret. */
export const KEY_ID_BYTES = 8;
/** The longest time after which a change of the key file is noticed, in milliseconds. */
export const KEYS_REREAD_MS = 1000;
/** The size of the largest key file: about 20,000 keys. */
export const KEYS_FILE_BYTES = 8 * 1024 * 1024;

/** The time that a command that changes the key file waits for another such command, and the interval at which it tries again. */
export const KEYS_FILE_LOCK = { waitMs: 5 * SECOND_MS, retryMs: 20 } as const;

/** Tokens that the server mints for holders of a key. */
export const MINTING = {
  /** The lifetime of a token in seconds if the request does not set one. */
  ttlSeconds: 900,
  /** The longest lifetime that a request may set: a day. */
  mostTtlSeconds: 86_400,
  /** The number of random bytes in a token's id. */
  idBytes: 8,
} as const;

/** Tokens (JWT) of an identity provider. The limits of length and of remembered tokens also hold for those that the server mints. */
export const TOKENS = {
  /** The longest token. */
  bytes: 8 * KB,
  /**
   * The tolerated difference of the provider's clock in seconds; RECORDA_TOKEN_CLOCK_SKEW changes it. RFC 7519, 4.1.4: no more than a few
   * minutes.
   */
  clockSkewSeconds: 30,
  clockSkewMostSeconds: 300,
  /** The number of verified tokens that are remembered, so that a signature is not checked again for each call. */
  verified: 10_000,
  /** The number of users or agents that a token may name. */
  names: 100,
  /** The time that the provider has to send its keys, and their largest size. */
  keysTimeoutMs: 5 * SECOND_MS,
  keysBytes: 1 * MB,
  /** The interval at which keys are fetched again, and the time for which they remain valid while the provider does not answer. */
  keysRefreshMs: 5 * MINUTE_MS,
  keysHoldMs: 60 * MINUTE_MS,
  /** A token with an unknown key causes a fetch, but at most one in this time, so that invented tokens cannot flood the provider. */
  keysAgainMs: 1 * SECOND_MS,
  /** The number of calls that wait for keys at once; one more is BACKEND_UNAVAILABLE. */
  keysWaiting: 1000,
  /** The number of keys that are tried for a token that does not name its key. */
  keysTried: 8,
} as const;

/** Following the change log. */
export const WATCHING = {
  /** The number of changes that are read at a time. */
  pageSize: 200,
  /** The interval at which an idle stream reports its position, so that its token stays fresh. */
  positionMs: 30 * SECOND_MS,
  /** The time after which a write that its caller abandoned is either on disk or will never be. */
  settleMs: 1 * SECOND_MS,
  /** The number of concurrent streams; they count separately from calls, which end. */
  streams: 1000,
} as const;

// Settings of telemetry's measurements.

/** The significant digits of the latency report's histograms: two are exact to 1 %. */
export const LATENCY_DIGITS = 2;

/** Higher latencies are counted as this. */
export const LATENCY_MAX_MS = 3600 * SECOND_MS;

/** The shortest interval between two log entries about a missed target by one row of the latency report; in between, misses are counted. */
export const VIOLATION_LOG_INTERVAL_MS = 10 * SECOND_MS;

/** Upper bounds of the buckets of exported histograms, in seconds; they include the latency targets. */
export const DURATION_BUCKETS_S: readonly number[] = [
  0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.15, 0.25, 0.5, 1, 2.5, 5, 10, 30,
];

/** The event loop's delay is measured as the delay of a timer with this period, summed over a window. */
export const EVENT_LOOP = { periodMs: 20, windowMs: 10_000 } as const;

/** Buckets for the age of memories, in days. */
export const AGE_BUCKETS_DAYS = [1, 7, 30, 60, 90, 180, 365, 730, 1825, 3650] as const;

/** Buckets for long operations, in seconds. */
export const LONG_BUCKETS_S = [0.1, 0.5, 1, 5, 10, 30, 60, 300, 900, 3600] as const;

// Latency targets in milliseconds, measured by the server from the request's bytes to the answer's.

/** The target of a call about one type. */
export const TYPE_TARGET_MS = byType(({ targetMs }) => targetMs);

/**
 * Targets of types in a backend other than the default. Working memory in Redis takes network round trips, two of them for a write, so its
 * target is that of sessions in the same Redis: an add takes 1.1 ms there and a search 0.9 (p50, Redis 7 on the same, busy machine).
 */
export const BACKEND_TARGET_MS: Readonly<Record<string, Readonly<Partial<Record<MemoryType, number>>>>> = {
  redis: { WORKING: TYPE_TARGET_MS.SHORT_TERM },
};

/** Returns the backend of a type. */
export type BackendOf = (type: MemoryType) => string;

/** Latency targets of data other than memories, in milliseconds. */
const OTHER_TARGET_MS = {
  SESSION: CONTEXT_TARGET_MS.assemble,
  FACT: FACT_TARGET_MS,
} as const;

/** The target of one call of a store, in milliseconds. */
export function targetOfStore(type: MemoryType | keyof typeof OTHER_TARGET_MS, backend: string): number {
  if (type === 'SESSION' || type === 'FACT') return OTHER_TARGET_MS[type];
  return BACKEND_TARGET_MS[backend]?.[type] ?? TYPE_TARGET_MS[type];
}

/** The target of a call about several types. */
export const SEVERAL_TYPES_TARGET_MS = 150;

/** The target of a search that finds nothing, unless its type's own target is lower. */
export const EMPTY_TARGET_MS = 50;

/** The target of a search in one type's archive. */
export const ARCHIVE_TARGET_MS = byRetiredType(({ targetMs }) => targetMs);

/** The target of one call of a store or of the archive, by its operation. */
export function targetOfStoreCall(
  operation: string,
  type: Parameters<typeof targetOfStore>[0],
  backend: string,
): number {
  return operation === 'searchArchive' ? ARCHIVE_TARGET_MS[type as RetiredType] : targetOfStore(type, backend);
}

/** The target of a batch is that of its types plus this for each memory. */
export const BATCH_ITEM_TARGET_MS = 1;

/** Returns the target of a call about these types, whatever the number of memories; undefined for a call about none. */
export function targetOfCall(types: readonly MemoryType[], _count: number, backendOf: BackendOf): number | undefined {
  const [type, ...others] = types;
  if (type === undefined) return undefined;
  return others.length > 0 ? SEVERAL_TYPES_TARGET_MS : targetOfStore(type, backendOf(type));
}

/** Returns the target of a call that adds or deletes this many memories. */
export function targetOfBatch(types: readonly MemoryType[], count: number, backendOf: BackendOf): number | undefined {
  const targetMs = targetOfCall(types, count, backendOf);
  return targetMs === undefined ? undefined : targetMs + count * BATCH_ITEM_TARGET_MS;
}

/** Returns the target of a search that found this many memories. */
export function targetOfSearch(types: readonly MemoryType[], found: number, backendOf: BackendOf): number {
  const target = targetOfCall(types, found, backendOf) ?? EMPTY_TARGET_MS;
  return found === 0 ? Math.min(target, EMPTY_TARGET_MS) : target;
}

/** Returns those of the types whose memories are archived. */
export function archivedTypes(types: readonly MemoryType[]): readonly RetiredType[] {
  return RETIRED_TYPES.filter((type) => types.includes(type));
}

/** Returns the target of a search that includes the archive: all types and archives are searched at once. */
export function targetWithArchive(types: readonly MemoryType[], found: number, backendOf: BackendOf): number {
  return Math.max(
    targetOfSearch(types, found, backendOf),
    ...archivedTypes(types).map((type) => ARCHIVE_TARGET_MS[type]),
  );
}

/** A stream's searches end this long before its deadline, so that the caller still gets the hits and the types that are missing. */
export const STREAM_DEADLINE_MARGIN_MS = 20;

/** The calls that are warmed up before the first caller comes. */
export const WARM_UP = {
  /** The number of times that every common call is made. */
  rounds: 40,
  /** The number of times that a text with facts is read: once to compile the code that reads it, and again to optimise it. */
  readings: 2,
  /** No more calls are started after this time, so that a slow machine starts, too. */
  atMostMs: 250,
} as const;

// Settings of `recorda doctor`.

/** The time that each check may take, in milliseconds. */
export const DOCTOR_LIMIT_MS = 10_000;

/** The clock that is set by a file, for tests of programs that use Recorda. */
export const DEVELOPMENT_CLOCK = {
  /** The interval at which its file is read. */
  readMs: 20,
} as const;

/** Sessions of MCP hosts that use the protocol of 2025; the least recently used are dropped to make room. */
export const MCP_SESSIONS = { most: 1000, idleMs: 30 * MINUTE_MS } as const;
