import type { Period } from '../../domain/text/periods.ts';
import { DAY_MS } from '../../policy/units.ts';
import { DATE_FADE_DAYS, DAYS_BEFORE_COUNT } from '../../policy/score-weights.ts';
import { kernelSpace } from '../../kernel/kernel-memory.ts';

/**
 * Writes how close each time is to the closest of the periods: 1 within it, fading out over the days around it, faster before it.
 * `times`, doubles, and `out`, zero before, are addresses of columns in the kernel's memory.
 */
export function dateCloseness(periods: readonly Period[], times: number, slots: number, out: number): void {
  const { functions } = kernelSpace();
  for (const { fromMs, toMs } of periods) {
    functions.closest(times, fromMs, toMs, DAY_MS, DATE_FADE_DAYS, DAYS_BEFORE_COUNT, slots + (slots % 2), out);
  }
}
