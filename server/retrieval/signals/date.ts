import type { Period } from '../../domain/dates/periods.ts';
import { DAY_MS } from '../../policy/units.ts';
import { DATE_FADE_DAYS, DAYS_BEFORE_COUNT } from '../../policy/score-weights.ts';
import type { Address } from '../../kernel/address.ts';
import { kernelSpace } from '../../kernel/kernel-memory.ts';
import { record } from '../../kernel/records.ts';

/**
 * Writes how close each time is to the closest of the periods: 1 within it, fading out over the days around it, faster before it.
 * `times`, doubles, and `out`, zero before, are addresses of columns in the kernel's memory.
 */
export function dateCloseness(periods: readonly Period[], times: Address, slots: number, out: Address): void {
  const { functions } = kernelSpace();
  for (const { fromMs, toMs } of periods) {
    const fading = { day: DAY_MS, fade: DATE_FADE_DAYS, hurry: DAYS_BEFORE_COUNT };
    functions.closest(times, slots + (slots % 2), record('period', { from: fromMs, to: toMs, ...fading }), out);
  }
}
