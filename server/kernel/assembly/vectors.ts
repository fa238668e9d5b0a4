/**
 * Vectors of memories are rows of 16-bit fixed-point numbers, 1 being 32,767, padded with
 * zeros to a multiple of 32: half the bytes of floats, and the scan is bound by bytes. The dot product of two vectors no
 * longer than 1 cannot overflow a lane of 32 bits; it is off by at most sqrt(dimensions) / 32,767, in practice by 0.00002.
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

/**
 * The dot products of `count` rows with a query. The rows lie in blocks of so many, whose addresses are listed at `blocks`. One
 * row after the other: several at once would compute a little faster, but memory that is not read in one line comes four times
 * slower.
 */
export function dots(blocks: usize, blockRows: i32, stride: usize, count: i32, query: usize, out: usize): void {
  for (; count > 0; count -= blockRows, blocks += 4) {
    let rows = <usize>load<u32>(blocks);
    for (const end = rows + <usize>min(count, blockRows) * stride; rows < end; rows += stride, out += 4) {
      let a = i32x4.splat(0);
      let b = i32x4.splat(0);
      let c = i32x4.splat(0);
      let d = i32x4.splat(0);
      for (let at: usize = 0; at < stride; at += 64) {
        a = i32x4.add(a, i32x4.dot_i16x8_s(v128.load(query + at), v128.load(rows + at)));
        b = i32x4.add(b, i32x4.dot_i16x8_s(v128.load(query + at, 16), v128.load(rows + at, 16)));
        c = i32x4.add(c, i32x4.dot_i16x8_s(v128.load(query + at, 32), v128.load(rows + at, 32)));
        d = i32x4.add(d, i32x4.dot_i16x8_s(v128.load(query + at, 48), v128.load(rows + at, 48)));
      }
      store<f32>(out, <f32>sum(i32x4.add(i32x4.add(a, b), i32x4.add(c, d))) / (ONE * ONE));
    }
  }
}

/**
 * The same for four queries, one after the other in rows of their own: each row is read once for all of them. Their addresses of
 * results are listed at `outs`.
 */
export function dotsOfFour(
  blocks: usize,
  blockRows: i32,
  stride: usize,
  count: i32,
  queries: usize,
  outs: usize,
): void {
  const second = queries + stride;
  const third = second + stride;
  const fourth = third + stride;
  const firstOut = <usize>load<u32>(outs);
  const secondOut = <usize>load<u32>(outs, 4);
  const thirdOut = <usize>load<u32>(outs, 8);
  const fourthOut = <usize>load<u32>(outs, 12);
  let slot: usize = 0;
  for (; count > 0; count -= blockRows, blocks += 4) {
    let rows = <usize>load<u32>(blocks);
    for (const end = rows + <usize>min(count, blockRows) * stride; rows < end; rows += stride, slot += 4) {
      let a = i32x4.splat(0);
      let b = i32x4.splat(0);
      let c = i32x4.splat(0);
      let d = i32x4.splat(0);
      for (let at: usize = 0; at < stride; at += 32) {
        const row = v128.load(rows + at);
        a = i32x4.add(a, i32x4.dot_i16x8_s(v128.load(queries + at), row));
        b = i32x4.add(b, i32x4.dot_i16x8_s(v128.load(second + at), row));
        c = i32x4.add(c, i32x4.dot_i16x8_s(v128.load(third + at), row));
        d = i32x4.add(d, i32x4.dot_i16x8_s(v128.load(fourth + at), row));
        const more = v128.load(rows + at, 16);
        a = i32x4.add(a, i32x4.dot_i16x8_s(v128.load(queries + at, 16), more));
        b = i32x4.add(b, i32x4.dot_i16x8_s(v128.load(second + at, 16), more));
        c = i32x4.add(c, i32x4.dot_i16x8_s(v128.load(third + at, 16), more));
        d = i32x4.add(d, i32x4.dot_i16x8_s(v128.load(fourth + at, 16), more));
      }
      store<f32>(firstOut + slot, <f32>sum(a) / (ONE * ONE));
      store<f32>(secondOut + slot, <f32>sum(b) / (ONE * ONE));
      store<f32>(thirdOut + slot, <f32>sum(c) / (ONE * ONE));
      store<f32>(fourthOut + slot, <f32>sum(d) / (ONE * ONE));
    }
  }
}

/** The dot product of two rows. */
export function dot(left: usize, right: usize, stride: usize): f32 {
  let sums = i32x4.splat(0);
  for (let at: usize = 0; at < stride; at += 16) {
    sums = i32x4.add(sums, i32x4.dot_i16x8_s(v128.load(left + at), v128.load(right + at)));
  }
  return <f32>sum(sums) / (ONE * ONE);
}

/** The dot products of `count` rows of floats, one after the other and each of `size`, a multiple of 16, with a vector of floats. */
export function floatDots(rows: usize, count: i32, size: i32, vector: usize, out: usize): void {
  const bytes = (<usize>size) << 2;
  for (const end = rows + <usize>count * bytes; rows < end; rows += bytes, out += 4) {
    let a = f32x4.splat(0);
    let b = a;
    let c = a;
    let d = a;
    for (let at: usize = 0; at < bytes; at += 64) {
      a = f32x4.add(a, f32x4.mul(v128.load(vector + at), v128.load(rows + at)));
      b = f32x4.add(b, f32x4.mul(v128.load(vector + at, 16), v128.load(rows + at, 16)));
      c = f32x4.add(c, f32x4.mul(v128.load(vector + at, 32), v128.load(rows + at, 32)));
      d = f32x4.add(d, f32x4.mul(v128.load(vector + at, 48), v128.load(rows + at, 48)));
    }
    store<f32>(out, floatSum(f32x4.add(f32x4.add(a, b), f32x4.add(c, d))));
  }
}

function floatSum(lanes: v128): f32 {
  return (
    f32x4.extract_lane(lanes, 0) +
    f32x4.extract_lane(lanes, 1) +
    f32x4.extract_lane(lanes, 2) +
    f32x4.extract_lane(lanes, 3)
  );
}

function sum(lanes: v128): i32 {
  return (
    i32x4.extract_lane(lanes, 0) +
    i32x4.extract_lane(lanes, 1) +
    i32x4.extract_lane(lanes, 2) +
    i32x4.extract_lane(lanes, 3)
  );
}
