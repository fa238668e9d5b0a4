/** Units of size and time, the calendar, and the machine's memory, in which other settings are expressed. */
import { totalmem } from 'node:os';

/** Sizes in bytes. */
export const KB = 1024;
export const MB = 1024 * KB;
export const GB = 1024 * MB;

/** The calendar as questions use it: approximate where they are. */
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
/** The largest number of years between two years with a 29th of February (2096 and 2104). */
export const LEAP_YEARS = 8;

/** Spring begins in March in the northern hemisphere; 0 is January. */
export const FIRST_SEASON_MONTH = 2;

export const UNIT_DAYS = { day: 1, week: 7, weekend: 7, month: 30, quarter: 91, year: 365 } as const;

/** The first year of the century to which two-digit years belong. */
export const CENTURY = 2000;

/**
 * Returns its day in UTC, by the Gregorian computus as J.-M. Oudin gives it (1940; "Explanatory Supplement to the Astronomical Almanac",
 * 1992, 12.9).
 */
export function easterSunday(year: number): number {
  const century = Math.floor(year / 100);
  const golden = year % 19;
  const correction = Math.floor((century - 17) / 25);
  let moon = (century - Math.floor(century / 4) - Math.floor((century - correction) / 3) + 19 * golden + 15) % 30;
  const late = Math.floor(moon / 28);
  moon -= late * (1 - late * Math.floor(29 / (moon + 1)) * Math.floor((21 - golden) / 11));
  const weekday = (year + Math.floor(year / 4) + moon + 2 - century + Math.floor(century / 4)) % DAYS_A_WEEK;
  const fromMarch = moon - weekday;
  const month = 3 + Math.floor((fromMarch + 40) / 44);
  return Date.UTC(year, month - 1, fromMarch + 28 - 31 * Math.floor(month / 4));
}

/** The nanoseconds in a millisecond. */
export const MS_NANOS = 1e6;

/** Returns the memory that this process may use: the container's limit, or the machine's memory. */
export function machineBytes(): number {
  const limit = process.constrainedMemory();
  return limit > 0 ? Math.min(limit, totalmem()) : totalmem();
}
