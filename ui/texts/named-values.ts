/** The values of the contract for which pages have names. */
import type { AuditAction, AuditFault } from '../../proto/gen/recorda/v1/audit.ts';
import type { BackupSet } from '../../proto/gen/recorda/v1/backup.ts';
import type {
  BlockKind,
  BlockStability,
  CountKind,
  Degradation,
  IncludeReason,
  OmitReason,
  PromptFormat,
} from '../../proto/gen/recorda/v1/context.ts';
import type {
  FactConfidence,
  FactDomain,
  FactEvent_Kind,
  FactSource,
  FactState,
} from '../../proto/gen/recorda/v1/facts.ts';
import type {
  AlertKind,
  AlertLevel,
  QuotaMeasure,
  QuotaName,
  QuotaOrigin,
  Tier,
} from '../../proto/gen/recorda/v1/limits.ts';
import type { DeadLetterReason } from '../../proto/gen/recorda/v1/outbox.ts';
import type { EpisodeOutcome, MemoryType, Role, Source } from '../../proto/gen/recorda/v1/resources.ts';
import type { ArchiveReason, LifecycleRunKind, SleepPhase } from '../../proto/gen/recorda/v1/retention.ts';
import type { CallerAccess, CallerRole } from '../../proto/gen/recorda/v1/server_info.ts';
import type { ChangeOperation } from '../../proto/gen/recorda/v1/memory.ts';

type Value =
  | AlertKind
  | AlertLevel
  | ArchiveReason
  | AuditAction
  | AuditFault
  | BackupSet
  | BlockKind
  | BlockStability
  | CallerAccess
  | CallerRole
  | ChangeOperation
  | CountKind
  | DeadLetterReason
  | Degradation
  | EpisodeOutcome
  | FactConfidence
  | FactDomain
  | FactEvent_Kind
  | FactSource
  | FactState
  | IncludeReason
  | LifecycleRunKind
  | MemoryType
  | OmitReason
  | PromptFormat
  | QuotaMeasure
  | QuotaName
  | QuotaOrigin
  | Role
  | SleepPhase
  | Source
  | Tier;

/** No value is ever sent as unspecified: it is left out instead. */
export type NamedValue =
  | Exclude<Value, 'UNRECOGNIZED' | `${string}UNSPECIFIED`>
  | 'resolved'
  // What the checks of backends are for.
  | 'short_term'
  | 'working'
  | 'caches'
  | 'episodic, entity'
  | 'long_term'
  | 'cold storage'
  | 'user keys'
  | 'API keys'
  | 'identity provider'
  | 'model prices'
  // The lines of a segment's summary.
  | 'topic'
  | 'discussed'
  | 'outcome'
  | 'decisions'
  | 'open_questions'
  // What a past run did, and how it ended.
  | 'due'
  | 'archived'
  | 'weighed'
  | 'graduated'
  | 'merged'
  | 'users'
  | 'lines'
  | 'bytes'
  | 'faults'
  | 'restored'
  | 'removed'
  | 'CANCELLED'
  // What the importance of a memory is made of.
  | 'recency'
  | 'frequency'
  | 'centrality'
  | 'reflection'
  | 'stability'
  // Fields that a search inferred.
  | 'event_time'
  | 'session_id'
  // What is paid for, and a unit of it.
  | 'vector_store'
  | 'graph'
  | 'disk'
  | '1,000 nodes'
  // Objects and causes in the audit log.
  | 'SUBJECT_USE'
  | 'SUBJECT_DESTROY'
  | 'SUBJECT_DISCARDABLE'
  | 'SUBJECT_TURN'
  | 'SUBJECT_PLAN'
  | 'SUBJECT_ROW'
  | 'SUBJECT_COLLECTION'
  | 'SUBJECT_ANSWER'
  | 'SUBJECT_SYSTEM_PROMPT'
  | 'SUBJECT_CREDENTIAL'
  | 'SUBJECT_LOCK_OUT'
  | 'SUBJECT_PERMISSION'
  | 'SUBJECT_LIMIT'
  | 'WHY_CALL'
  | 'WHY_ROOM'
  | 'WHY_EXPIRY'
  | 'WHY_IMPORT'
  | 'WHY_ERASURE'
  | 'WHY_SERVER'
  // The signals of a score.
  | 'meaning'
  | 'own'
  | 'window'
  | 'wide'
  | 'coverage'
  | 'phrase'
  | 'information'
  | 'speaker'
  | 'date'
  | 'session'
  | 'when'
  | 'where'
  | 'title'
  | 'limit';
