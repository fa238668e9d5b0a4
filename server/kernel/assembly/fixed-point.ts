/**
 * Vectors of memories are rows of 16-bit fixed-point numbers, 1 being 32,639 (127 * 257), padded with zeros to a multiple of 32. A row is
 * stored as two bytes a number: `number = step * coarse + fine`, by the row's own step, the least with which all numbers fit. A scan
 * reads the coarse bytes, half of the data; with the fine ones added a dot product is that of the fixed-point numbers, off by at most
 * sqrt(dimensions) / 32,639 from that of the floats, in practice by 0.00002. The dot product of two vectors no longer than 1 cannot
 * overflow a lane of 32 bits.
 */

import { ByteRows } from './records';

export const ONE: f32 = 32639;

/** Writes `count` floats, a multiple of 8, as fixed-point numbers; numbers beyond 1 become 1. */
export function toFixedPoint(floats: usize, count: i32, row: usize): void {
  for (const end = floats + ((<usize>count) << 2); floats < end; floats += 32, row += 16) {
    v128.store(row, i16x8.narrow_i32x4_s(fixed(v128.load(floats)), fixed(v128.load(floats, 16))));
  }
}

function fixed(floats: v128): v128 {
  const one = f32x4.splat(ONE);
  const numbers = f32x4.nearest(f32x4.mul(floats, one));
  return i32x4.trunc_sat_f32x4_s(f32x4.max(f32x4.neg(one), f32x4.min(one, numbers)));
}

/**
 * Splits a row of `size` fixed-point numbers into coarse and fine bytes. Writes two floats to `about`: the factor of the row's coarse
 * sums, and the length of the vector of its fine bytes.
 */
export function part(row: usize, size: i32, coarse: usize, fine: usize, about: usize): void {
  const end = row + ((<usize>size) << 1);
  let most = i16x8.splat(0);
  for (let at = row; at < end; at += 16) most = i16x8.max_s(most, i16x8.abs(v128.load(at)));
  // The largest number takes at most 127.5 steps.
  const step = max(1, (2 * highestOfEight(most)) / 255 + 1);
  const steps = f32x4.splat(<f32>step);
  const half = i32x4.splat(step >> 1);
  let squares = i32x4.splat(0);
  for (; row < end; row += 16, coarse += 8, fine += 8) {
    const numbers = v128.load(row);
    const low = floorOf(i32x4.add(i32x4.extend_low_i16x8_s(numbers), half), steps);
    const high = floorOf(i32x4.add(i32x4.extend_high_i16x8_s(numbers), half), steps);
    const whole = i16x8.narrow_i32x4_s(low, high);
    const rest = i16x8.sub(numbers, i16x8.mul(whole, i16x8.splat(<i16>step)));
    v128.store64_lane(coarse, i8x16.narrow_i16x8_s(whole, whole), 0);
    v128.store64_lane(fine, i8x16.narrow_i16x8_s(rest, rest), 0);
    squares = i32x4.add(squares, i32x4.dot_i16x8_s(rest, rest));
  }
  store<f32>(about, <f32>step / (ONE * ONE));
  store<f32>(about, sqrt(<f32>sum(squares)) / ONE, 4);
}

/** Divides integers below 32,768 and rounds down: no rounding error of floats reaches the next integer. */
function floorOf(numbers: v128, by: v128): v128 {
  return i32x4.trunc_sat_f32x4_s(f32x4.floor(f32x4.div(f32x4.convert_i32x4_s(numbers), by)));
}

function highestOfEight(lanes: v128): i32 {
  const four = i32x4.max_s(i32x4.extend_low_i16x8_s(lanes), i32x4.extend_high_i16x8_s(lanes));
  return max(
    max(i32x4.extract_lane(four, 0), i32x4.extract_lane(four, 1)),
    max(i32x4.extract_lane(four, 2), i32x4.extract_lane(four, 3)),
  );
}

/** Joins the coarse and fine bytes of a row again. */
export function join(coarse: usize, fine: usize, size: i32, counts: f32, row: usize): void {
  const step = i16x8.splat(<i16>nearest(counts * (ONE * ONE)));
  for (const end = coarse + <usize>size; coarse < end; coarse += 8, fine += 8, row += 16) {
    v128.store(row, i16x8.add(i16x8.mul(step, v128.load8x8_s(coarse)), v128.load8x8_s(fine)));
  }
}

/** Returns the dot product of two rows of `size` fixed-point numbers. */
export function dot(left: usize, right: usize, size: i32): f32 {
  let sums = i32x4.splat(0);
  for (const end = left + ((<usize>size) << 1); left < end; left += 16, right += 16) {
    sums = i32x4.add(sums, i32x4.dot_i16x8_s(v128.load(left), v128.load(right)));
  }
  return <f32>sum(sums) / (ONE * ONE);
}

/**
 * Computes the dot products of the first `count` rows, whose size is a multiple of 16, with a fixed-point vector; each times its row's
 * scale.
 */
export function byteDots(rows: ByteRows, count: i32, vector: usize, out: usize): void {
  const size = <usize>rows.size;
  let row = rows.bytes;
  let scales = rows.scales;
  for (const end = row + <usize>count * size; row < end; row += size, scales += 4, out += 4) {
    store<f32>(out, (<f32>bytesDot(row, size, vector) / ONE) * load<f32>(scales));
  }
}

/** Returns the dot product of a row of bytes with fixed-point numbers. */
export function bytesDot(row: usize, bytes: usize, vector: usize): i32 {
  let a = i32x4.splat(0);
  let b = a;
  for (const end = row + bytes; row < end; row += 16, vector += 32) {
    const numbers = v128.load(row);
    a = i32x4.add(a, i32x4.dot_i16x8_s(v128.load(vector), i16x8.extend_low_i8x16_s(numbers)));
    b = i32x4.add(b, i32x4.dot_i16x8_s(v128.load(vector, 16), i16x8.extend_high_i8x16_s(numbers)));
  }
  return sum(i32x4.add(a, b));
}

export function sum(lanes: v128): i32 {
  return (
    i32x4.extract_lane(lanes, 0) +
    i32x4.extract_lane(lanes, 1) +
    i32x4.extract_lane(lanes, 2) +
    i32x4.extract_lane(lanes, 3)
  );
}
