/**
 * Vectors of memories are rows of 16-bit fixed-point numbers, 1 being 32,767, padded with zeros to a multiple of 32: half the bytes
 * of floats. The dot product of two vectors no longer than 1 cannot overflow a lane of 32 bits; it is off by at most
 * sqrt(dimensions) / 32,767, in practice by 0.00002.
 *
 * Sixteen rows are bound into a sheaf: the first two numbers of each, then the next two of each, and so on. So a scan reads memory
 * in one line, a pair of the query's numbers is loaded once for sixteen rows, and no sums go across lanes.
 */

const ONE: f32 = 32767;

/** Writes `count` floats, a multiple of 8, as fixed-point numbers; what is beyond 1 becomes 1. */
export function toFixedPoint(floats: usize, count: i32, row: usize): void {
  const one = f32x4.splat(ONE);
  for (const end = floats + ((<usize>count) << 2); floats < end; floats += 32, row += 16) {
    const low = i32x4.trunc_sat_f32x4_s(f32x4.nearest(f32x4.mul(v128.load(floats), one)));
    const high = i32x4.trunc_sat_f32x4_s(f32x4.nearest(f32x4.mul(v128.load(floats, 16), one)));
    v128.store(row, i16x8.narrow_i32x4_s(low, high));
  }
}

/** Rows of a sheaf, and the bytes between two pairs of the same row. */
const SHEAF_ROWS = 16;
const PAIRS_APART: usize = 64;

/** Writes a row of `stride` bytes into a sheaf, whose first pair of that row is at `place`. */
export function putRow(row: usize, stride: usize, place: usize): void {
  for (const end = row + stride; row < end; row += 4, place += PAIRS_APART) store<u32>(place, load<u32>(row));
}

/** Reads a row out of its sheaf. */
export function takeRow(place: usize, stride: usize, row: usize): void {
  for (const end = row + stride; row < end; row += 4, place += PAIRS_APART) store<u32>(row, load<u32>(place));
}

/**
 * The dot products of `count` rows, and of those that fill the last sheaf, with a query. The sheaves lie in blocks of so many rows,
 * whose addresses are listed at `blocks`.
 */
export function dots(blocks: usize, blockRows: i32, stride: usize, count: i32, query: usize, out: usize): void {
  const last = query + stride;
  for (; count > 0; count -= blockRows, blocks += 4) {
    let rows = <usize>load<u32>(blocks);
    for (let left = min(count, blockRows); left > 0; left -= SHEAF_ROWS, out += 64) {
      let a = i32x4.splat(0);
      let b = i32x4.splat(0);
      let c = i32x4.splat(0);
      let d = i32x4.splat(0);
      for (let at = query; at < last; at += 8, rows += 2 * PAIRS_APART) {
        const pair = v128.load32_splat(at);
        a = i32x4.add(a, i32x4.dot_i16x8_s(pair, v128.load(rows)));
        b = i32x4.add(b, i32x4.dot_i16x8_s(pair, v128.load(rows, 16)));
        c = i32x4.add(c, i32x4.dot_i16x8_s(pair, v128.load(rows, 32)));
        d = i32x4.add(d, i32x4.dot_i16x8_s(pair, v128.load(rows, 48)));
        const next = v128.load32_splat(at, 4);
        a = i32x4.add(a, i32x4.dot_i16x8_s(next, v128.load(rows, 64)));
        b = i32x4.add(b, i32x4.dot_i16x8_s(next, v128.load(rows, 80)));
        c = i32x4.add(c, i32x4.dot_i16x8_s(next, v128.load(rows, 96)));
        d = i32x4.add(d, i32x4.dot_i16x8_s(next, v128.load(rows, 112)));
      }
      storeFloats(out, a);
      storeFloats(out + 16, b);
      storeFloats(out + 32, c);
      storeFloats(out + 48, d);
    }
  }
}

/**
 * The same for four queries, one after the other in rows of their own: each sheaf is read from memory once for all of them, half of
 * its rows at a time. Their addresses of results are listed at `outs`.
 */
export function dotsOfFour(
  blocks: usize,
  blockRows: i32,
  stride: usize,
  count: i32,
  queries: usize,
  outs: usize,
): void {
  const second = stride;
  const third = second + stride;
  const fourth = third + stride;
  const last = queries + stride;
  const firstOut = <usize>load<u32>(outs);
  const secondOut = <usize>load<u32>(outs, 4);
  const thirdOut = <usize>load<u32>(outs, 8);
  const fourthOut = <usize>load<u32>(outs, 12);
  let slot: usize = 0;
  for (; count > 0; count -= blockRows, blocks += 4) {
    let sheaf = <usize>load<u32>(blocks);
    for (let left = min(count, blockRows); left > 0; left -= SHEAF_ROWS, sheaf += <usize>SHEAF_ROWS * stride) {
      for (let half = sheaf; half < sheaf + PAIRS_APART; half += PAIRS_APART >> 1, slot += 32) {
        let a = i32x4.splat(0);
        let b = a;
        let c = a;
        let d = a;
        let e = a;
        let f = a;
        let g = a;
        let h = a;
        let rows = half;
        for (let at = queries; at < last; at += 4, rows += PAIRS_APART) {
          const some = v128.load(rows);
          const others = v128.load(rows, 16);
          let pair = v128.load32_splat(at);
          a = i32x4.add(a, i32x4.dot_i16x8_s(pair, some));
          b = i32x4.add(b, i32x4.dot_i16x8_s(pair, others));
          pair = v128.load32_splat(at + second);
          c = i32x4.add(c, i32x4.dot_i16x8_s(pair, some));
          d = i32x4.add(d, i32x4.dot_i16x8_s(pair, others));
          pair = v128.load32_splat(at + third);
          e = i32x4.add(e, i32x4.dot_i16x8_s(pair, some));
          f = i32x4.add(f, i32x4.dot_i16x8_s(pair, others));
          pair = v128.load32_splat(at + fourth);
          g = i32x4.add(g, i32x4.dot_i16x8_s(pair, some));
          h = i32x4.add(h, i32x4.dot_i16x8_s(pair, others));
        }
        storeFloats(firstOut + slot, a);
        storeFloats(firstOut + slot + 16, b);
        storeFloats(secondOut + slot, c);
        storeFloats(secondOut + slot + 16, d);
        storeFloats(thirdOut + slot, e);
        storeFloats(thirdOut + slot + 16, f);
        storeFloats(fourthOut + slot, g);
        storeFloats(fourthOut + slot + 16, h);
      }
    }
  }
}

function storeFloats(out: usize, sums: v128): void {
  v128.store(out, f32x4.div(f32x4.convert_i32x4_s(sums), f32x4.splat(ONE * ONE)));
}

/** The dot product of two rows in sheaves. */
export function dot(left: usize, right: usize, stride: usize): f32 {
  let sums = i32x4.splat(0);
  for (const end = left + stride * <usize>SHEAF_ROWS; left < end; left += PAIRS_APART, right += PAIRS_APART) {
    sums = i32x4.add(sums, i32x4.dot_i16x8_s(v128.load32_zero(left), v128.load32_zero(right)));
  }
  return <f32>i32x4.extract_lane(sums, 0) / (ONE * ONE);
}

/**
 * The dot products of `count` rows of bytes, one after the other and each of `size`, a multiple of 16, with a fixed-point vector;
 * each times its row's scale.
 */
export function byteDots(rows: usize, scales: usize, count: i32, size: i32, vector: usize, out: usize): void {
  const bytes = <usize>size;
  for (const end = rows + <usize>count * bytes; rows < end; rows += bytes, scales += 4, out += 4) {
    let a = i32x4.splat(0);
    let b = a;
    for (let at: usize = 0; at < bytes; at += 16) {
      const row = v128.load(rows + at);
      const query = vector + (at << 1);
      a = i32x4.add(a, i32x4.dot_i16x8_s(v128.load(query), i16x8.extend_low_i8x16_s(row)));
      b = i32x4.add(b, i32x4.dot_i16x8_s(v128.load(query, 16), i16x8.extend_high_i8x16_s(row)));
    }
    store<f32>(out, (<f32>sum(i32x4.add(a, b)) / ONE) * load<f32>(scales));
  }
}

function sum(lanes: v128): i32 {
  return (
    i32x4.extract_lane(lanes, 0) +
    i32x4.extract_lane(lanes, 1) +
    i32x4.extract_lane(lanes, 2) +
    i32x4.extract_lane(lanes, 3)
  );
}
