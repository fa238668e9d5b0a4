/** The guard before texts are taken for the same: domain/same-meaning.ts. */

/** Longer texts, in UTF-16 units, are the same only where they are equal. */
export const COMPARED_UNITS = 4000;

/** What words for numbers and hours count by. */
export const COUNTING = { hundred: 100, thousand: 1000, halfDayHours: 12 } as const;
