import { DATE_FADE_DAYS, DAYS_BEFORE_COUNT } from '../../policy/score-weights.ts';

/** A stretch of time, from the first millisecond to before the last. */
export type Period = { readonly fromMs: number; readonly toMs: number };

const DAY_MS = 24 * 3600 * 1000;

/** How close a time is to the closest of the periods: 1 within, fading out over the days around; those before count more. */
export function dateCloseness(periods: readonly Period[], timeMs: number): number {
  let closest = 0;
  for (const { fromMs, toMs } of periods) {
    const gapMs = timeMs < fromMs ? DAYS_BEFORE_COUNT * (fromMs - timeMs) : Math.max(0, timeMs - toMs);
    closest = Math.max(closest, 1 - Math.floor(gapMs / DAY_MS) / DATE_FADE_DAYS);
  }
  return closest;
}
