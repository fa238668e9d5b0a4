/**
 * Every name that telemetry uses, except those of calls, which are in their rows. test/telemetry checks the code against this table.
 */

/** The name of the tracer, the meter and the loggers. */
export const INSTRUMENTATION = 'recorda';

// Spans: one per call, `{operation} {types}`, for example `search_memory working,long_term`; under it, once the request is decoded
// and valid, its use case, `MemoryService.RetrieveMemories`; under that one per port call, `{backend} {port operation} {type}`.

/** Attributes of spans and metrics. They never hold content, nor ids of users, agents or sessions. */
export const ATTRIBUTES = {
  /** The operation of the call's row in server/methods. */
  operation: 'gen_ai.operation.name',
  /** The number of memories that were found, or that it tried to create, change or delete. On spans only. */
  recordCount: 'gen_ai.memory.record.count',
  /** The memory system. */
  provider: 'gen_ai.provider.name',
  /** Is `grpc`: the contract, whatever the transport. */
  rpcSystem: 'rpc.system.name',
  /** The method, like `recorda.v1.MemoryService/AddMemory`. */
  rpcMethod: 'rpc.method',
  /** The canonical code: `OK`, `INVALID_ARGUMENT`, …. */
  rpcStatus: 'rpc.status_code',
  /** The reason of the RecordaError; absent if the call succeeded. */
  errorType: 'error.type',
  /** The type, like `working`, or several joined by commas. */
  memoryType: 'recorda.memory.type',
  /** The backend, like `sqlite`, or several joined by `+`. */
  backend: 'recorda.backend',
  /** The method of the port. */
  storeOperation: 'recorda.store.operation',
  latencyTargetMs: 'recorda.latency.target_ms',
  latencyMs: 'recorda.latency.ms',
  latencyHeld: 'recorda.latency.held',
  /** The quota: `long_term`, …, `relationship`. */
  quotaName: 'recorda.quota.name',
  /** `count` or `bytes`. */
  quotaMeasure: 'recorda.quota.measure',
  /** `warning` or `critical`. */
  alertLevel: 'recorda.alert.level',
  /** `waiting`, `sent` or `dead`. */
  outboxState: 'recorda.outbox.state',
  /** The type of the memory: `long_term`, …. */
  keptType: 'memory_type',
  /**
   * Why a memory was archived: `retention`, `threshold`, `capacity`, `duplicate`; for memories that were not, one of DELETE_REASONS in
   * ports/telemetry.
   */
  keptReason: 'reason',
  /** `active`, `aged`, …: see FACT_STATES in domain/facts/fact-state. */
  factState: 'recorda.fact.state',
  /** The kind of block that tokens of a prompt belong to: `system`, `facts`, `turn`, …. */
  promptBlock: 'recorda.prompt.block',
  /** The prompt whose dollars are counted: `prompt`, or the `cached_history` or `uncached_history` that it replaces. */
  promptCostOf: 'recorda.prompt.cost_of',
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
  /** `standby`, `no_revision`, `behind`, `away` or `stale`: see StandbyReadOutcome in ports/telemetry. */
  standbyRead: 'recorda.standby_read.outcome',
  /** `stands`, `conflict`, `refused` or `unknown`: see CommitOutcome in ports/telemetry. */
  commitOutcome: 'recorda.commit.outcome',
  /** `deadline`, `queue`, `streams`, `bytes` or `arrival`: see RefusalCause in ports/telemetry. */
  refusalCause: 'recorda.refusal.cause',
  /** The kind of caller whose limit was reached: `key`, `tenant` or `user`. Their ids are in no metric. */
  limitedBy: 'recorda.limit.by',
  /** `calls_per_second`, `calls_at_once` or `bytes_per_second`. */
  limitMeasure: 'recorda.limit.measure',
  /** `credential`, `lock_out`, `no_credential`, `permission`, `limit` or `new_address`: see SECURITY_EVENTS in ports/security. */
  securityEvent: 'recorda.security.event',
  /** `webhook` or `otlp`. */
  auditReceiver: 'recorda.audit.receiver',
} as const;

/** Metrics; durations are in seconds, as OpenTelemetry requires. */
export const METRICS = {
  /** Histogram: calls by operation, type, backend, method and status. */
  callDuration: 'rpc.server.call.duration',
  /** Counter: calls that missed their latency target. */
  latencyViolations: 'recorda.latency.violations',
  /** Counter: calls that were refused before they began, by operation, method and cause; none of them is in callDuration. */
  callsRefused: 'recorda.calls.refused',
  /** Counter: calls that were refused since their caller reached a limit (RATE_LIMITED), by kind of caller and measure. */
  callersLimited: 'recorda.callers.limited',
  /** Counter: refused credentials and calls, and keys used from new addresses, by event. */
  securityEvents: 'recorda.security.events',
  /** Counter: alerts of quotas by name, measure and level. */
  quotaAlerts: 'recorda.quota.alerts',
  /** Counter: sessions whose prompts became costlier than the whole history read from the provider's cache. */
  promptCostAlerts: 'recorda.prompt_cost.alerts',
  /** Gauge: changes in the outbox by state. */
  outboxDepth: 'recorda.outbox.depth',
  /** Gauge: age of the oldest change that waits. */
  outboxAge: 'recorda.outbox.oldest_age',
  /** Counter: reads of caches that servers share, and writes that failed, by cache and outcome. */
  cacheCalls: 'recorda.cache.calls',
  /** Counter: prompts that were built. */
  prompts: 'recorda.prompts',
  /** Counter: tokens of prompts, by block. */
  promptTokens: 'recorda.prompt.tokens',
  /** Counter: tokens that the whole history would have taken instead. */
  historyTokens: 'recorda.prompt.history_tokens',
  /** Counter: US dollars of prompts whose model's price is known, and of the history that they replace. */
  promptCost: 'recorda.prompt.cost',
  /** Counter: prompts that were prepared after an append, by outcome. */
  promptPreparations: 'recorda.prompt.preparations',
  /** Counter: searches whose results a second embedder was to rank again, by outcome. */
  secondLooks: 'recorda.second_looks',
  /** Counter: reads of a store that has a standby, by who answered, and why. */
  standbyReads: 'recorda.standby_reads',
  /** Counter: commits to a store that servers share, by outcome. */
  storeCommits: 'recorda.store.commits',
  /** Counter: memories that were archived, by type. */
  memoryArchived: 'memory.archived',
  /** Counter: memories that the server removed from its store by itself, by type and reason. */
  memoryDeleted: 'memory.deleted',
  /** Gauge: bytes of memories by type. */
  memoryStorage: 'memory.storage.bytes',
  /** Histogram: the age of memories when they were archived, by type. */
  memoryAge: 'memory.age.days',
  /** Histogram: durations of sleep cycles. */
  sleepDuration: 'recorda.sleep_cycle.duration',
  /** Counter: memories that sleep cycles removed, by reason. */
  sleepEvictions: 'recorda.sleep_cycle.evictions',
  /** Gauge: facts of all users by state. */
  facts: 'recorda.facts',
  /** Counter: checks that found the audit log damaged. */
  auditFaults: 'recorda.audit.faults',
  /** Gauges: the delay of the main thread's event loop over the last ten seconds. */
  eventLoopP50: 'nodejs.eventloop.delay.p50',
  eventLoopP99: 'nodejs.eventloop.delay.p99',
  eventLoopMax: 'nodejs.eventloop.delay.max',
  /** Gauge: the number of backups, by set. */
  backupCount: 'recorda.backup.count',
  /** Gauge: the age of the newest backup, by set; if there is none, the time since the server started. */
  backupAge: 'recorda.backup.age',
  /**
   * Gauge: the time since a backup was last restored into a scratch store and found to be complete; if none ever was, since the server
   * started.
   */
  backupVerifiedAge: 'recorda.backup.verified_age',
  /** Gauges: records of the audit log that a receiver has not acknowledged, and the age of the oldest; only if it is shipped. */
  auditUnshipped: 'recorda.audit.unshipped',
  auditUnshippedAge: 'recorda.audit.unshipped_age',
  /** Gauge: the time since the audit log was last anchored; if it never was, since the server started. Only if it is anchored daily. */
  auditAnchorAge: 'recorda.audit.anchor_age',
  /** Gauge: the greatest age of changes that would be lost with the machine; only if changes are shipped. */
  standbyLag: 'recorda.standby.lag',
  /** Histogram: port calls by backend, type and port operation. */
  storeDuration: 'recorda.store.duration',
} as const;
