import { CALIBRATIONS, TOPIC_CALIBRATIONS, UNCALIBRATED, type Calibration } from '../policy/retrieval.ts';

/** The similarity, 0 to 1, that people would see where this embedder has such a cosine: piecewise linear, never falling. */
export function calibratedSimilarity(embedderName: string, cosine: number): number {
  return interpolate(CALIBRATIONS[embedderName] ?? UNCALIBRATED, Number.isNaN(cosine) ? 0 : cosine);
}

/** Converts a raw cosine of this embedder to nearness to a topic, 0 to 1, by TOPIC_CALIBRATIONS. */
export function topicNearness(embedderName: string, cosine: number): number {
  return interpolate(TOPIC_CALIBRATIONS[embedderName] ?? UNCALIBRATED, Number.isNaN(cosine) ? 0 : cosine);
}

/** Piecewise linear between the points, flat outside. */
export function interpolate(points: Calibration, raw: number): number {
  let before = points[0] ?? [0, 0];
  if (raw <= before[0]) return before[1];
  // Not taken apart in the loop, where each pair costs an iterator.
  for (const after of points) {
    if (raw <= after[0]) return before[1] + ((raw - before[0]) / (after[0] - before[0])) * (after[1] - before[1]);
    before = after;
  }
  return before[1];
}
