/** Moves a query's vector: computes the shares of fields, and lists the rows that they add. */
import { ByteRows } from './records';
import { highestLane } from './sums';

const LOG2_E: f32 = 1.44269504;
const LN_2: f32 = 0.69314718;
/** The exponential of a lower number is no normal float. */
const LEAST_EXPONENT: f32 = -87;
const EXPONENT_BIAS = 127;
const MANTISSA_BITS = 23;

/** Replaces `count` floats by their softmax. They must be followed by room up to a multiple of 4, which is overwritten. */
export function softmax(values: usize, count: i32): void {
  const end = values + ((<usize>count) << 2);
  const filled = values + ((<usize>((count + 3) & ~3)) << 2);
  for (let at = end; at < filled; at += 4) store<f32>(at, -f32.MAX_VALUE);
  let highest = v128.load(values);
  for (let at = values; at < filled; at += 16) highest = f32x4.pmax(highest, v128.load(at));
  const most = f32x4.splat(highestLane(highest));
  let sums = f32x4.splat(0);
  for (let at = values; at < filled; at += 16) {
    const power = exponential(f32x4.sub(v128.load(at), most));
    v128.store(at, power);
    sums = f32x4.add(sums, power);
  }
  const inverse = f32x4.splat(1 / laneSum(sums));
  for (let at = values; at < filled; at += 16) v128.store(at, f32x4.mul(v128.load(at), inverse));
}

/**
 * Computes the exponential of numbers that are not positive: 2 to an integer power, times the Taylor series to the sixth power of the
 * rest, which is off by 1e-7 of it. Rounding adds most where the exponential is close to zero.
 */
function exponential(exponents: v128): v128 {
  const bounded = f32x4.max(exponents, f32x4.splat(LEAST_EXPONENT));
  const whole = f32x4.nearest(f32x4.mul(bounded, f32x4.splat(LOG2_E)));
  const left = f32x4.sub(bounded, f32x4.mul(whole, f32x4.splat(LN_2)));
  let series = f32x4.splat(1);
  for (let power: f32 = 6; power > 0; power -= 1) {
    series = f32x4.add(f32x4.mul(series, f32x4.mul(left, f32x4.splat(1 / power))), f32x4.splat(1));
  }
  const biased = i32x4.add(i32x4.trunc_sat_f32x4_s(whole), i32x4.splat(EXPONENT_BIAS));
  return f32x4.mul(series, i32x4.shl(biased, MANTISSA_BITS));
}

function laneSum(lanes: v128): f32 {
  return (
    f32x4.extract_lane(lanes, 0) +
    f32x4.extract_lane(lanes, 1) +
    f32x4.extract_lane(lanes, 2) +
    f32x4.extract_lane(lanes, 3)
  );
}

/**
 * Lists, as `addRows` reads them, those of `count` rows whose weight is `least` or more; returns how many. The listed weight of a row is
 * its weight times its scale and `times`.
 */
export function listRows(weights: usize, count: i32, least: f32, times: f32, rows: ByteRows, terms: usize): i32 {
  const size = rows.size;
  let bytes = rows.bytes;
  let scales = rows.scales;
  let listed = 0;
  for (const end = weights + ((<usize>count) << 2); weights < end; weights += 4, scales += 4, bytes += size) {
    const weight = load<f32>(weights);
    if (weight < least) continue;
    store<u32>(terms, <u32>bytes);
    store<f32>(terms, times * weight * load<f32>(scales), 4);
    terms += 8;
    listed++;
  }
  return listed;
}
