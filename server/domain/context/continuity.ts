/** Measures how closely a turn continues what came before. */
import { CONTINUITY_CALIBRATIONS, SHIFT } from '../../policy/context.ts';
import { UNCALIBRATED } from '../../policy/retrieval.ts';
import { interpolate } from '../calibrate.ts';

/** The part of a turn that is compared. */
export type Compared = { readonly vector?: Float32Array | undefined; readonly stems: readonly string[] };

/** Returns the calibrated similarity of a turn to the mean of the last two comparable turns before it; undefined if there are none. */
export function continuity(turn: Compared, before: readonly Compared[], embedderName: string): number | undefined {
  const earlier = before.filter(({ vector }) => vector !== undefined).slice(-SHIFT.compared);
  if (turn.vector === undefined || earlier.length === 0) return undefined;
  const mean = new Float32Array(turn.vector.length);
  for (const { vector } of earlier) for (let at = 0; at < mean.length; at++) mean[at] = mean[at]! + vector![at]!;
  const raw = cosine(turn.vector, mean) + SHIFT.overlapWeight * overlap(turn, earlier);
  return interpolate(CONTINUITY_CALIBRATIONS[embedderName] ?? UNCALIBRATED, raw);
}

/** Returns the cosine of a normalised vector and any other; 0 if one of them is zero. */
function cosine(unit: Float32Array, other: Float32Array): number {
  let product = 0;
  let square = 0;
  for (let at = 0; at < unit.length; at++) {
    product += unit[at]! * other[at]!;
    square += other[at]! * other[at]!;
  }
  return square === 0 ? 0 : product / Math.sqrt(square);
}

/** Returns the share of words that both sides have, relative to the side that has fewer. */
function overlap(turn: Compared, before: readonly Compared[]): number {
  const own = new Set(turn.stems);
  const theirs = new Set(before.flatMap(({ stems }) => stems));
  const shared = [...own].filter((stem) => theirs.has(stem)).length;
  const fewer = Math.min(own.size, theirs.size);
  return fewer === 0 ? 0 : shared / fewer;
}
