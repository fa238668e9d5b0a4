import { CALIBRATIONS, TOPIC_CALIBRATIONS, UNCALIBRATED, type Calibration } from '../policy/retrieval.ts';

/** Returns the similarity, 0 to 1, that people would see for this embedder's cosine: piecewise linear and non-decreasing. */
export function calibratedSimilarity(embedderName: string, cosine: number): number {
  return interpolate(CALIBRATIONS[embedderName] ?? UNCALIBRATED, Number.isNaN(cosine) ? 0 : cosine);
}

/** Converts a raw cosine of this embedder to nearness to a topic, 0 to 1, by TOPIC_CALIBRATIONS. */
export function topicNearness(embedderName: string, cosine: number): number {
  return interpolate(TOPIC_CALIBRATIONS[embedderName] ?? UNCALIBRATED, Number.isNaN(cosine) ? 0 : cosine);
}

/** Interpolates linearly between the points; constant outside of them. */
export function interpolate(points: Calibration, raw: number): number {
  let before = points[0] ?? [0, 0];
  if (raw <= before[0]) return before[1];
  // Pairs are not destructured in the loop, since each would cost an iterator.
  for (const after of points) {
    if (raw <= after[0]) return before[1] + ((raw - before[0]) / (after[0] - before[0])) * (after[1] - before[1]);
    before = after;
  }
  return before[1];
}
