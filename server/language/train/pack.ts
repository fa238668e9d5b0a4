/** Packs a fit into bytes. */
import type { GroupHeader, ModelHeader } from '../engine/table.ts';
import type { Calibration } from './figures.ts';
import type { Fit } from './logistic.ts';
import type { Rows } from './rows.ts';

export type NamedFit = { readonly name: string; readonly fit: Fit; readonly calibration: Calibration };

/** Weights are scaled to -127 to 127, the symmetric range of int8. */
const MOST = 127;
/** The factor that rounds numbers in a header to five decimals. */
const DECIMALS = 1e5;

export function packGroup(
  name: string,
  bits: number,
  rows: Rows,
  fits: readonly NamedFit[],
): { readonly header: GroupHeader; readonly weights: Int8Array } {
  const weights = new Int8Array(fits.length << bits);
  const models = fits.map(({ name: model, fit, calibration }, at): ModelHeader => {
    const own = fit.weights.map((weight, column) => weight * rows.rarity[column]!);
    const scale =
      Math.max(
        1e-9,
        own.reduce((most, weight) => Math.max(most, Math.abs(weight)), 0),
      ) / MOST;
    own.forEach((weight, column) => {
      weights[rows.buckets[column]! * fits.length + at] = Math.round(weight / scale);
    });
    return {
      name: model,
      scale,
      bias: shortened(fit.bias),
      dense: [...fit.dense].map(shortened),
      calibration: { a: shortened(calibration.a), b: shortened(calibration.b) },
    };
  });
  return { header: { name, bits, models }, weights };
}

const shortened = (number: number): number => Math.round(number * DECIMALS) / DECIMALS;
