/** Schemas of every request of AdminService. */
import { z } from 'zod';
import { ALERT_KINDS } from '../domain/accounts.ts';
import { ALERT_LEVELS } from '../domain/decide/alerts.ts';
import { MEMORY_TYPES, QUOTA_NAMES } from '../domain/memory.ts';
import { HORIZON_DAYS, LIMITS, QUOTA_RANGE, TIER_NAMES } from '../policy/limits.ts';
import { BACKUP_SETS, ARCHIVED_AFTER_BOUNDS, RETIRED_TYPES, ARCHIVING } from '../policy/lifecycle.ts';
import { boundedText, enumValue, identifier, integer, listOf, requiredIdentifier, timestamp } from './fields.ts';

export const getLatencyReportRequest = z.object({
  types: listOf(enumValue('MEMORY_TYPE', MEMORY_TYPES, 'required')),
  operations: listOf(identifier),
});

export const reembedRequest = z.object({});

const quotaName = (unset: 'unset' | 'required') => enumValue('QUOTA_NAME', QUOTA_NAMES, unset);
const pageSize = integer(0, LIMITS.pageSize);

export const getQuotaRequest = z.object({ userId: identifier });

export const setTierRequest = z.object({ userId: identifier, tier: enumValue('TIER', TIER_NAMES, 'unset') });

const quotaSetting = z.object({
  name: quotaName('required'),
  maxCount: integer(0, QUOTA_RANGE.count).optional(),
  maxBytes: integer(0, QUOTA_RANGE.bytes).optional(),
  alerts: z.boolean().optional(),
});

export const setQuotaRequest = z.object({
  userId: identifier,
  quotas: listOf(quotaSetting)
    .refine((quotas) => quotas.length > 0, { error: 'is empty; name what to set' })
    .refine((quotas) => new Set(quotas.map(({ name }) => name)).size === quotas.length, {
      error: 'lists a name more than once',
    }),
});

export const getUsageRequest = z.object({ userId: identifier, agentId: identifier });

export const listUsageRequest = z.object({ pageSize });

export const estimateCostRequest = z.object({ userId: identifier, horizonDays: integer(0, HORIZON_DAYS.most) });

const alertKind = enumValue('ALERT_KIND', ALERT_KINDS, 'unset');
const alertLevel = enumValue('ALERT_LEVEL', ALERT_LEVELS, 'unset');

export const listAlertsRequest = z.object({
  userId: identifier,
  level: alertLevel,
  name: quotaName('unset'),
  kind: alertKind,
  pageSize,
});

export const watchAlertsRequest = z.object({ userId: identifier, level: alertLevel, kind: alertKind });

const retiredType = (unset: 'unset' | 'required') => enumValue('MEMORY_TYPE', RETIRED_TYPES, unset);

export const getRetentionRequest = z.object({});

export const listLifecycleRunsRequest = z.object({});

export const setRetentionRequest = z
  .object({ type: retiredType('required'), days: z.number() })
  .superRefine(({ type, days }, context) => {
    const bounds = RETIRED_TYPES.find((name) => type === `MEMORY_TYPE_${name}`);
    if (bounds === undefined || days === 0) return;
    const { least, most } = ARCHIVED_AFTER_BOUNDS[bounds];
    if (Number.isInteger(days) && days >= least && days <= most) return;
    const message = `must be a whole number of days from ${least} to ${most}, or 0 for the default`;
    context.addIssue({ code: 'custom', message, path: ['days'] });
  });

export const runRetentionRequest = z.object({ type: retiredType('unset') });

export const runSleepCycleRequest = z.object({ userId: identifier, agentId: identifier.optional() });

export const explainImportanceRequest = z.object({ userId: requiredIdentifier, id: requiredIdentifier });

export const listArchiveRequest = z.object({
  userId: requiredIdentifier,
  type: retiredType('unset'),
  filter: boundedText(LIMITS.filterBytes),
  pageSize,
});

export const restoreArchivedRequest = z.object({
  userId: requiredIdentifier,
  ids: listOf(requiredIdentifier, ARCHIVING.restoredInOneCall).refine((ids) => ids.length > 0, {
    error: 'is empty; name what to restore',
  }),
});

const backupSets = Object.keys(BACKUP_SETS);

export const createBackupRequest = z.object({ set: enumValue('BACKUP_SET', backupSets, 'required') });

export const listBackupsRequest = z.object({});

/** The name of a backup in cold storage. */
const backupId = z.string().regex(/^([a-z0-9][a-z0-9-]{0,127})?$/, 'is not the id of a backup; ListBackups lists them');

export const verifyBackupRequest = z.object({ id: backupId.refine((id) => id !== '', { error: 'is required' }) });

export const rotateMasterKeyRequest = z.object({ force: z.boolean() });

/** The id of a master key. */
const masterKeyId = z
  .string()
  .regex(/^[\x21-\x7e]{1,200}$/, 'is not the id of a master key; RotateMasterKey lists them');

export const retireMasterKeyRequest = z.object({ keyId: masterKeyId, force: z.boolean() });

export const restoreBackupRequest = z
  .object({ id: backupId, time: timestamp, userId: identifier })
  .refine(({ id, time }) => id === '' || time === undefined, {
    error: 'cannot be combined with id; send one of them',
    path: ['time'],
  });
