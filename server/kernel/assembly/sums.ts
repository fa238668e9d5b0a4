/** Computes sums of columns, and their least and greatest values. */
import { Sum } from './records';

/** The number of floats whose least and greatest are noted together, the bytes of these and of a note. */
const BLOCK = 64;
const BLOCK_BYTES: usize = 256;
const NOTE_BYTES: usize = 32;

/** Notes the least and the greatest of each 64 of `count` floats, a multiple of 64, at `blocks`: four lanes each. */
export function note(values: usize, count: i32, blocks: usize): void {
  for (const end = values + ((<usize>count) << 2); values < end; values += BLOCK_BYTES, blocks += NOTE_BYTES) {
    let least = v128.load(values);
    let most = least;
    for (let at: usize = 0; at < BLOCK_BYTES; at += 64) {
      const a = v128.load(values + at);
      const b = v128.load(values + at, 16);
      const c = v128.load(values + at, 32);
      const d = v128.load(values + at, 48);
      least = f32x4.pmin(least, f32x4.pmin(f32x4.pmin(a, b), f32x4.pmin(c, d)));
      most = f32x4.pmax(most, f32x4.pmax(f32x4.pmax(a, b), f32x4.pmax(c, d)));
    }
    v128.store(blocks, least);
    v128.store(blocks, most, 16);
  }
}

/** Writes the least and the greatest of all notes: two floats. */
export function zoneMap(blocks: usize, count: i32, out: usize): void {
  let lowest = v128.load(blocks);
  let highest = v128.load(blocks, 16);
  for (const end = blocks + <usize>count * NOTE_BYTES; blocks < end; blocks += NOTE_BYTES) {
    lowest = f32x4.pmin(lowest, v128.load(blocks));
    highest = f32x4.pmax(highest, v128.load(blocks, 16));
  }
  store<f32>(out, lowestLane(lowest));
  store<f32>(out, highestLane(highest), 4);
}

/** Writes the greatest of each noted block. */
export function maxima(blocks: usize, count: i32, out: usize): void {
  for (const end = blocks + <usize>count * NOTE_BYTES; blocks < end; blocks += NOTE_BYTES, out += 4) {
    store<f32>(out, highestLane(v128.load(blocks, 16)));
  }
}

/**
 * Lists which of `count` floats are `low` or less, or `high` or more; returns how many. `blocks` are the notes: a block is skipped if
 * they show that it has none.
 */
export function outside(values: usize, blocks: usize, count: i32, low: f32, high: f32, out: usize): i32 {
  const start = out;
  const lows = f32x4.splat(low);
  const highs = f32x4.splat(high);
  for (let first = 0; first < count; first += BLOCK, blocks += NOTE_BYTES) {
    const some = v128.or(f32x4.le(v128.load(blocks), lows), f32x4.ge(v128.load(blocks, 16), highs));
    if (!v128.any_true(some)) continue;
    const end = min(first + BLOCK, count);
    for (let slot = first; slot < end; slot += 4) {
      const four = v128.load(values + ((<usize>slot) << 2));
      let found = i32x4.bitmask(v128.or(f32x4.le(four, lows), f32x4.ge(four, highs)));
      for (; found !== 0; found &= found - 1) {
        const one = slot + ctz(found);
        if (one >= end) break;
        store<i32>(out, one);
        out += 4;
      }
    }
  }
  return <i32>((out - start) >> 2);
}

/**
 * Sums how far each of `count` floats, a multiple of 16, is from `from` to `to`: 0 below, 1 above. Once the sum is over `most`, it is
 * returned.
 */
export function reach(values: usize, count: i32, from: f32, to: f32, most: f32): f32 {
  const zero = f32x4.splat(0);
  const one = f32x4.splat(1);
  const froms = f32x4.splat(from);
  const factor = f32x4.splat(1 / (to - from));
  let sums = zero;
  for (const end = values + ((<usize>count) << 2); values < end; values += 64) {
    for (let at: usize = 0; at < 64; at += 16) {
      const part = f32x4.mul(f32x4.sub(v128.load(values + at), froms), factor);
      sums = f32x4.add(sums, f32x4.pmax(zero, f32x4.pmin(one, part)));
    }
    if (i32x4.bitmask(f32x4.gt(sums, f32x4.splat(most))) !== 0) break;
  }
  return (
    f32x4.extract_lane(sums, 0) +
    f32x4.extract_lane(sums, 1) +
    f32x4.extract_lane(sums, 2) +
    f32x4.extract_lane(sums, 3)
  );
}

/** Writes a sum of columns of `count` floats, a multiple of 64. Notes the least and the greatest at `blocks`, as `note` does. */
export function weightedSum(sum: Sum, count: i32, out: usize, blocks: usize): void {
  const terms = sum.terms;
  const left = sum.left;
  const right = sum.right;
  const product = sum.product;
  const last = terms + ((<usize>sum.columns) << 3);
  const bytes = (<usize>count) << 2;
  const first = f32x4.splat(sum.start);
  const times = f32x4.splat(product);
  for (let block: usize = 0; block < bytes; block += BLOCK_BYTES, blocks += NOTE_BYTES) {
    let least = f32x4.splat(Infinity);
    let most = f32x4.splat(-Infinity);
    for (let at = block; at < block + BLOCK_BYTES; at += 64) {
      let a = first;
      let b = first;
      let c = first;
      let d = first;
      if (product !== 0) {
        a = f32x4.add(a, f32x4.mul(times, f32x4.mul(v128.load(left + at), v128.load(right + at))));
        b = f32x4.add(b, f32x4.mul(times, f32x4.mul(v128.load(left + at, 16), v128.load(right + at, 16))));
        c = f32x4.add(c, f32x4.mul(times, f32x4.mul(v128.load(left + at, 32), v128.load(right + at, 32))));
        d = f32x4.add(d, f32x4.mul(times, f32x4.mul(v128.load(left + at, 48), v128.load(right + at, 48))));
      }
      for (let term = terms; term < last; term += 8) {
        const column = <usize>load<u32>(term) + at;
        const weight = v128.load_splat<f32>(term, 4);
        a = f32x4.add(a, f32x4.mul(weight, v128.load(column)));
        b = f32x4.add(b, f32x4.mul(weight, v128.load(column, 16)));
        c = f32x4.add(c, f32x4.mul(weight, v128.load(column, 32)));
        d = f32x4.add(d, f32x4.mul(weight, v128.load(column, 48)));
      }
      v128.store(out + at, a);
      v128.store(out + at, b, 16);
      v128.store(out + at, c, 32);
      v128.store(out + at, d, 48);
      least = f32x4.pmin(least, f32x4.pmin(f32x4.pmin(a, b), f32x4.pmin(c, d)));
      most = f32x4.pmax(most, f32x4.pmax(f32x4.pmax(a, b), f32x4.pmax(c, d)));
    }
    v128.store(blocks, least);
    v128.store(blocks, most, 16);
  }
}

/** Computes the same sum, to the last bit, at the listed slots. */
export function weightedSumAt(sum: Sum, slots: usize, count: i32, out: usize): void {
  const terms = sum.terms;
  const left = sum.left;
  const right = sum.right;
  const product = sum.product;
  const start = sum.start;
  const last = terms + ((<usize>sum.columns) << 3);
  for (const end = slots + ((<usize>count) << 2); slots < end; slots += 4) {
    const at = (<usize>load<i32>(slots)) << 2;
    let total = start;
    if (product !== 0) total += product * (load<f32>(left + at) * load<f32>(right + at));
    for (let term = terms; term < last; term += 8) total += load<f32>(term, 4) * load<f32>(<usize>load<u32>(term) + at);
    store<f32>(out + at, total);
  }
}

/**
 * Adds `rows` rows of bytes, each times its weight, to `out`, `size` floats, a multiple of 16. `terms` lists them: the address of a row,
 * then its weight, four bytes each.
 */
export function addRows(terms: usize, rows: i32, size: i32, out: usize): void {
  const last = terms + ((<usize>rows) << 3);
  for (let from: usize = 0; from < <usize>size; from += 16, out += 64) {
    let a = v128.load(out);
    let b = v128.load(out, 16);
    let c = v128.load(out, 32);
    let d = v128.load(out, 48);
    for (let term = terms; term < last; term += 8) {
      const bytes = v128.load(<usize>load<u32>(term) + from);
      const weight = v128.load_splat<f32>(term, 4);
      const low = i16x8.extend_low_i8x16_s(bytes);
      const high = i16x8.extend_high_i8x16_s(bytes);
      a = f32x4.add(a, f32x4.mul(weight, f32x4.convert_i32x4_s(i32x4.extend_low_i16x8_s(low))));
      b = f32x4.add(b, f32x4.mul(weight, f32x4.convert_i32x4_s(i32x4.extend_high_i16x8_s(low))));
      c = f32x4.add(c, f32x4.mul(weight, f32x4.convert_i32x4_s(i32x4.extend_low_i16x8_s(high))));
      d = f32x4.add(d, f32x4.mul(weight, f32x4.convert_i32x4_s(i32x4.extend_high_i16x8_s(high))));
    }
    v128.store(out, a);
    v128.store(out, b, 16);
    v128.store(out, c, 32);
    v128.store(out, d, 48);
  }
}

function lowestLane(lanes: v128): f32 {
  return min(
    min(f32x4.extract_lane(lanes, 0), f32x4.extract_lane(lanes, 1)),
    min(f32x4.extract_lane(lanes, 2), f32x4.extract_lane(lanes, 3)),
  );
}

export function highestLane(lanes: v128): f32 {
  return max(
    max(f32x4.extract_lane(lanes, 0), f32x4.extract_lane(lanes, 1)),
    max(f32x4.extract_lane(lanes, 2), f32x4.extract_lane(lanes, 3)),
  );
}
