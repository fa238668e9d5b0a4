/** Formats the day of a fact for its line in a prompt, as short as possible without being ambiguous. */
import { FACT_DAY_YEAR_MS } from '../../policy/facts.ts';

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const;

/**
 * Returns the day in UTC, like the days of recalled turns: `12 Nov`; with its year if it is at least FACT_DAY_YEAR_MS old or in the
 * future.
 */
export function factDay(timeMs: number, nowMs: number): string {
  const at = new Date(timeMs);
  const day = `${at.getUTCDate()} ${MONTHS[at.getUTCMonth()]}`;
  const ageMs = nowMs - timeMs;
  return ageMs >= 0 && ageMs < FACT_DAY_YEAR_MS ? day : `${day} ${at.getUTCFullYear()}`;
}
