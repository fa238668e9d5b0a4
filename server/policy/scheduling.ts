/** When what runs by itself runs: patterns as cron has them, minute, hour, day, month, weekday. */
import { DAY_MS, SECOND_MS } from './calendar.ts';

export const SCHEDULE = {
  zone: 'UTC',
  episodic: '0 2 * * *',
  longTerm: '0 3 * * 0',
  structured: '30 3 * * 0',
  sleepCycle: '0 4 * * *',
  /** Before the backups, which are not to be of a damaged store. */
  check: '30 0 * * *',
} as const;

export const SCHEDULING = {
  /** How often it is looked whether something is due. */
  tickMs: 20 * SECOND_MS,
  /** How often metrics of what is kept are told. */
  tellMs: 300 * SECOND_MS,
  /** A last run further in the future than this was noted by a clock that was wrong. */
  skewMs: DAY_MS,
  /** After a run that failed. */
  retryMs: 600 * SECOND_MS,
} as const;
