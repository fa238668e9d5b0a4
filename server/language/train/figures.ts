/** Measures the quality of probabilities, and turns logits into probabilities. */
import { logistic, softplus } from './exact.ts';

export type Scored = { readonly logit: number; readonly isTrue: boolean };
export type Calibration = { readonly a: number; readonly b: number };

const NEWTON_STEPS = 50;
/** The most halvings of a step, and the share of the predicted decrease that it must achieve (Armijo). */
const HALVINGS = 30;
const ARMIJO = 1e-4;

/**
 * Fits Platt's scaling: a and b that maximise the likelihood of the logistic function of a * logit + b, by Newton's method. Each step is
 * halved until the likelihood grows enough, as a whole one diverges where few are true (Lin, Lin and Weng, A Note on Platt's
 * Probabilistic Outputs, 2007).
 */
export function calibrate(scored: readonly Scored[]): Calibration {
  let at: Calibration = { a: 1, b: 0 };
  let loss = lossOf(scored, at);
  for (let step = 0; step < NEWTON_STEPS; step++) {
    const { slopeA, slopeB, bendA, bendB, bendAB } = curveOf(scored, at);
    const determinant = bendA * bendB - bendAB * bendAB;
    if (determinant <= 0) break;
    const [stepA, stepB] = [
      (bendB * slopeA - bendAB * slopeB) / determinant,
      (bendA * slopeB - bendAB * slopeA) / determinant,
    ];
    const decrease = slopeA * stepA + slopeB * stepB;
    let next = at;
    let nextLoss = loss;
    let isLower = false;
    for (let halving = 0, length = 1; halving < HALVINGS && !isLower; halving++, length /= 2) {
      next = { a: at.a - length * stepA, b: at.b - length * stepB };
      nextLoss = lossOf(scored, next);
      isLower = nextLoss < loss - ARMIJO * length * decrease;
    }
    if (!isLower) break;
    [at, loss] = [next, nextLoss];
  }
  return at;
}

/** Returns the negative logarithm of the likelihood. */
function lossOf(scored: readonly Scored[], { a, b }: Calibration): number {
  return scored.reduce((sum, { logit, isTrue }) => sum + softplus((isTrue ? -1 : 1) * (a * logit + b)), 0);
}

function curveOf(
  scored: readonly Scored[],
  { a, b }: Calibration,
): Readonly<Record<'slopeA' | 'slopeB' | 'bendA' | 'bendB' | 'bendAB', number>> {
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
  return { slopeA, slopeB, bendA, bendB, bendAB };
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
