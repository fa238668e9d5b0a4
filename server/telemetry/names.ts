/** Every name that telemetry uses, but for those of calls, which stand in their rows. test/telemetry holds the code to this table. */

/** The tracer, the meter and the loggers. */
export const INSTRUMENTATION = 'recorda';

// Spans: one per call, `{operation} {types}`, for example `search_memory working,long_term`; under it, once the request is decoded
// and valid, its use case, `MemoryService.RetrieveMemories`; under that one per port call, `{backend} {port operation} {type}`.

/** Attributes of spans and metrics. Never content; user, agent and session ids nowhere. */
export const ATTRIBUTES = {
  /** What the call’s row in server/methods says. */
  operation: 'gen_ai.operation.name',
  /** Found, or tried to create, change or delete. On spans only. */
  recordCount: 'gen_ai.memory.record.count',
  /** Which memory system. */
  provider: 'gen_ai.provider.name',
  /** `grpc`: the contract, whichever the door. */
  rpcSystem: 'rpc.system.name',
  /** `recorda.v1.MemoryService/AddMemory`. */
  rpcMethod: 'rpc.method',
  /** The canonical code, `OK` or `INVALID_ARGUMENT`, …. */
  rpcStatus: 'rpc.status_code',
  /** The reason of the RecordaError; absent if the call held. */
  errorType: 'error.type',
  /** `working`, or several joined by commas. */
  memoryType: 'recorda.memory.type',
  /** `sqlite`, or several joined by `+`. */
  backend: 'recorda.backend',
  /** The port's method. */
  storeOperation: 'recorda.store.operation',
  latencyTargetMs: 'recorda.latency.target_ms',
  latencyMs: 'recorda.latency.ms',
  latencyHeld: 'recorda.latency.held',
  /** `long_term`, …, `relationship`: which quota. */
  quotaName: 'recorda.quota.name',
  /** `count` or `bytes`. */
  quotaMeasure: 'recorda.quota.measure',
  /** `warning` or `critical`. */
  alertLevel: 'recorda.alert.level',
  /** `waiting`, `sent` or `dead`. */
  outboxState: 'recorda.outbox.state',
  /** The type that is kept: `long_term`, …. */
  keptType: 'memory_type',
  /**
   * Why a memory went: `retention`, `threshold`, `capacity`, `duplicate`; what did not go to the archive by
   * DELETE_REASONS in ports/telemetry.
   */
  keptReason: 'reason',
  /** `daily` or `weekly`. */
  backupSet: 'recorda.backup.set',
  /** `embedding` or `response`. */
  cacheName: 'recorda.cache.name',
  /** `hit`, `miss` or `failed`. */
  cacheOutcome: 'recorda.cache.outcome',
  /** `prepared`, `used`, `unused` or `withheld`: see PreparationOutcome in ports/telemetry. */
  preparationOutcome: 'recorda.preparation.outcome',
  /** `taken`, `late`, `failed` or `unread`: see SecondLookOutcome in ports/telemetry. */
  secondLookOutcome: 'recorda.second_look.outcome',
  /** `deadline`, `queue`, `streams`, `bytes` or `arrival`: see RefusalCause in ports/telemetry. */
  refusalCause: 'recorda.refusal.cause',
  /** Whose limit was reached: `key`, `tenant` or `user`. Not which: their ids are in no metric. */
  limitedBy: 'recorda.limit.by',
  /** `calls_per_second`, `calls_at_once` or `bytes_per_second`. */
  limitMeasure: 'recorda.limit.measure',
} as const;

/** Metrics; durations in seconds, as OpenTelemetry has them. */
export const METRICS = {
  /** Histogram: calls by operation, type, backend, method and status. */
  callDuration: 'rpc.server.call.duration',
  /** Counter: calls that missed their latency target. */
  latencyViolations: 'recorda.latency.violations',
  /** Counter: calls that were refused before they began, by operation, method and cause; none of them is in callDuration. */
  callsRefused: 'recorda.calls.refused',
  /** Counter: calls that were refused since their caller reached a limit, by whose and which; RATE_LIMITED. */
  callersLimited: 'recorda.callers.limited',
  /** Counter: alerts of quotas by name, measure and level. */
  quotaAlerts: 'recorda.quota.alerts',
  /** Counter: sessions whose prompts became costlier than the whole history read from the provider's cache. */
  promptCostAlerts: 'recorda.prompt_cost.alerts',
  /** Gauge: changes in the outbox by state. */
  outboxDepth: 'recorda.outbox.depth',
  /** Gauge: age of the oldest change that waits. */
  outboxAge: 'recorda.outbox.oldest_age',
  /** Counter: looks into caches that servers share, and writes that failed, by cache and outcome. */
  cacheCalls: 'recorda.cache.calls',
  /** Counter: prompts that were made ready after an append, and what became of them, by outcome. */
  promptPreparations: 'recorda.prompt.preparations',
  /** Counter: searches that a second embedder was to look at, by what became of it. */
  secondLooks: 'recorda.second_looks',
  /** Counter: memories that went to the archive, by type. */
  memoryArchived: 'memory.archived',
  /** Counter: memories that the server took out of its store by itself, by type and reason. */
  memoryDeleted: 'memory.deleted',
  /** Gauge: bytes of memories by type. */
  memoryStorage: 'memory.storage.bytes',
  /** Histogram: how old memories were when they were archived, by type. */
  memoryAge: 'memory.age.days',
  /** Histogram: how long sleep cycles took. */
  sleepDuration: 'recorda.sleep_cycle.duration',
  /** Counter: memories that sleep cycles let go, by reason. */
  sleepEvictions: 'recorda.sleep_cycle.evictions',
  /** Gauge: how many backups there are, by set. */
  backupCount: 'recorda.backup.count',
  /** Gauge: age of the newest backup, by set; where there is none, since the server started. */
  backupAge: 'recorda.backup.age',
  /** Gauge: since a backup was last restored into a scratch store and found to be whole; where none ever was, since the server started. */
  backupVerifiedAge: 'recorda.backup.verified_age',
  /** Gauge: how old the changes are at most that a lost machine would take with it; only where changes are shipped. */
  standbyLag: 'recorda.standby.lag',
  /** Histogram: port calls by backend, type and port operation. */
  storeDuration: 'recorda.store.duration',
} as const;
