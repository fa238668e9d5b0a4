/**
 * The coarse bytes of sixteen rows form a tile: the first two of each, then the next two of each, and so on, and at the end the factor of
 * each row's sums, four bytes each. So a scan reads memory sequentially, a pair of the query's numbers is loaded once for sixteen rows,
 * and no sum crosses lanes. Of eight rows the first four are the low bytes of 16-bit numbers, with 128 added, the others the high ones:
 * the sums of these numbers are those of the low bytes and 256 times those of the high ones, which a shift isolates. In many dimensions
 * they overflow, but their difference does not.
 */
import { sum } from './fixed-point';
import { Rows } from './records';

/** The rows of a tile, and the bytes between two pairs of the same row. */
const TILE_ROWS = 16;
const PAIRS_APART: usize = 32;
/** The bytes of the factors at the end of a tile. */
const COUNTS_BYTES: usize = 64;

/** The distance between the two bytes of a row that form a pair. */
const PAIR_APART: usize = 2;
/** The number that is added to low bytes. */
const BIAS: i32 = 128;

/** Returns the bias of a row whose first byte is at `at`, in a tile that is at a multiple of 2. */
function biasAt(at: usize): u8 {
  return (at & 1) === 0 ? <u8>BIAS : 0;
}

/** Writes a row of `size` coarse bytes into a tile, where that row's first byte is at `at`. */
export function putRow(row: usize, size: i32, at: usize): void {
  const bias = biasAt(at);
  for (const end = row + <usize>size; row < end; row += 2, at += PAIRS_APART) {
    store<u8>(at, load<u8>(row) + bias);
    store<u8>(at + PAIR_APART, load<u8>(row, 1) + bias);
  }
}

/** Reads a row out of its tile. */
export function takeRow(at: usize, size: i32, row: usize): void {
  const bias = biasAt(at);
  for (const end = row + <usize>size; row < end; row += 2, at += PAIRS_APART) {
    store<u8>(row, load<u8>(at) - bias);
    store<u8>(row, load<u8>(at + PAIR_APART) - bias, 1);
  }
}

/** Returns what must be subtracted from the dot product of low bytes with a query because of their bias. */
function unbiased(query: usize, last: usize): v128 {
  let sums = i32x4.splat(0);
  for (; query < last; query += 16) sums = i32x4.add(sums, i32x4.dot_i16x8_s(v128.load(query), i16x8.splat(1)));
  return i32x4.splat(-BIAS * sum(sums));
}

/**
 * Computes the dot products of the coarse bytes of `count` rows, and of those that fill the last tile, with queries of fixed-point
 * numbers, one after the other. The addresses of their results are listed at `outs`.
 */
export function dots(coarse: Rows, count: i32, queries: usize, queryCount: i32, outs: usize): void {
  const queryBytes = (<usize>coarse.size) << 1;
  for (; queryCount >= 4; queryCount -= 4, queries += 4 * queryBytes, outs += 16)
    dotsOfFour(coarse, count, queries, outs);
  for (; queryCount > 0; queryCount--, queries += queryBytes, outs += 4)
    dotsOfOne(coarse, count, queries, load<u32>(outs));
}

function dotsOfOne(coarse: Rows, count: i32, query: usize, out: usize): void {
  const blockRows = coarse.blockRows;
  let blocks = coarse.blocks;
  const last = query + ((<usize>coarse.size) << 1);
  const start = unbiased(query, last);
  for (; count > 0; count -= blockRows, blocks += 4) {
    let rows = <usize>load<u32>(blocks);
    for (let left = min(count, blockRows); left > 0; left -= TILE_ROWS, rows += COUNTS_BYTES, out += 64) {
      let a = start;
      let b = i32x4.splat(0);
      let c = start;
      let d = i32x4.splat(0);
      for (let at = query; at < last; at += 8, rows += 2 * PAIRS_APART) {
        let pair = v128.load32_splat(at);
        let some = v128.load(rows);
        let others = v128.load(rows, 16);
        a = i32x4.add(a, i32x4.dot_i16x8_s(pair, some));
        b = i32x4.add(b, i32x4.dot_i16x8_s(pair, i16x8.shr_s(some, 8)));
        c = i32x4.add(c, i32x4.dot_i16x8_s(pair, others));
        d = i32x4.add(d, i32x4.dot_i16x8_s(pair, i16x8.shr_s(others, 8)));
        pair = v128.load32_splat(at, 4);
        some = v128.load(rows, 32);
        others = v128.load(rows, 48);
        a = i32x4.add(a, i32x4.dot_i16x8_s(pair, some));
        b = i32x4.add(b, i32x4.dot_i16x8_s(pair, i16x8.shr_s(some, 8)));
        c = i32x4.add(c, i32x4.dot_i16x8_s(pair, others));
        d = i32x4.add(d, i32x4.dot_i16x8_s(pair, i16x8.shr_s(others, 8)));
      }
      storeFloats(out, lowOnes(a, b), rows);
      storeFloats(out + 16, b, rows + 16);
      storeFloats(out + 32, lowOnes(c, d), rows + 32);
      storeFloats(out + 48, d, rows + 48);
    }
  }
}

/** Does the same for four queries: each tile is read from memory once for all of them, half of its rows at a time. */
function dotsOfFour(coarse: Rows, count: i32, queries: usize, outs: usize): void {
  const size = coarse.size;
  const blockRows = coarse.blockRows;
  let blocks = coarse.blocks;
  const second = (<usize>size) << 1;
  const third = second + second;
  const fourth = third + second;
  const last = queries + second;
  const counts = <usize>(TILE_ROWS * size);
  const firstOut = <usize>load<u32>(outs);
  const secondOut = <usize>load<u32>(outs, 4);
  const thirdOut = <usize>load<u32>(outs, 8);
  const fourthOut = <usize>load<u32>(outs, 12);
  const firstStart = unbiased(queries, last);
  const secondStart = unbiased(queries + second, last + second);
  const thirdStart = unbiased(queries + third, last + third);
  const fourthStart = unbiased(queries + fourth, last + fourth);
  let slot: usize = 0;
  for (; count > 0; count -= blockRows, blocks += 4) {
    let tile = <usize>load<u32>(blocks);
    for (let left = min(count, blockRows); left > 0; left -= TILE_ROWS, tile += counts + COUNTS_BYTES) {
      for (let half: usize = 0; half < PAIRS_APART; half += PAIRS_APART >> 1, slot += 32) {
        let a = firstStart;
        let b = i32x4.splat(0);
        let c = secondStart;
        let d = b;
        let e = thirdStart;
        let f = b;
        let g = fourthStart;
        let h = b;
        let rows = tile + half;
        for (let at = queries; at < last; at += 4, rows += PAIRS_APART) {
          const some = v128.load(rows);
          const others = i16x8.shr_s(some, 8);
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
        const its = tile + counts + half + half;
        storeFloats(firstOut + slot, lowOnes(a, b), its);
        storeFloats(firstOut + slot + 16, b, its + 16);
        storeFloats(secondOut + slot, lowOnes(c, d), its);
        storeFloats(secondOut + slot + 16, d, its + 16);
        storeFloats(thirdOut + slot, lowOnes(e, f), its);
        storeFloats(thirdOut + slot + 16, f, its + 16);
        storeFloats(fourthOut + slot, lowOnes(g, h), its);
        storeFloats(fourthOut + slot + 16, h, its + 16);
      }
    }
  }
}

/** Returns the sums of low bytes, from those of both and of high ones. */
function lowOnes(both: v128, high: v128): v128 {
  return i32x4.sub(both, i32x4.shl(high, 8));
}

function storeFloats(out: usize, sums: v128, counts: usize): void {
  v128.store(out, f32x4.mul(f32x4.convert_i32x4_s(sums), v128.load(counts)));
}
