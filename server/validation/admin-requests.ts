/** The form of every request of AdminService. */
import { z } from 'zod';
import { ALERT_LEVELS } from '../domain/decide/alerts.ts';
import { MEMORY_TYPES, QUOTA_NAMES } from '../domain/memory.ts';
import { HORIZON_DAYS } from '../policy/costs.ts';
import { LIMITS } from '../policy/limits.ts';
import { QUOTA_RANGE, TIER_NAMES } from '../policy/tiers.ts';
import { enumValue, identifier, integer, listOf } from './fields.ts';

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
});

export const setQuotaRequest = z.object({
  userId: identifier,
  quotas: listOf(quotaSetting)
    .refine((quotas) => quotas.length > 0, { error: 'is empty; name what to set' })
    .refine((quotas) => new Set(quotas.map(({ name }) => name)).size === quotas.length, {
      error: 'has a name twice',
    }),
});

export const getUsageRequest = z.object({ userId: identifier, agentId: identifier });

export const listUsageRequest = z.object({ pageSize });

export const estimateCostRequest = z.object({ userId: identifier, horizonDays: integer(0, HORIZON_DAYS.most) });

const alertLevel = enumValue('ALERT_LEVEL', ALERT_LEVELS, 'unset');

export const listAlertsRequest = z.object({
  userId: identifier,
  level: alertLevel,
  name: quotaName('unset'),
  pageSize,
});

export const watchAlertsRequest = z.object({ userId: identifier, level: alertLevel });
