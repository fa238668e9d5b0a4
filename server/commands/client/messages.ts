/** The messages that client commands print, by the contract's names. */
import { GetLatencyReportResponse } from '../../../proto/gen/recorda/v1/admin.ts';
import { ArchivedMemory, RestoreArchivedResponse } from '../../../proto/gen/recorda/v1/archive.ts';
import { AuditEvent, VerifyAuditResponse } from '../../../proto/gen/recorda/v1/audit.ts';
import {
  Backup,
  CreateBackupResponse,
  RestoreBackupResponse,
  VerifyBackupResponse,
} from '../../../proto/gen/recorda/v1/backup.ts';
import {
  AssembleContextResponse,
  EndSessionResponse,
  Session,
  SessionTurn,
} from '../../../proto/gen/recorda/v1/context.ts';
import { AddFactResponse, Fact, RereadFact } from '../../../proto/gen/recorda/v1/facts.ts';
import {
  Alert,
  GetQuotaResponse,
  GetUsageResponse,
  SetQuotaResponse,
  SetTierResponse,
} from '../../../proto/gen/recorda/v1/limits.ts';
import {
  AddMemoryResponse,
  DeleteMemoryResponse,
  MemoryChange,
  RetrievedMemory,
} from '../../../proto/gen/recorda/v1/memory.ts';
import { RetireMasterKeyResponse, RotateMasterKeyResponse } from '../../../proto/gen/recorda/v1/master_key.ts';
import { Memory } from '../../../proto/gen/recorda/v1/resources.ts';
import { RetentionRule, RunRetentionResponse, RunSleepCycleResponse } from '../../../proto/gen/recorda/v1/retention.ts';
import { MintTokenResponse } from '../../../proto/gen/recorda/v1/tokens.ts';
import { DeleteUserDataResponse } from '../../../proto/gen/recorda/v1/user_data.ts';

export const MESSAGES = {
  AddFactResponse,
  AddMemoryResponse,
  Alert,
  ArchivedMemory,
  AssembleContextResponse,
  AuditEvent,
  Backup,
  CreateBackupResponse,
  DeleteMemoryResponse,
  DeleteUserDataResponse,
  EndSessionResponse,
  Fact,
  GetLatencyReportResponse,
  GetQuotaResponse,
  GetUsageResponse,
  Memory,
  MemoryChange,
  MintTokenResponse,
  RereadFact,
  RestoreArchivedResponse,
  RestoreBackupResponse,
  RetireMasterKeyResponse,
  RetentionRule,
  RetrievedMemory,
  RotateMasterKeyResponse,
  RunRetentionResponse,
  RunSleepCycleResponse,
  Session,
  SessionTurn,
  SetQuotaResponse,
  SetTierResponse,
  VerifyAuditResponse,
  VerifyBackupResponse,
} as const;

export type MessageName = keyof typeof MESSAGES;
export type Message<N extends MessageName> = ReturnType<(typeof MESSAGES)[N]['decode']>;
