/** The day of a fact as its line in a prompt has it: as short as it can be without being mistaken for another. */
import { FACT_DAY_YEAR_MS } from '../../policy/facts.ts';

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const;

/** In UTC, as days of recalled turns: `12 Nov`; with its year from FACT_DAY_YEAR_MS on, and where it is still to come. */
export function factDay(timeMs: number, nowMs: number): string {
  const at = new Date(timeMs);
  const day = `${at.getUTCDate()} ${MONTHS[at.getUTCMonth()]}`;
  const ageMs = nowMs - timeMs;
  return ageMs >= 0 && ageMs < FACT_DAY_YEAR_MS ? day : `${day} ${at.getUTCFullYear()}`;
}
