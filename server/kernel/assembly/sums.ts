/** Sums of columns, and where they are least and greatest. */

/** Writes the least and the greatest of `count` floats, a multiple of 16: two floats. */
export function extent(values: usize, count: i32, out: usize): void {
  let lowest = v128.load(values);
  let highest = lowest;
  for (const end = values + ((<usize>count) << 2); values < end; values += 64) {
    const a = v128.load(values);
    const b = v128.load(values, 16);
    const c = v128.load(values, 32);
    const d = v128.load(values, 48);
    lowest = f32x4.pmin(lowest, f32x4.pmin(f32x4.pmin(a, b), f32x4.pmin(c, d)));
    highest = f32x4.pmax(highest, f32x4.pmax(f32x4.pmax(a, b), f32x4.pmax(c, d)));
  }
  store<f32>(out, lowestLane(lowest));
  store<f32>(out, highestLane(highest), 4);
}

/**
 * `out` becomes `start`, the sum of columns of `count` floats, a multiple of 16, each times its weight, and the product of two more,
 * times `product`, which is 0 for none. `terms` lists the columns: the address of each, then its weight, four bytes each.
 */
export function weightedSum(
  terms: usize,
  columns: i32,
  left: usize,
  right: usize,
  product: f32,
  start: f32,
  count: i32,
  out: usize,
): void {
  const last = terms + ((<usize>columns) << 3);
  const bytes = (<usize>count) << 2;
  const first = f32x4.splat(start);
  const times = f32x4.splat(product);
  for (let at: usize = 0; at < bytes; at += 64) {
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
  }
}

/**
 * Adds to `out`, `size` floats, a multiple of 16, as many rows of bytes, each times its weight. `terms` lists them: the address of a
 * row, then its weight, four bytes each.
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

/** Writes the greatest of each block of 64 floats; `count`, of floats, is a multiple of that. */
export function maxima(values: usize, count: i32, out: usize): void {
  for (const end = values + ((<usize>count) << 2); values < end; values += 256, out += 4) {
    let highest = v128.load(values);
    for (let at: usize = 16; at < 256; at += 16) highest = f32x4.pmax(highest, v128.load(values + at));
    store<f32>(out, highestLane(highest));
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
