/** Sizes, times and the calendar, in which the other numbers are written; and what the machine has. */
import { totalmem } from 'node:os';

/** Sizes in bytes. */
export const KB = 1024;
export const MB = 1024 * KB;
export const GB = 1024 * MB;

/** The calendar, as questions read it: roughly where they are rough. */
export const SECOND_MS = 1000;
export const MINUTE_MS = 60 * SECOND_MS;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;
export const DAYS_A_WEEK = 7;
export const MONTHS_A_YEAR = 12;
export const MONTHS_A_SEASON = 3;
export const SEASONS = 4;
export const MONTHS_A_QUARTER = 3;
export const MONTHS_A_HALF = 6;
/** The most between two years that have a 29th of February (2096 and 2104). */
export const LEAP_YEARS = 8;

/** Spring begins in March on the northern half of the Earth. From 0 for January. */
export const FIRST_SEASON_MONTH = 2;

export const UNIT_DAYS = { day: 1, week: 7, weekend: 7, month: 30, quarter: 91, year: 365 } as const;

/** Nanoseconds of a millisecond. */
export const MS_NANOS = 1e6;

/** What this process may use: the container's limit, or the machine's memory. */
export function machineBytes(): number {
  const limit = process.constrainedMemory();
  return limit > 0 ? Math.min(limit, totalmem()) : totalmem();
}
