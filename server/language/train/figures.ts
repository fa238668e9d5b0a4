/** Measures the quality of probabilities, and turns logits into probabilities. */
import { logistic } from './exact.ts';

export type Scored = { readonly logit: number; readonly isTrue: boolean };
export type Calibration = { readonly a: number; readonly b: number };

const NEWTON_STEPS = 50;

/** Fits Platt's scaling by Newton's method: a and b that maximise the likelihood of the logistic function of a * logit + b. */
export function calibrate(scored: readonly Scored[]): Calibration {
  let [a, b] = [1, 0];
  for (let step = 0; step < NEWTON_STEPS; step++) {
    let [slopeA, slopeB, bendA, bendB, bendAB] = [0, 0, 1e-9, 1e-9, 0];
    for (const { logit, isTrue } of scored) {
      const chance = logistic(a * logit + b);
      const error = chance - Number(isTrue);
      const bend = chance * (1 - chance);
      slopeA += error * logit;
      slopeB += error;
      bendA += bend * logit * logit;
      bendB += bend;
      bendAB += bend * logit;
    }
    const determinant = bendA * bendB - bendAB * bendAB;
    if (determinant <= 0) break;
    a -= (bendB * slopeA - bendAB * slopeB) / determinant;
    b -= (bendA * slopeB - bendAB * slopeA) / determinant;
  }
  return { a, b };
}

/** Rounds to three decimals, as reports show shares. */
export const rounded = (share: number): number => Math.round(share * 1000) / 1000;

export type PrecisionRecall = { readonly count: number; readonly precision: number; readonly recall: number };

export function precisionRecall(
  scored: readonly { readonly probability: number; readonly isTrue: boolean }[],
  threshold: number,
): PrecisionRecall {
  let [hits, found, wanted] = [0, 0, 0];
  for (const { probability, isTrue } of scored) {
    const isFound = probability >= threshold;
    if (isFound) found += 1;
    if (isTrue) wanted += 1;
    if (isFound && isTrue) hits += 1;
  }
  return {
    count: scored.length,
    precision: rounded(hits / Math.max(1, found)),
    recall: rounded(hits / Math.max(1, wanted)),
  };
}

const STEPS = 100;

/** Returns the lowest threshold with at least this precision, and the recall there. */
export function atPrecision(
  scored: readonly { readonly probability: number; readonly isTrue: boolean }[],
  wanted: number,
): { readonly threshold: number; readonly recall: number } {
  for (let step = STEPS / 5; step < STEPS; step++) {
    const { precision, recall } = precisionRecall(scored, step / STEPS);
    if (precision >= wanted) return { threshold: step / STEPS, recall };
  }
  return { threshold: 1, recall: 0 };
}
