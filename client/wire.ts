/** The messages and enum values of the contract, which the full calls take and return. */
export {
  BlockKind,
  CountKind,
  Degradation,
  DiscardableKind,
  OmitReason,
  PromptFormat,
  ShiftRule,
} from '../proto/gen/recorda/v1/context.ts';
export type {
  AppendTurnsRequest,
  AppendTurnsResponse,
  AssembleContextRequest,
  AssembleContextResponse,
  ContextBlock,
  PromptExtra,
  Segment,
  SystemPrompt,
  ToolCall,
  ToolResult,
  TopicShift,
  Turn,
  WatchSessionResponse,
} from '../proto/gen/recorda/v1/context.ts';
export { ErrorReason } from '../proto/gen/recorda/v1/error_reason.ts';
export type { Error as PartialError } from '../proto/gen/recorda/v1/error_reason.ts';
export { AlertKind, AlertLevel, QuotaMeasure, QuotaName, QuotaOrigin, Tier } from '../proto/gen/recorda/v1/limits.ts';
export type {
  Alert,
  CostLine,
  EffectiveQuota,
  EstimateCostResponse,
  GetQuotaResponse,
  GetUsageResponse,
  ListAlertsResponse,
  ListUsageResponse,
  OverQuota,
  QuotaSetting,
  ServerLimit,
  SetQuotaResponse,
  SetTierResponse,
  TypeUsage,
  UserUsage,
  WatchAlertsResponse,
} from '../proto/gen/recorda/v1/limits.ts';
export type { ArchivedMemory, ListArchiveResponse, RestoreArchivedResponse } from '../proto/gen/recorda/v1/archive.ts';
export { ArchiveReason, SleepPhase } from '../proto/gen/recorda/v1/retention.ts';
export type {
  DueMemory,
  ExplainImportanceResponse,
  RetentionRule,
  RunRetentionResponse,
  RunSleepCycleResponse,
} from '../proto/gen/recorda/v1/retention.ts';
export { DeadLetterReason, IndexState } from '../proto/gen/recorda/v1/outbox.ts';
export type {
  GetOutboxResponse,
  ListOutboxDeadLettersResponse,
  OutboxDeadLetter,
  ReplayOutboxDeadLettersResponse,
} from '../proto/gen/recorda/v1/outbox.ts';
export {
  AddOperation,
  AutoPrune,
  MemoryView,
  RetrieveOrder,
  TraverseDirection,
} from '../proto/gen/recorda/v1/memory.ts';
export type {
  AddMemoryRequest,
  AddMemoryResponse,
  Archival,
  BatchAddMemoriesRequest,
  BatchAddMemoriesResponse,
  BatchAddResult,
  DeleteMemoryRequest,
  DeleteMemoryResponse,
  EndTaskRequest,
  EndTaskResponse,
  EntityName,
  EntityNeighbors,
  EntityStart,
  GetMemoryRequest,
  GetMemoryResponse,
  ListMemoriesRequest,
  ListMemoriesResponse,
  QuotaRemaining,
  ReachedEntity,
  RetrievalDone,
  RetrievedMemory,
  RetrieveMemoriesRequest,
  RetrieveMemoriesResponse,
  SignalShare,
  StreamRetrieveMemoriesRequest,
  StreamRetrieveMemoriesResponse,
  TraverseEntitiesRequest,
  TraverseEntitiesResponse,
  TypeReport,
  UpdateMemoryRequest,
  UpdateMemoryResponse,
} from '../proto/gen/recorda/v1/memory.ts';
export { MemoryType, Role } from '../proto/gen/recorda/v1/resources.ts';
export type {
  Entity,
  EntityVersion,
  Memory,
  Relationship,
  Scope,
  SessionMessage,
  TextMemory,
  WorkingEntry,
} from '../proto/gen/recorda/v1/resources.ts';
export type { GetLatencyReportRequest, GetLatencyReportResponse, LatencyRow } from '../proto/gen/recorda/v1/admin.ts';
