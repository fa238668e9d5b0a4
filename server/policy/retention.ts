/** How long things are kept. */
import { byRetiredType, type RetiredType } from './memory-types.ts';

export type { RetiredType } from './memory-types.ts';

const SECOND = 1000;
const HOUR = 3600 * SECOND;

/** A session's messages go this long after its last one. */
export const SHORT_TERM_TTL_MS = 3600 * SECOND;

/** For so long a repeated request id gets the first answer. */
export const REQUEST_ID_TTL_MS = 24 * HOUR;

/** Turns that left their session's window stay findable for so long after they were appended. */
export const DAY_MS = 24 * HOUR;
export const RECALL_MS = 90 * DAY_MS;
export const MOST_RECALL_DAYS = 3650;

/** How often expired rows are swept; reads never show them in between. */
export const SWEEP_INTERVAL_MS = 60 * SECOND;

/** The change log's followers may lag so long. */
export const CHANGE_LOG_TTL_MS = 7 * 24 * HOUR;

/**
 * Working memory ends with its task, short-term memory with its session; persona and entities stay for good; facts, turns, summaries
 * and discardables go as the Context service says. What is listed here is archived.
 */
export const ARCHIVED_AFTER_DAYS = byRetiredType(({ afterDays }) => afterDays);
export const RETIRED_TYPES = Object.keys(ARCHIVED_AFTER_DAYS) as readonly RetiredType[];

/** What a tenant may set instead. */
export const ARCHIVED_AFTER_BOUNDS = byRetiredType(({ leastDays, mostDays }) => ({ least: leastDays, most: mostDays }));
