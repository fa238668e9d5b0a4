import type { Period } from '../../domain/text/periods.ts';
import { DAY_MS } from '../../policy/calendar.ts';
import { DATE_FADE_DAYS, DAYS_BEFORE_COUNT } from '../../policy/score-weights.ts';

/** How close each time is to the closest of the periods. */
export function dateCloseness(periods: readonly Period[], times: Float64Array, slots: number, out: Float32Array): void {
  for (let slot = 0; slot < slots; slot++) out[slot] = closeness(periods, times[slot] as number);
}

/** 1 within a period, fading out over the days around; those before count more. */
export function closeness(periods: readonly Period[], timeMs: number): number {
  let closest = 0;
  for (const { fromMs, toMs } of periods) {
    const gapDays = timeMs < fromMs ? DAYS_BEFORE_COUNT * days(fromMs - timeMs) : days(timeMs - toMs);
    closest = Math.max(closest, 1 - gapDays / DATE_FADE_DAYS);
  }
  return closest;
}

/** Begun days, none for less than nothing. */
function days(spanMs: number): number {
  return Math.max(0, Math.ceil(spanMs / DAY_MS));
}
