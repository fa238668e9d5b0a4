/** Scores a part of a turn with a group's models. */
import type { SpanFeatures } from './features.ts';
import type { Group } from './table.ts';

/**
 * Returns one logit per model: the larger, the more probable. The loops go by index, since an iterator makes an object of each hash: hashes
 * are too large for small integers.
 */
export function logitsOf({ bits, models, weights }: Group, { grams, dense }: SpanFeatures): Float64Array {
  const mask = (1 << bits) - 1;
  const width = models.length;
  const sums = new Float64Array(width);
  const counts = new Int32Array(width);
  for (const list of grams) {
    if (list.length === 0) continue;
    counts.fill(0);
    for (let at = 0; at < list.length; at++) {
      const row = (list[at]! & mask) * width;
      for (let model = 0; model < width; model++) counts[model]! += weights[row + model]!;
    }
    const weight = 1 / Math.sqrt(list.length);
    for (let model = 0; model < width; model++) sums[model]! += counts[model]! * weight;
  }
  for (let model = 0; model < width; model++) {
    const { scale, bias, dense: denseWeights } = models[model]!;
    let logit = sums[model]! * scale + bias;
    for (let index = 0; index < dense.length; index++) logit += dense[index]! * denseWeights[index]!;
    sums[model] = logit;
  }
  return sums;
}

export function probabilityOf({ a, b }: { readonly a: number; readonly b: number }, logit: number): number {
  return 1 / (1 + Math.exp(-(a * logit + b)));
}
