/** How alerts are kept and delivered. */
import type { Measure } from '../domain/decide/alerts.ts';
import type { QuotaName } from '../domain/memory.ts';
import { DAY_MS } from './calendar.ts';
import { byType } from './memory-types.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;

/** The measures of each quota that raise alerts unless somebody switches them. */
export const RAISES_ALERTS: Readonly<Record<QuotaName, readonly Measure[]>> = {
  ...byType(({ raisesAlerts }) => raisesAlerts),
  RELATIONSHIP: ['COUNT', 'BYTES'],
  RECALL: [],
  FACT: ['COUNT', 'BYTES'],
  SESSION: [],
  REQUEST_ID: [],
};

/** So long they are kept. */
export const ALERT_TTL_MS = 30 * DAY_MS;

export const ALERTING = {
  /** Alerts that are read at a time. */
  pageSize: 100,
  /** Following them that broke off is begun again after so long. */
  retryMs: 2 * SECOND,
  /** Users whose quotas are looked at in one step after those of their tenant were set. */
  roundUsers: 20,
} as const;

export type WebhookPolicy = {
  /** Tries of one alert after the first. */
  readonly retries: number;
  /** Before the first retry; doubled with each, up to the last. */
  readonly firstDelayMs: number;
  readonly lastDelayMs: number;
  /** Of one try. */
  readonly timeoutMs: number;
  /** Alerts that may wait; beyond them the oldest are not delivered. */
  readonly backlog: number;
};

/** Some ten minutes in all for one alert. */
export const WEBHOOK: WebhookPolicy = {
  retries: 10,
  firstDelayMs: 1 * SECOND,
  lastDelayMs: 5 * MINUTE,
  timeoutMs: 10 * SECOND,
  backlog: 1000,
};
