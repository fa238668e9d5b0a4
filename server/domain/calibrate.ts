import { CALIBRATIONS, UNCALIBRATED, type Calibration } from '../policy/similarity.ts';

/** The similarity, 0 to 1, that a raw cosine of this embedder stands for: piecewise linear, never falling. */
export function calibratedSimilarity(embedderName: string, cosine: number): number {
  return interpolate(CALIBRATIONS[embedderName] ?? UNCALIBRATED, Number.isNaN(cosine) ? 0 : cosine);
}

/** Piecewise linear between the points, flat outside. */
export function interpolate(points: Calibration, raw: number): number {
  let [beforeRaw, before] = points[0] ?? [0, 0];
  if (raw <= beforeRaw) return before;
  for (const [afterRaw, after] of points) {
    if (raw <= afterRaw) return before + ((raw - beforeRaw) / (afterRaw - beforeRaw)) * (after - before);
    [beforeRaw, before] = [afterRaw, after];
  }
  return before;
}
