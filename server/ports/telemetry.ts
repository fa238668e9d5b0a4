/**
 * What the server reports about itself. The pipeline starts a trace for each call and ends it with what became of it;
 * backends start spans under it. Never content: no text, key, query, filter or user id goes through here.
 */
import type { RecordaError } from '../domain/errors.ts';
import type { ArchiveReason } from '../domain/archived.ts';
import type { FactState } from '../domain/facts/fact-state.ts';
import type { TokenUsage } from '../domain/context/usage.ts';
import type { BackupSet } from '../policy/lifecycle.ts';
import type { MemoryType, QuotaName } from '../domain/memory.ts';
import type { ContextStore, FactStore } from './context.ts';

/** Structured logs. `fields` never hold content of memories or queries. */
export interface Log {
  debug(fields: object, message: string): void;
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

/** Says nothing: what an embedded user gets. */
export const silentLog: Log = { debug() {}, info() {}, warn() {}, error() {} };

/** The numbers of one backend call. */
export type StoreCallEnd = { readonly recordCount?: number; readonly error?: unknown };

/** A span under a call's. */
export interface StoreSpan {
  /** Once. */
  end(outcome: StoreCallEnd): void;
}

/** A call's own span, as backends see it: `CallContext.trace`. */
export interface CallTrace {
  /** Starts the span of one port call, for example `sqlite retrieve long_term`; undefined where nobody traces. */
  startStoreCall(operation: StoreOperation, type: ObservedType, backend: string): StoreSpan | undefined;
}

/** The port methods, as spans name them. */
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

/** What a store keeps: memories of a type, conversations, what is known of users. */
export type ObservedType = MemoryType | 'SESSION' | 'FACT';

/** What became of a call. */
export type CallEnd = {
  /** The types it was about, each once; empty where that never became known. */
  readonly types: readonly MemoryType[];
  /** Where they live; several joined by `+`, in the order of types; '' where that never became known. */
  readonly backend: string;
  /** From the request's bytes to the answer's, without the time that a stream waited for its reader. */
  readonly latencyMs: number;
  /** Absent: no target holds for this call, so it is in no report. */
  readonly targetMs?: number | undefined;
  /** Memories found, or tried to create, change or delete. */
  readonly recordCount?: number | undefined;
  readonly error?: RecordaError | undefined;
};

/** A call under way. */
export interface CallTelemetry extends CallTrace {
  /** The use case begins: decoded, allowed and valid. Ends with the call. */
  startService(): void;
  /** Once, whatever became of it. Never throws. */
  end(outcome: CallEnd): void;
}

/** Which rows of the latency report; empty means all. */
export type LatencyFilter = { readonly types: readonly MemoryType[]; readonly operations: readonly string[] };

/** As LatencyRow of the contract. */
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

/** A quota that is nearly full. */
export type QuotaAlert = {
  readonly name: QuotaName;
  readonly measure: 'COUNT' | 'BYTES';
  readonly level: 'WARNING' | 'CRITICAL';
};

/** What an index of another machine lacks of long-term memory. */
export type OutboxGauges = {
  readonly waiting: number;
  readonly sent: number;
  readonly dead: number;
  /** The age of the oldest change that waits; 0 where none does. */
  readonly oldestAgeMs: number;
};

/** Caches that servers share, and what a look or a write came to: `failed` is as if it were empty. */
export type CacheName = 'embedding' | 'response';
export type CacheOutcome = 'hit' | 'miss' | 'failed';

/**
 * What became of making a session's next prompt ready after an append: it was; its prompt came; it did not, in time or before the next
 * append; it was left, since the last ones came to nothing.
 */
export type PreparationOutcome = 'prepared' | 'used' | 'unused' | 'withheld';

/**
 * What became of a second look at what a search found: taken; late, as vectors were not made in time; failed; unread, in a language that
 * the second embedder does not know.
 */
export type SecondLookOutcome = 'taken' | 'late' | 'failed' | 'unread';

/**
 * Why a call was refused before it began: its deadline could not be met any more, nobody more may wait, as many streams are open or as
 * many bytes of large requests are held as may be, or the request did not arrive.
 */
export type RefusalCause = 'deadline' | 'queue' | 'streams' | 'bytes' | 'arrival';

/** Whose limit a call reached, and which. */
export const LIMITED_BY = ['key', 'tenant', 'user'] as const;
export type LimitedBy = (typeof LIMITED_BY)[number];
export type LimitMeasure = 'calls_per_second' | 'calls_at_once' | 'bytes_per_second';

/**
 * Why a memory left its store, but for the archive: a caller deleted it, made room for another by auto-prune or by what a type does when
 * it is full, its time was over, its task ended, its user was erased.
 */
export const DELETE_REASONS = ['REQUEST', 'PRUNED', 'EVICTED', 'EXPIRED', 'TASK_ENDED', 'ERASED'] as const;
export type DeleteReason = (typeof DELETE_REASONS)[number];

/** What became of what is kept; of all users together. */
export type LifecycleEvent =
  | { readonly kind: 'ARCHIVED'; readonly type: MemoryType; readonly reason: ArchiveReason; readonly ageMs: number }
  | {
      readonly kind: 'DELETED';
      readonly type: MemoryType;
      readonly reason: DeleteReason;
      readonly count: number;
      /** The ages of those whose age is known. */
      readonly agesMs?: readonly number[];
    }
  | { readonly kind: 'STORED'; readonly type: QuotaName; readonly bytes: number }
  /** Of all users. */
  | { readonly kind: 'FACTS'; readonly state: FactState; readonly count: number }
  | { readonly kind: 'SLEPT'; readonly durationMs: number }
  /** How many backups of a set there are, and the age of the newest; where there is none, the age of this server. */
  | { readonly kind: 'BACKED_UP'; readonly set: BackupSet; readonly count: number; readonly ageMs: number }
  | { readonly kind: 'VERIFIED'; readonly ageMs: number }
  /** Changes are shipped to a standby from now on. `lagMs` is asked whenever metrics are collected, also while an attempt hangs. */
  | { readonly kind: 'SHIPPING'; readonly lagMs: () => number };

/** The delay of the main thread's event loop over the last ten seconds, in milliseconds: every call waits for it. */
export type EventLoopDelay = { readonly p50Ms: number; readonly p99Ms: number; readonly maxMs: number };

/** One per server. */
export interface Telemetry {
  /**
   * At the start of each call, before its bytes are decoded. `method` is like `recorda.v1.MemoryService/AddMemory`; `trace` is
   * `DoorCall.trace`. Never throws.
   */
  startCall(method: string, trace: Readonly<Record<string, string>> | undefined): CallTelemetry;
  /** Counts an alert about any user. Never throws. */
  quotaAlert(alert: QuotaAlert): void;
  /** Prompts of any session stay costlier than its cached history. Never throws. */
  promptCostAlert(): void;
  /** Counts a prompt that was built. Never throws. */
  promptBuilt(usage: TokenUsage): void;
  /** Counts a check that found the audit log damaged. Never throws. */
  auditDamaged(): void;
  /** Never throws. */
  lifecycle(event: LifecycleEvent): void;
  /** As it is now. Never throws. */
  outbox(gauges: OutboxGauges): void;
  /** Counts a call that never began, so that no trace of it is ended; `method` as in startCall. Never throws. */
  callRefused(method: string, cause: RefusalCause): void;
  /** Counts a call that was refused since its caller reached a limit. Never throws. */
  callerLimited(by: LimitedBy, measure: LimitMeasure): void;
  /** Never throws. */
  cacheCall(cache: CacheName, outcome: CacheOutcome): void;
  /** Never throws. */
  promptPreparation(outcome: PreparationOutcome): void;
  /** Never throws. */
  secondLook(outcome: SecondLookOutcome): void;
  /** Calls since the start that had a target, without those that failed by the caller's fault. */
  latencyReport(filter: LatencyFilter): readonly LatencyReportRow[];
  eventLoopDelay(): EventLoopDelay;
  /** Sends what is buffered and ends. The same promise when asked again. */
  close(): Promise<void>;
}
