/**
 * Takes what the server reports about itself. The pipeline starts a trace for each call and ends it with the call's result; backends start
 * spans below it. No content ever passes through here: no text, key, query, filter or user id.
 */
import type { RecordaError } from '../domain/errors.ts';
import type { ArchiveReason } from '../domain/archived.ts';
import type { FactState } from '../domain/facts/fact-state.ts';
import type { TokenUsage } from '../domain/context/usage.ts';
import type { BackupSet } from '../policy/lifecycle.ts';
import type { MemoryType, QuotaName } from '../domain/memory.ts';
import type { ContextStore, FactStore } from './context.ts';
import type { SecurityEventKind } from './security.ts';

/** Structured logs. `fields` never hold content of memories or queries. */
export interface Log {
  debug(fields: object, message: string): void;
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

/** A log that drops everything, which is the default for an embedded user. */
export const silentLog: Log = { debug() {}, info() {}, warn() {}, error() {} };

/** The numbers of one backend call. */
export type StoreCallEnd = { readonly recordCount?: number; readonly error?: unknown };

/** A span under that of a call. */
export interface StoreSpan {
  /** Ends the span; called once. */
  end(outcome: StoreCallEnd): void;
}

/** The span of a call, as backends see it: `CallContext.trace`. */
export interface CallTrace {
  /** Starts the span of one port call, for example `sqlite retrieve long_term`; undefined if the call is not traced. */
  startStoreCall(operation: StoreOperation, type: ObservedType, backend: string): StoreSpan | undefined;
}

/** The names of the port methods in spans. */
export type StoreOperation =
  | 'add'
  | 'get'
  | 'list'
  | 'update'
  | 'remove'
  | 'retrieve'
  | 'clearTask'
  | 'traverse'
  | 'searchArchive'
  | keyof ContextStore
  | keyof FactStore;

/** The kinds of data that a store keeps: memories of a type, conversations, facts about users. */
export type ObservedType = MemoryType | 'SESSION' | 'FACT';

/** The result of a call. */
export type CallEnd = {
  /** The memory types of the call, each once; empty if they never became known. */
  readonly types: readonly MemoryType[];
  /** The backend; several are joined by `+`, in the order of types; '' if it never became known. */
  readonly backend: string;
  /** The time from the request's bytes to the answer's, without the time that a stream waited for its reader. */
  readonly latencyMs: number;
  /** The latency target in milliseconds; absent if the call has none, and is therefore in no report. */
  readonly targetMs?: number | undefined;
  /** The number of memories that were found, or that the call tried to create, change or delete. */
  readonly recordCount?: number | undefined;
  readonly error?: RecordaError | undefined;
};

/** The telemetry of a call under way. */
export interface CallTelemetry extends CallTrace {
  /** Notes that the use case begins: the request is decoded, allowed and valid. Its time ends with the call. */
  startService(): void;
  /** Ends the call, once, whatever its result. Never throws. */
  end(outcome: CallEnd): void;
}

/** Selects rows of the latency report; empty means all. */
export type LatencyFilter = { readonly types: readonly MemoryType[]; readonly operations: readonly string[] };

/** A row of the latency report, as LatencyRow of the contract. */
export type LatencyReportRow = {
  readonly operation: string;
  readonly types: readonly MemoryType[];
  readonly backend: string;
  readonly count: number;
  readonly p50Ms: number;
  readonly p95Ms: number;
  readonly p99Ms: number;
  readonly maxMs: number;
  readonly targetMs: number;
  readonly heldPercent: number;
};

/** An alert about a quota that is nearly full. */
export type QuotaAlert = {
  readonly name: QuotaName;
  readonly measure: 'COUNT' | 'BYTES';
  readonly level: 'WARNING' | 'CRITICAL';
};

/** The state of the outbox: how far an index on another machine is behind the store. */
export type OutboxGauges = {
  readonly waiting: number;
  readonly sent: number;
  readonly dead: number;
  /** The age of the oldest change that is waiting, in milliseconds; 0 if none is. */
  readonly oldestAgeMs: number;
};

/** The caches that servers share, and the result of a read or write: `failed` is treated as an empty cache. */
export type CacheName = 'embedding' | 'response';
export type CacheOutcome = 'hit' | 'miss' | 'failed';

/**
 * The outcome of preparing a session's next prompt after an append: prepared; used, if the prompt came; unused, if it did not come in time
 * or before the next append; withheld, since the last ones were not used.
 */
export type PreparationOutcome = 'prepared' | 'used' | 'unused' | 'withheld';

/**
 * The outcome of a second look at a search's hits: taken; late, if vectors were not ready in time; failed; unread, if the text is in a
 * language that the second embedder does not know.
 */
export type SecondLookOutcome = 'taken' | 'late' | 'failed' | 'unread';

/**
 * The outcome of a read from a store that has a standby. `standby`: the standby answered. The others name why the primary did: the caller sent no
 * revision; the standby did not have that revision yet; it did not answer, or does not belong to this primary; or the copy had not heard of the
 * primary for too long.
 */
export type StandbyReadOutcome = 'standby' | 'no_revision' | 'behind' | 'away' | 'stale';

/**
 * The outcome of a commit to a store that servers share. `stands`: it was applied. `conflict`: another server was faster, and its writes are tried
 * out again. `refused`: the database refused it. `unknown`: the connection was lost, and the outcome has to be found out.
 */
export type CommitOutcome = 'stands' | 'conflict' | 'refused' | 'unknown';

/**
 * The reasons for which a call is refused before it begins: its deadline can no longer be met, the queue is full, too many streams are
 * open, large requests hold too many bytes, or the request did not arrive.
 */
export type RefusalCause = 'deadline' | 'queue' | 'streams' | 'bytes' | 'arrival';

/** The kinds of callers whose limit a call can reach. */
export const LIMITED_BY = ['key', 'tenant', 'user'] as const;
export type LimitedBy = (typeof LIMITED_BY)[number];
export type LimitMeasure = 'calls_per_second' | 'calls_at_once' | 'bytes_per_second';

/**
 * The reasons for which a memory leaves its store other than for the archive: a caller deleted it, it was pruned or evicted to make room,
 * it expired, its task ended, or its user was erased.
 */
export const DELETE_REASONS = ['REQUEST', 'PRUNED', 'EVICTED', 'EXPIRED', 'TASK_ENDED', 'ERASED'] as const;
export type DeleteReason = (typeof DELETE_REASONS)[number];

/** Events in the life of stored data, of all users together. */
export type LifecycleEvent =
  | { readonly kind: 'ARCHIVED'; readonly type: MemoryType; readonly reason: ArchiveReason; readonly ageMs: number }
  | {
      readonly kind: 'DELETED';
      readonly type: MemoryType;
      readonly reason: DeleteReason;
      readonly count: number;
      /** The ages of the memories whose age is known, in milliseconds. */
      readonly agesMs?: readonly number[];
    }
  | { readonly kind: 'STORED'; readonly type: QuotaName; readonly bytes: number }
  /** Counts facts of all users. */
  | { readonly kind: 'FACTS'; readonly state: FactState; readonly count: number }
  | { readonly kind: 'SLEPT'; readonly durationMs: number }
  /** The number of backups of a set, and the age of the newest; if there is none, the age of this server. */
  | { readonly kind: 'BACKED_UP'; readonly set: BackupSet; readonly count: number; readonly ageMs: number }
  | { readonly kind: 'VERIFIED'; readonly ageMs: number }
  /** The audit log is shipped from now on. Both are called whenever metrics are collected, also while an attempt hangs. */
  | {
      readonly kind: 'AUDIT_SHIPPING';
      readonly receiver: string;
      /** The number of records that the receiver has not acknowledged. */
      readonly records: () => number;
      /** The age of the oldest of them; 0 if there is none. */
      readonly ageMs: () => number;
    }
  /** The time since the audit log was anchored; if it never was, since the server started. */
  | { readonly kind: 'ANCHORED'; readonly ageMs: number }
  /** Changes are shipped to a standby from now on. `lagMs` is called whenever metrics are collected, also while an attempt hangs. */
  | { readonly kind: 'SHIPPING'; readonly lagMs: () => number };

/** The delay of the main thread's event loop over the last ten seconds, in milliseconds: every call waits for it. */
export type EventLoopDelay = { readonly p50Ms: number; readonly p99Ms: number; readonly maxMs: number };

/** One per server. */
export interface Telemetry {
  /**
   * Starts the trace of a call, before its bytes are decoded. `method` is like `recorda.v1.MemoryService/AddMemory`; `trace` is
   * `DoorCall.trace`. Never throws.
   */
  startCall(method: string, trace: Readonly<Record<string, string>> | undefined): CallTelemetry;
  /** Counts an alert about any user. Never throws. */
  quotaAlert(alert: QuotaAlert): void;
  /** Counts an alert about a session whose prompts stay costlier than its cached history. Never throws. */
  promptCostAlert(): void;
  /** Counts a prompt that was built. Never throws. */
  promptBuilt(usage: TokenUsage): void;
  /** Counts a check that found the audit log damaged. Never throws. */
  auditDamaged(): void;
  /** Never throws. */
  lifecycle(event: LifecycleEvent): void;
  /** Reports the present state of the outbox. Never throws. */
  outbox(gauges: OutboxGauges): void;
  /** Counts a call that never began, so that it has no trace to end; `method` is as in startCall. Never throws. */
  callRefused(method: string, cause: RefusalCause): void;
  /** Counts a call that was refused because its caller reached a limit. Never throws. */
  callerLimited(by: LimitedBy, measure: LimitMeasure): void;
  /** Counts a refused credential or call, or a key that is used from a new address. Never throws. */
  securityEvent(kind: SecurityEventKind): void;
  /** Counts a read or write of a shared cache. Never throws. */
  cacheCall(cache: CacheName, outcome: CacheOutcome): void;
  /** Counts a preparation of a prompt. Never throws. */
  promptPreparation(outcome: PreparationOutcome): void;
  /** Counts a second look. Never throws. */
  secondLook(outcome: SecondLookOutcome): void;
  /** Counts a read of a store that has a standby. Never throws. */
  standbyRead(outcome: StandbyReadOutcome): void;
  /** Counts a commit to a store that servers share. Never throws. */
  storeCommit(outcome: CommitOutcome): void;
  /** Returns the latencies of calls since the start that have a target, without those that failed through the caller's fault. */
  latencyReport(filter: LatencyFilter): readonly LatencyReportRow[];
  eventLoopDelay(): EventLoopDelay;
  /** Sends what is buffered and ends. The same promise when asked again. */
  close(): Promise<void>;
}
