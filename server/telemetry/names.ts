/** Every name that telemetry uses: spans, attributes, metrics, operations. test/telemetry holds the code to this table. */

/**
 * What each call is, as `gen_ai.operation.name` of the OpenTelemetry GenAI memory conventions where they have a name for it,
 * and its row in the latency report: one that batches or streams has a row of its own, since its times do not compare.
 */
export const OPERATIONS: Readonly<Record<string, { readonly operation: string; readonly row: string }>> = {
  'recorda.v1.MemoryService/AddMemory': { operation: 'create_memory', row: 'create_memory' },
  'recorda.v1.MemoryService/BatchAddMemories': { operation: 'create_memory', row: 'batch_create_memory' },
  'recorda.v1.MemoryService/GetMemory': { operation: 'get_memory', row: 'get_memory' },
  'recorda.v1.MemoryService/ListMemories': { operation: 'list_memories', row: 'list_memories' },
  'recorda.v1.MemoryService/UpdateMemory': { operation: 'update_memory', row: 'update_memory' },
  'recorda.v1.MemoryService/DeleteMemory': { operation: 'delete_memory', row: 'delete_memory' },
  'recorda.v1.MemoryService/DeleteMemories': { operation: 'delete_memory', row: 'batch_delete_memory' },
  'recorda.v1.MemoryService/RetrieveMemories': { operation: 'search_memory', row: 'search_memory' },
  'recorda.v1.MemoryService/StreamRetrieveMemories': { operation: 'search_memory', row: 'stream_search_memory' },
  'recorda.v1.MemoryService/WatchMemories': { operation: 'watch_memories', row: 'watch_memories' },
  'recorda.v1.MemoryService/TraverseEntities': { operation: 'traverse_entities', row: 'traverse_entities' },
  'recorda.v1.MemoryService/EndTask': { operation: 'end_task', row: 'end_task' },
  'recorda.v1.ContextService/AppendTurns': { operation: 'append_turns', row: 'append_turns' },
  'recorda.v1.ContextService/AssembleContext': { operation: 'assemble_context', row: 'assemble_context' },
  'recorda.v1.ContextService/DetectShift': { operation: 'detect_shift', row: 'detect_shift' },
  'recorda.v1.ContextService/FlushTopic': { operation: 'flush_topic', row: 'flush_topic' },
  'recorda.v1.ContextService/EndSession': { operation: 'end_session', row: 'end_session' },
  'recorda.v1.ContextService/PutSystemPrompt': { operation: 'put_system_prompt', row: 'put_system_prompt' },
  'recorda.v1.ContextService/GetSystemPrompt': { operation: 'get_system_prompt', row: 'get_system_prompt' },
  'recorda.v1.ContextService/ReportOutput': { operation: 'report_output', row: 'report_output' },
  'recorda.v1.ContextService/ReportUsage': { operation: 'report_usage', row: 'report_usage' },
  'recorda.v1.ContextService/GetTokenUsage': { operation: 'get_token_usage', row: 'get_token_usage' },
  'recorda.v1.ContextService/RecordDiscardable': { operation: 'record_discardable', row: 'record_discardable' },
  'recorda.v1.ContextService/LookupResponse': { operation: 'lookup_response', row: 'lookup_response' },
  'recorda.v1.ContextService/StoreResponse': { operation: 'store_response', row: 'store_response' },
  'recorda.v1.ContextService/WatchSession': { operation: 'watch_session', row: 'watch_session' },
  'recorda.v1.ContextService/CountTokens': { operation: 'count_tokens', row: 'count_tokens' },
  'recorda.v1.MemoryService/AppendEpisodeStep': { operation: 'update_memory', row: 'append_episode_step' },
  'recorda.v1.MemoryService/PutCollection': { operation: 'put_collection', row: 'put_collection' },
  'recorda.v1.MemoryService/GetCollection': { operation: 'get_collection', row: 'get_collection' },
  'recorda.v1.MemoryService/ListCollections': { operation: 'list_collections', row: 'list_collections' },
  'recorda.v1.MemoryService/DeleteCollection': { operation: 'delete_collection', row: 'delete_collection' },
  'recorda.v1.ContextService/ExtractFacts': { operation: 'extract_facts', row: 'extract_facts' },
  'recorda.v1.ContextService/AddFact': { operation: 'add_fact', row: 'add_fact' },
  'recorda.v1.ContextService/ListFacts': { operation: 'list_facts', row: 'list_facts' },
  'recorda.v1.ContextService/GetFact': { operation: 'get_fact', row: 'get_fact' },
  'recorda.v1.ContextService/RetrieveFacts': { operation: 'retrieve_facts', row: 'retrieve_facts' },
  'recorda.v1.ContextService/ConfirmFact': { operation: 'confirm_fact', row: 'confirm_fact' },
  'recorda.v1.ContextService/UpdateFact': { operation: 'update_fact', row: 'update_fact' },
  'recorda.v1.ContextService/ContradictFact': { operation: 'contradict_fact', row: 'contradict_fact' },
  'recorda.v1.ContextService/ForgetFact': { operation: 'forget_fact', row: 'forget_fact' },
  'recorda.v1.AdminService/GetLatencyReport': { operation: 'get_latency_report', row: 'get_latency_report' },
  'recorda.v1.AdminService/Reembed': { operation: 'reembed', row: 'reembed' },
  'recorda.v1.AdminService/GetQuota': { operation: 'get_quota', row: 'get_quota' },
  'recorda.v1.AdminService/SetTier': { operation: 'set_tier', row: 'set_tier' },
  'recorda.v1.AdminService/SetQuota': { operation: 'set_quota', row: 'set_quota' },
  'recorda.v1.AdminService/GetUsage': { operation: 'get_usage', row: 'get_usage' },
  'recorda.v1.AdminService/ListUsage': { operation: 'list_usage', row: 'list_usage' },
  'recorda.v1.AdminService/EstimateCost': { operation: 'estimate_cost', row: 'estimate_cost' },
  'recorda.v1.AdminService/ListAlerts': { operation: 'list_alerts', row: 'list_alerts' },
  'recorda.v1.AdminService/GetOutbox': { operation: 'get_outbox', row: 'get_outbox' },
  'recorda.v1.AdminService/ListOutboxDeadLetters': {
    operation: 'list_outbox_dead_letters',
    row: 'list_outbox_dead_letters',
  },
  'recorda.v1.AdminService/ReplayOutboxDeadLetters': {
    operation: 'replay_outbox_dead_letters',
    row: 'replay_outbox_dead_letters',
  },
  'recorda.v1.AdminService/ExportUserData': { operation: 'export_user_data', row: 'export_user_data' },
  'recorda.v1.AdminService/ImportUserData': { operation: 'import_user_data', row: 'import_user_data' },
  'recorda.v1.AdminService/DeleteUserData': { operation: 'delete_user_data', row: 'delete_user_data' },
  'recorda.v1.AdminService/VerifyErasureReceipt': {
    operation: 'verify_erasure_receipt',
    row: 'verify_erasure_receipt',
  },
  'recorda.v1.AdminService/ListAuditEvents': { operation: 'list_audit_events', row: 'list_audit_events' },
  'recorda.v1.AdminService/VerifyAudit': { operation: 'verify_audit', row: 'verify_audit' },
  'recorda.v1.AdminService/WatchAlerts': { operation: 'watch_alerts', row: 'watch_alerts' },
  'recorda.v1.AdminService/GetRetention': { operation: 'get_retention', row: 'get_retention' },
  'recorda.v1.AdminService/SetRetention': { operation: 'set_retention', row: 'set_retention' },
  'recorda.v1.AdminService/RunRetention': { operation: 'run_retention', row: 'run_retention' },
  'recorda.v1.AdminService/RunSleepCycle': { operation: 'run_sleep_cycle', row: 'run_sleep_cycle' },
  'recorda.v1.AdminService/ExplainImportance': { operation: 'explain_importance', row: 'explain_importance' },
  'recorda.v1.AdminService/ListArchive': { operation: 'list_archive', row: 'list_archive' },
  'recorda.v1.AdminService/RestoreArchived': { operation: 'restore_archived', row: 'restore_archived' },
  'recorda.v1.AdminService/CreateBackup': { operation: 'create_backup', row: 'create_backup' },
  'recorda.v1.AdminService/ListBackups': { operation: 'list_backups', row: 'list_backups' },
  'recorda.v1.AdminService/VerifyBackup': { operation: 'verify_backup', row: 'verify_backup' },
  'recorda.v1.AdminService/RestoreBackup': { operation: 'restore_backup', row: 'restore_backup' },
};

/** The tracer, the meter and the loggers. */
export const INSTRUMENTATION = 'recorda';

// Spans: one per call, `{operation} {types}`, for example `search_memory working,long_term`; under it, once the request is decoded
// and valid, its use case, `MemoryService.RetrieveMemories`; under that one per port call, `{backend} {port operation} {type}`.

/** Attributes of spans and metrics. Never content; user, agent and session ids nowhere. */
export const ATTRIBUTES = {
  /** From OPERATIONS. */
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
  /** Of what is kept: `long_term`, …. */
  keptType: 'memory_type',
  /** Of what went: `retention`, `threshold`, `capacity`, `duplicate`; what did not go to the archive by telemetry/ports' DELETE_REASONS. */
  keptReason: 'reason',
  /** `daily` or `weekly`. */
  backupSet: 'recorda.backup.set',
  /** `embedding` or `response`. */
  cacheName: 'recorda.cache.name',
  /** `hit`, `miss` or `failed`. */
  cacheOutcome: 'recorda.cache.outcome',
  /** `prepared`, `used`, `unused` or `withheld`: see PreparationOutcome in telemetry/ports. */
  preparationOutcome: 'recorda.preparation.outcome',
  /** `deadline`, `queue`, `streams`, `bytes` or `arrival`: see RefusalCause in telemetry/ports. */
  refusalCause: 'recorda.refusal.cause',
} as const;

/** Metrics; durations in seconds, as OpenTelemetry has them. */
export const METRICS = {
  /** Histogram: calls by operation, type, backend, method and status. */
  callDuration: 'rpc.server.call.duration',
  /** Counter: calls that missed their latency target. */
  latencyViolations: 'recorda.latency.violations',
  /** Counter: calls that were refused before they began, by operation, method and cause; none of them is in callDuration. */
  callsRefused: 'recorda.calls.refused',
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
  /** Histogram: port calls by backend, type and port operation. */
  storeDuration: 'recorda.store.duration',
} as const;
