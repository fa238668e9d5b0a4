/**
 * The hot loops of a search, in AssemblyScript: WebAssembly with 128-bit SIMD. `npm run generate` compiles this file to
 * ../kernel.wasm.
 *
 * Addresses are bytes of the imported memory. Vectors are rows of 16-bit fixed-point numbers, 1 being 32,767, padded with
 * zeros to a multiple of 16: half the bytes of floats, and the scan is bound by bytes. The dot product of two vectors no
 * longer than 1 cannot overflow a lane of 32 bits; it is off by at most sqrt(dimensions) / 32,767, in practice by 0.00002.
 */

const ONE: f32 = 32767;
const ROW_STEP: usize = 32;
const ROWS_AT_ONCE: i32 = 4;

/** Writes `count` floats, a multiple of 8, as fixed-point numbers; what is beyond 1 becomes 1. */
export function toFixedPoint(floats: usize, count: i32, row: usize): void {
  const one = f32x4.splat(ONE);
  for (const end = floats + ((<usize>count) << 2); floats < end; floats += 32, row += 16) {
    const low = i32x4.trunc_sat_f32x4_s(f32x4.nearest(f32x4.mul(v128.load(floats), one)));
    const high = i32x4.trunc_sat_f32x4_s(f32x4.nearest(f32x4.mul(v128.load(floats, 16), one)));
    v128.store(row, i16x8.narrow_i32x4_s(low, high));
  }
}

/** The dot product of each of `count` rows, a multiple of 4, with the query. Four rows at a time share the query's loads. */
export function dots(rows: usize, stride: usize, count: i32, query: usize, out: usize): void {
  const scale = f32x4.splat(1 / (ONE * ONE));
  for (; count > 0; count -= ROWS_AT_ONCE, rows += stride << 2, out += 16) {
    let a = i32x4.splat(0);
    let b = i32x4.splat(0);
    let c = i32x4.splat(0);
    let d = i32x4.splat(0);
    const rowB = rows + stride;
    const rowC = rowB + stride;
    const rowD = rowC + stride;
    for (let at: usize = 0; at < stride; at += ROW_STEP) {
      const left = v128.load(query + at);
      const right = v128.load(query + at, 16);
      a = i32x4.add(a, i32x4.dot_i16x8_s(left, v128.load(rows + at)));
      b = i32x4.add(b, i32x4.dot_i16x8_s(left, v128.load(rowB + at)));
      c = i32x4.add(c, i32x4.dot_i16x8_s(left, v128.load(rowC + at)));
      d = i32x4.add(d, i32x4.dot_i16x8_s(left, v128.load(rowD + at)));
      a = i32x4.add(a, i32x4.dot_i16x8_s(right, v128.load(rows + at, 16)));
      b = i32x4.add(b, i32x4.dot_i16x8_s(right, v128.load(rowB + at, 16)));
      c = i32x4.add(c, i32x4.dot_i16x8_s(right, v128.load(rowC + at, 16)));
      d = i32x4.add(d, i32x4.dot_i16x8_s(right, v128.load(rowD + at, 16)));
    }
    const ab = i32x4.add(v128.shuffle<i32>(a, b, 0, 4, 1, 5), v128.shuffle<i32>(a, b, 2, 6, 3, 7));
    const cd = i32x4.add(v128.shuffle<i32>(c, d, 0, 4, 1, 5), v128.shuffle<i32>(c, d, 2, 6, 3, 7));
    const sums = i32x4.add(v128.shuffle<i32>(ab, cd, 0, 1, 4, 5), v128.shuffle<i32>(ab, cd, 2, 3, 6, 7));
    v128.store(out, f32x4.mul(f32x4.convert_i32x4_s(sums), scale));
  }
}

/** The dot product of two rows. */
export function dot(left: usize, right: usize, stride: usize): f32 {
  let sums = i32x4.splat(0);
  for (let at: usize = 0; at < stride; at += 16) {
    sums = i32x4.add(sums, i32x4.dot_i16x8_s(v128.load(left + at), v128.load(right + at)));
  }
  const sum =
    i32x4.extract_lane(sums, 0) +
    i32x4.extract_lane(sums, 1) +
    i32x4.extract_lane(sums, 2) +
    i32x4.extract_lane(sums, 3);
  return <f32>sum / (ONE * ONE);
}

/** The least of `count` floats, a multiple of 4. */
export function least(values: usize, count: i32): f32 {
  let lowest = f32x4.splat(Infinity);
  for (const end = values + ((<usize>count) << 2); values < end; values += 16) {
    lowest = f32x4.pmin(lowest, v128.load(values));
  }
  return min(
    min(f32x4.extract_lane(lowest, 0), f32x4.extract_lane(lowest, 1)),
    min(f32x4.extract_lane(lowest, 2), f32x4.extract_lane(lowest, 3)),
  );
}

/** The greatest of `count` floats, a multiple of 4. */
export function greatest(values: usize, count: i32): f32 {
  let highest = f32x4.splat(-Infinity);
  for (const end = values + ((<usize>count) << 2); values < end; values += 16) {
    highest = f32x4.pmax(highest, v128.load(values));
  }
  return max(
    max(f32x4.extract_lane(highest, 0), f32x4.extract_lane(highest, 1)),
    max(f32x4.extract_lane(highest, 2), f32x4.extract_lane(highest, 3)),
  );
}

/** `out` becomes the products of two columns of `count` floats, a multiple of 4. */
export function multiply(left: usize, right: usize, count: i32, out: usize): void {
  const bytes = (<usize>count) << 2;
  for (let at: usize = 0; at < bytes; at += 16) {
    v128.store(out + at, f32x4.mul(v128.load(left + at), v128.load(right + at)));
  }
}

/**
 * `out` becomes `start` and the sum of columns of `count` floats, a multiple of 8, each times its weight. `terms` lists them: the
 * address of a column, then its weight, four bytes each.
 */
export function weightedSum(terms: usize, columns: i32, start: f32, count: i32, out: usize): void {
  const last = terms + ((<usize>columns) << 3);
  const bytes = (<usize>count) << 2;
  for (let at: usize = 0; at < bytes; at += 32) {
    let low = f32x4.splat(start);
    let high = low;
    for (let term = terms; term < last; term += 8) {
      const column = <usize>load<u32>(term) + at;
      const weight = v128.load_splat<f32>(term, 4);
      low = f32x4.add(low, f32x4.mul(weight, v128.load(column)));
      high = f32x4.add(high, f32x4.mul(weight, v128.load(column, 16)));
    }
    v128.store(out + at, low);
    v128.store(out + at, high, 16);
  }
}
