/**
 * Computes BM25 over windows of adjacent slots; words.ts does for any. A span tells in a byte which slots next to a slot have its words
 * in their windows: in the low four bits how many before it, in the high ones how many after.
 */
import { Bm25 } from './records';
import { highestLane } from './sums';
import { settle } from './words';

/** The span of a slot whose neighbours are not adjacent. */
const SCATTERED: u32 = 0xf0;
const MOST_TO_A_SIDE: u32 = 0xf;
/** The most occurrences of a word in a document with which the count of a whole window still fits a byte. */
const MOST_TIMES: u32 = 255 / (2 * MOST_TO_A_SIDE + 1);
const ONES: u64 = 0x0101010101010101;

/**
 * Counts a word's occurrences in every window that holds them: adds to `row`, a byte for each slot, zero before. Returns how many slots
 * have some, or -1 if some are not adjacent or a word occurs too often; the row is zero again then.
 */
export function spread(postings: usize, count: i32, spans: usize, row: usize): i32 {
  let slots: u32 = 0;
  let next: u32 = 0;
  for (const end = postings + ((<usize>count) << 2); postings < end; postings += 4) {
    const posting = load<u32>(postings);
    const slot = posting >> 8;
    const times = posting & 255;
    const span = <u32>load<u8>(spans + <usize>slot);
    if (span === SCATTERED || times > MOST_TIMES) {
      memory.fill(row, 0, next);
      return -1;
    }
    const first = slot - (span & MOST_TO_A_SIDE);
    const last = slot + (span >> 4) + 1;
    slots += last - max(next, first);
    next = last;
    let at = row + <usize>first;
    let left = last - first;
    const all = <u64>times * ONES;
    for (; left >= 8; left -= 8, at += 8) store<u64>(at, load<u64>(at) + all);
    if ((left & 4) !== 0) {
      store<u32>(at, load<u32>(at) + <u32>all);
      at += 4;
    }
    if ((left & 2) !== 0) {
      store<u16>(at, load<u16>(at) + <u16>all);
      at += 2;
    }
    if ((left & 1) !== 0) store<u8>(at, load<u8>(at) + <u8>times);
  }
  return <i32>slots;
}

/**
 * Writes the sums of the words' BM25 to `scores`, and those of their idf to `covered`, for `count` slots, a multiple of
 * 16. `terms` lists the words: the address of its row, which becomes zero again, its highest score, and its idf, four bytes each.
 */
export function addSpread(terms: usize, words: i32, count: i32, bm25: Bm25): void {
  let lengths = bm25.lengths;
  let scores = bm25.scores;
  let covered = bm25.covered;
  const last = terms + <usize>(12 * words);
  const zero = f32x4.splat(0);
  const constants = f32x4.splat(bm25.constant);
  const slopes = f32x4.splat(bm25.slope);
  let high = zero;
  let most = zero;
  let scored = 0;
  for (let from: usize = 0; from < <usize>count; from += 16, scores += 64, lengths += 64) {
    const first = f32x4.add(constants, f32x4.mul(slopes, f32x4.convert_i32x4_s(v128.load(lengths))));
    const second = f32x4.add(constants, f32x4.mul(slopes, f32x4.convert_i32x4_s(v128.load(lengths, 16))));
    const third = f32x4.add(constants, f32x4.mul(slopes, f32x4.convert_i32x4_s(v128.load(lengths, 32))));
    const fourth = f32x4.add(constants, f32x4.mul(slopes, f32x4.convert_i32x4_s(v128.load(lengths, 48))));
    let a = zero;
    let b = zero;
    let c = zero;
    let d = zero;
    for (let term = terms; term < last; term += 12) {
      const bytes = v128.load(<usize>load<u32>(term) + from);
      if (!v128.any_true(bytes)) continue;
      const top = v128.load_splat<f32>(term, 4);
      const low = i16x8.extend_low_i8x16_u(bytes);
      const high = i16x8.extend_high_i8x16_u(bytes);
      a = f32x4.add(a, scoreOf(top, f32x4.convert_i32x4_s(i32x4.extend_low_i16x8_u(low)), first));
      b = f32x4.add(b, scoreOf(top, f32x4.convert_i32x4_s(i32x4.extend_high_i16x8_u(low)), second));
      c = f32x4.add(c, scoreOf(top, f32x4.convert_i32x4_s(i32x4.extend_low_i16x8_u(high)), third));
      d = f32x4.add(d, scoreOf(top, f32x4.convert_i32x4_s(i32x4.extend_high_i16x8_u(high)), fourth));
    }
    v128.store(scores, a);
    v128.store(scores, b, 16);
    v128.store(scores, c, 32);
    v128.store(scores, d, 48);
    scored += popcnt(bits(a, b, c, d));
    high = f32x4.pmax(high, f32x4.pmax(f32x4.pmax(a, b), f32x4.pmax(c, d)));
    a = zero;
    b = zero;
    c = zero;
    d = zero;
    for (let term = terms; term < last; term += 12) {
      const row = <usize>load<u32>(term) + from;
      const bytes = v128.load(row);
      if (!v128.any_true(bytes)) continue;
      v128.store(row, zero);
      if (covered === 0) continue;
      const idf = v128.load_splat<f32>(term, 8);
      const has = i8x16.ne(bytes, zero);
      const low = i16x8.extend_low_i8x16_s(has);
      const high = i16x8.extend_high_i8x16_s(has);
      a = f32x4.add(a, v128.and(idf, i32x4.extend_low_i16x8_s(low)));
      b = f32x4.add(b, v128.and(idf, i32x4.extend_high_i16x8_s(low)));
      c = f32x4.add(c, v128.and(idf, i32x4.extend_low_i16x8_s(high)));
      d = f32x4.add(d, v128.and(idf, i32x4.extend_high_i16x8_s(high)));
    }
    if (covered === 0) continue;
    v128.store(covered, a);
    v128.store(covered, b, 16);
    v128.store(covered, c, 32);
    v128.store(covered, d, 48);
    covered += 64;
    most = f32x4.pmax(most, f32x4.pmax(f32x4.pmax(a, b), f32x4.pmax(c, d)));
  }
  settle(bm25.summary, highestLane(high), highestLane(most), scored);
}

/** Returns the BM25 of a word that occurs `times` times; `norm` is the contribution of its document's length, above 0. */
function scoreOf(top: v128, times: v128, norm: v128): v128 {
  return f32x4.div(f32x4.mul(top, times), f32x4.add(times, norm));
}

/** Returns a bit for each lane that is above 0. */
function bits(a: v128, b: v128, c: v128, d: v128): i32 {
  const zero = f32x4.splat(0);
  return (
    i32x4.bitmask(f32x4.gt(a, zero)) |
    (i32x4.bitmask(f32x4.gt(b, zero)) << 4) |
    (i32x4.bitmask(f32x4.gt(c, zero)) << 8) |
    (i32x4.bitmask(f32x4.gt(d, zero)) << 12)
  );
}
