/** Settings of how calls are accepted and answered: over gRPC and HTTP, by clients, by streams, and how fast. */
import { KB, MB, SECOND_MS, MINUTE_MS } from './units.ts';
import { LIMITS } from './limits.ts';
import type { MemoryType } from '../domain/memory.ts';
import { CONTEXT_TARGET_MS } from './context.ts';
import { FACT_TARGET_MS } from './facts.ts';
import { byRetiredType, byType, type RetiredType } from './memory-types.ts';
import { RETIRED_TYPES } from './lifecycle.ts';

// Settings of the server on the network.

/** Work on the event loop pauses for other calls after so many milliseconds. */
export const TURN_MS = 5;

export const SERVING = {
  /** Calls that run at once, at most; RECORDA_CALLS_RUNNING changes it. */
  callsRunning: 512,
  /**
   * The number of calls that run while others wait (server/rpc/concurrency-limit.ts): at first, what keeps every thread of a small machine
   * busy; at least, so few that calls of 10 ms each end within 150 ms on one thread. A call is late if it ran for four tenths of its time;
   * the limit then falls to seven tenths, as in TCP's CUBIC (RFC 9438).
   */
  concurrency: { least: 8, first: 32, lateShare: 0.4, decrease: 0.7, forgetMs: 10 * SECOND_MS },
  /**
   * While this thread is busy for at least `share` of its time, measured every `everyMs`, a call that takes longer than `slowMs`, as calls of
   * its kind do on average, counts as late however much time it has: with more at once each would be slower, and no more answered. Calls
   * that wait for another server leave this thread time.
   */
  busy: { share: 0.9, everyMs: 100, slowMs: 20 },
  /** Calls that wait until they may run; one more is OVERLOADED. RECORDA_CALLS_WAITING changes it. */
  callsWaiting: 2048,
  /**
   * How long a call may have to wait while more calls come than can be answered; one that would have to wait longer is OVERLOADED.
   * RECORDA_CALLS_WAITING_MS changes it. It applies once, for `afterMs` on end, some call has always been waiting for longer, and until
   * nobody has been refused for it for `staysMs`.
   */
  callsWaitingMs: 250,
  crowd: { afterMs: 1 * SECOND_MS, staysMs: 10 * SECOND_MS },
  /** How often calls that wait are looked through for those whose deadline cannot be met any more. */
  admissionMs: 10,
  /**
   * The average of what calls of a kind take: the weight of the newest, and of one that took less; half of it is left when none has been
   * answered for `halfLifeMs`. Where tenants take turns, a call counts for at least `leastMs`.
   */
  costs: { newestWeight: 0.1, lowerWeight: 0.5, halfLifeMs: 500, leastMs: 0.1 },
  /** A call that runs for longer, like a backup, no longer counts among those that run at once. */
  longCallMs: 2 * SECOND_MS,
  /**
   * How long an OVERLOADED answer asks the caller to wait, at least and at most; between them, as long as the work that
   * waits takes.
   */
  overloadedRetryMs: 100,
  overloadedRetryMostMs: 10 * SECOND_MS,
  /**
   * Bytes of requests over `smallRequestBytes` that the server holds at once, as they arrive and until they are answered; one more is
   * OVERLOADED. RECORDA_REQUEST_BYTES_IN_FLIGHT changes it. Smaller ones are bounded by the calls that run and wait.
   */
  requestBytesInFlight: 128 * MB,
  smallRequestBytes: 64 * KB,
  /** How long an OVERLOADED answer asks the caller of a large request to wait. */
  largeRequestRetryMs: 1 * SECOND_MS,
  /** Compressed requests that are unpacked at once: how large each becomes is known only then. */
  unpackedAtOnce: 4,
  /** A request must have arrived so long after its headers, and how often those that have not are looked for. */
  requestArrivalMs: 60 * SECOND_MS,
  arrivalCheckMs: 1 * SECOND_MS,
  /** A new connection gets so long for TLS, and again so long for the first words of HTTP/2. */
  handshakeMs: 10 * SECOND_MS,
  /** A connection without calls is closed gently after so long; RECORDA_CONNECTION_IDLE_MS changes it. */
  connectionIdleMs: 1800 * SECOND_MS,
  /**
   * HTTP/2 streams per connection. More than may run and wait: beyond it a client queues without a word, and an answer that says
   * OVERLOADED is better.
   */
  streamsPerConnection: 4096,
  /** How many calls the callers of one connection may give up. */
  resetsAtOnce: 10_000,
  resetsPerSecond: 2_000,
  /** A connection that is silent for so long is asked whether it is there, and closed when it does not answer. */
  keepaliveMs: 60 * SECOND_MS,
  keepaliveTimeoutMs: 20 * SECOND_MS,
  /** Bytes of answers that wait for a stream's reader, beyond the 16 messages that grpc-js lets wait. */
  streamQueueBytes: 1 * MB,
  /** A call that its client resets so shortly before the deadline was reset because of it. */
  deadlineSlackMs: 50,
  /** A stream is reset if, this long after its deadline, the pipeline has not ended it or nobody reads the answer. */
  resetAfterMs: 100,
  /** An answer over so many bytes may wait for its reader; smaller ones are sent at once. */
  largeAnswerBytes: 64 * KB,
  /**
   * The room of an error's two headers, since clients take 8 KB of headers in all: the message as it is
   * percent-encoded, and the details before base64.
   */
  errorMessageBytes: 1 * KB,
  errorDetailBytes: 2 * KB,
  errorNameBytes: 512,
  /** The bytes around the texts of a field in an error, and of the line that counts the fields left out. */
  errorFieldFrameBytes: 8,
  errorFieldRestBytes: 64,
  /** Texts from so many bytes on are worth a look at their letters before they are decoded. */
  longTextBytes: 1 * KB,
  /** The buffer for encoding answers is kept for the next one unless it is larger than this. */
  keptWriterBytes: 256 * KB,
  /** The longest traceparent or tracestate header. */
  traceHeaderBytes: 512,
  /** Calls under way get so long to end when the server stops; RECORDA_SHUTDOWN_GRACE_MS changes it. */
  shutdownGraceMs: 10 * SECOND_MS,
  /** After grace and closing, a server that still has not stopped is ended. */
  stopMarginMs: 10 * SECOND_MS,
  /** How often health asks the stores. */
  statusIntervalMs: 1 * SECOND_MS,
  /** After the grace, connections get so long to close by themselves. */
  closeMs: 1 * SECOND_MS,
  /** How long `recorda health` waits for an answer. */
  healthCheckMs: 3 * SECOND_MS,
} as const;

/**
 * The number of calls that an operation counts for under a limit of calls per second. All others count for 1, which is about 1.5 ms of
 * processor time (`npm run bench -- pairs`: an add 1.7 ms, a search 1.2, a turn 4.6, a prompt 5.9). Work on all data of a user or of the
 * server counts for so many that it stays rare. A batch also counts for each of its memories.
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
  reembed: 200,
};

/** Settings of the limits of callers; RECORDA_LIMIT_CALLS_PER_SECOND and the settings beside it set the limits themselves. */
export const CALLER_LIMITS = {
  /** A caller that was quiet may use this many seconds' worth of its limit at once: an agent asks for several things, and then waits for its model. */
  burstSeconds: 2,
  /** The number of keys, tenants and users that are remembered, of each kind; the least recently seen are forgotten and begin anew. */
  accounts: 50_000,
  /** How long a caller is asked to wait that has as many calls under way as it may: nobody knows when one ends. */
  atOnceRetryMs: 100,
  /** Callers that are refused are told to come back one after the other, but at most so much later. */
  longestWaitMs: 5 * SECOND_MS,
} as const;

/**
 * What is recorded of credentials that are refused, calls that are denied and limits that are reached. In each window a tenant gets at
 * most (groupsOfTenant + a kind's rest for each kind) x (eachOfGroup + 1) records, however many calls are refused.
 */
export const SECURITY = {
  /** How long events are counted before what was not recorded one by one is written as a number. */
  windowMs: 5 * MINUTE_MS,
  /** So many events that are alike are recorded one by one. */
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
  /** The largest request, both as it arrives and once it is unpacked; one over it is answered with 413. */
  bodyBytes: LIMITS.messageBytes,
  /** Answers over so many bytes are compressed for who takes it: below it costs more time than it saves. */
  compressFromBytes: 64 * KB,
  /** The longest request line and headers: a GET carries its message in its address. */
  headerBytes: 64 * KB,
  /** How long a browser may rely on an answer about another origin. */
  preflightSeconds: 600,
} as const;

/** gRPC's status codes by name (https://grpc.io/docs/guides/status-codes): those that errors have. */
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

// Numbers of API keys.

/** Bytes of randomness in a key's secret: as many as its hash has, so that guessing is out of the question. */
export const SECRET_BYTES = 32;
/** Bytes in a key's id, which is no secret. */
export const KEY_ID_BYTES = 8;
/** The file of keys is read anew at most this long after it changed, in milliseconds. */
export const KEYS_REREAD_MS = 1000;
/** Largest file of keys: some 20,000 of them. */
export const KEYS_FILE_BYTES = 8 * 1024 * 1024;

/** How long a command that changes the file of API keys waits for another that does, and how often it tries meanwhile. */
export const KEYS_FILE_LOCK = { waitMs: 5 * SECOND_MS, retryMs: 20 } as const;

/** Tokens that the server mints for whoever holds a key. */
export const MINTING = {
  /** How long a token holds, in seconds, where the request does not say. */
  ttlSeconds: 900,
  /** The longest that a request may ask for: a day. */
  mostTtlSeconds: 86_400,
  /** How many random bytes the id of a token has. */
  idBytes: 8,
} as const;

/** Tokens (JWT) of an identity provider; those that the server mints are as long at most, and as many of them are remembered. */
export const TOKENS = {
  /** The longest token. */
  bytes: 8 * KB,
  /** Seconds by which the provider's clock may be off; RECORDA_TOKEN_CLOCK_SKEW changes it. RFC 7519, 4.1.4: no more than a few minutes. */
  clockSkewSeconds: 30,
  clockSkewMostSeconds: 300,
  /** Verified tokens that are remembered, so that a signature is not checked again for each call. */
  verified: 10_000,
  /** The most users or agents that a token may name. */
  names: 100,
  /** The provider gets so long to send its keys, and may send so many bytes. */
  keysTimeoutMs: 5 * SECOND_MS,
  keysBytes: 1 * MB,
  /** Keys are fetched anew so often, and hold for so long while the provider does not answer. */
  keysRefreshMs: 5 * MINUTE_MS,
  keysHoldMs: 60 * MINUTE_MS,
  /** A token of an unknown key has them fetched, at most once in so long: whoever makes tokens up must not flood the provider. */
  keysAgainMs: 1 * SECOND_MS,
  /** Calls that wait for keys at once; one more is BACKEND_UNAVAILABLE. */
  keysWaiting: 1000,
  /** Keys that are tried for a token that does not name its own. */
  keysTried: 8,
} as const;

/** Following the change log. */
export const WATCHING = {
  /** Changes that are read at a time. */
  pageSize: 200,
  /** A stream on which nothing happens says where it is so often, so that its token stays young. */
  positionMs: 30 * SECOND_MS,
  /** A write that its caller gave up is on disk by then, or never. */
  settleMs: 1 * SECOND_MS,
  /** Streams at once; they count apart from calls, which end. */
  streams: 1000,
} as const;

// Settings of telemetry's measurements.

/** Digits that the latency report's histograms keep: two are exact to 1 %. */
export const LATENCY_DIGITS = 2;

/** Latencies above are counted as this. */
export const LATENCY_MAX_MS = 3600 * SECOND_MS;

/** A row of the latency report says at most so often that it missed its target; in between it counts. */
export const VIOLATION_LOG_INTERVAL_MS = 10 * SECOND_MS;

/** Upper bounds of the exported histograms, in seconds: the latency targets are among them. */
export const DURATION_BUCKETS_S: readonly number[] = [
  0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.15, 0.25, 0.5, 1, 2.5, 5, 10, 30,
];

/** The event loop's delay is how late a timer of this period is, summed up over a window. */
export const EVENT_LOOP = { periodMs: 20, windowMs: 10_000 } as const;

/** Buckets for the age of memories, in days. */
export const AGE_BUCKETS_DAYS = [1, 7, 30, 60, 90, 180, 365, 730, 1825, 3650] as const;

/** Buckets for what takes long, in seconds. */
export const LONG_BUCKETS_S = [0.1, 0.5, 1, 5, 10, 30, 60, 300, 900, 3600] as const;

// Latency targets in milliseconds, as the server sees a call: from the request's bytes to the answer's.

/** One type. */
export const TYPE_TARGET_MS = byType(({ targetMs }) => targetMs);

/**
 * Targets of types that live in another backend than by default. Working memory over Redis takes the network's round
 * trips, two of them for a write, and is held to what sessions in the same Redis are: an add takes 1.1 ms there and a
 * search 0.9 (p50, Redis 7 on the same, busy machine).
 */
export const BACKEND_TARGET_MS: Readonly<Record<string, Readonly<Partial<Record<MemoryType, number>>>>> = {
  redis: { WORKING: TYPE_TARGET_MS.SHORT_TERM },
};

/** The backend of a type. */
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

/** Several types at once. */
export const SEVERAL_TYPES_TARGET_MS = 150;

/** A search that finds nothing, where its type's own target is not lower. */
export const EMPTY_TARGET_MS = 50;

/** A search of one type's archive. */
export const ARCHIVE_TARGET_MS = byRetiredType(({ targetMs }) => targetMs);

/** The target of one call of a store or of the archive, by its operation. */
export function targetOfStoreCall(
  operation: string,
  type: Parameters<typeof targetOfStore>[0],
  backend: string,
): number {
  return operation === 'searchArchive' ? ARCHIVE_TARGET_MS[type as RetiredType] : targetOfStore(type, backend);
}

/** A batch has its types' target and so much more for each memory. */
export const BATCH_ITEM_TARGET_MS = 1;

/** The target of a call about these types, however many memories; undefined for a call about none. */
export function targetOfCall(types: readonly MemoryType[], _count: number, backendOf: BackendOf): number | undefined {
  const [type, ...others] = types;
  if (type === undefined) return undefined;
  return others.length > 0 ? SEVERAL_TYPES_TARGET_MS : targetOfStore(type, backendOf(type));
}

/** The target of a call that adds or deletes so many. */
export function targetOfBatch(types: readonly MemoryType[], count: number, backendOf: BackendOf): number | undefined {
  const targetMs = targetOfCall(types, count, backendOf);
  return targetMs === undefined ? undefined : targetMs + count * BATCH_ITEM_TARGET_MS;
}

/** The target of a search that found so many. */
export function targetOfSearch(types: readonly MemoryType[], found: number, backendOf: BackendOf): number {
  const target = targetOfCall(types, found, backendOf) ?? EMPTY_TARGET_MS;
  return found === 0 ? Math.min(target, EMPTY_TARGET_MS) : target;
}

/** Returns those of the types whose memories are archived. */
export function archivedTypes(types: readonly MemoryType[]): readonly RetiredType[] {
  return RETIRED_TYPES.filter((type) => types.includes(type));
}

/** The target of a search that includes the archive: all types and archives are searched at once. */
export function targetWithArchive(types: readonly MemoryType[], found: number, backendOf: BackendOf): number {
  return Math.max(
    targetOfSearch(types, found, backendOf),
    ...archivedTypes(types).map((type) => ARCHIVE_TARGET_MS[type]),
  );
}

/** A stream's searches end so long before its deadline, so that what was found and what is missing still reaches the caller. */
export const STREAM_DEADLINE_MARGIN_MS = 20;

/** The calls that are rehearsed before the first caller comes. */
export const WARM_UP = {
  /** How often every common call is made. */
  rounds: 40,
  /** How often a text with facts is read: once to compile what reads it, and again to compile it for speed. */
  readings: 2,
  /** No more are begun after so long: a slow machine is to start, too. */
  atMostMs: 250,
} as const;

// Numbers of `recorda doctor`.

/** How long one thing may take to answer, in milliseconds. */
export const DOCTOR_LIMIT_MS = 10_000;

/** The clock that a file moves, for tests of programs that use Recorda. */
export const DEVELOPMENT_CLOCK = {
  /** Its file is read again after so long. */
  readMs: 20,
} as const;

/** Sessions of MCP hosts that speak the protocol of 2025; the least recently used make room. */
export const MCP_SESSIONS = { most: 1000, idleMs: 30 * MINUTE_MS } as const;
