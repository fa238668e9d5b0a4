/** How alerts are kept and delivered. */
import { DAY_MS } from './calendar.ts';

/** So long they are kept. */
export const ALERT_TTL_MS = 30 * DAY_MS;

export const ALERTING = {
  /** Alerts that are read at a time. */
  pageSize: 100,
  /** Users whose quotas are looked at in one step after those of their tenant were set. */
  roundUsers: 20,
} as const;
