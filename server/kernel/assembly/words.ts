/**
 * Computes BM25 from postings. A posting is 32 bits: the slot times 256, plus the number of occurrences there. Compressed, it is the
 * distance to the slot before (to -1 for the first), doubled, plus 1 if a byte with the count follows, which is left out for 1; seven
 * bits a byte, low ones first, the eighth set in all but the last. Then comes a byte with the word's position in its document, 255 if it
 * has several or one farther in.
 */
import { Bm25, Windows } from './records';

/** Writes the postings of a compressed row that ends at `end`, and their positions, a byte each; returns how many. */
export function unpack(row: usize, end: usize, out: usize, positions: usize): i32 {
  const start = out;
  let slot: u32 = -1;
  while (row < end) {
    let code = <u32>load<u8>(row++);
    if (code > 127) {
      code &= 127;
      let shift: u32 = 7;
      let more: u32;
      do {
        more = <u32>load<u8>(row++);
        code |= (more & 127) << shift;
        shift += 7;
      } while (more > 127);
    }
    slot += code >> 1;
    store<u32>(out, (slot << 8) | ((code & 1) === 0 ? 1 : <u32>load<u8>(row++)));
    store<u8>(positions++, load<u8>(row++));
    out += 4;
  }
  return <i32>((out - start) >> 2);
}

/**
 * Writes the state of the sums: the highest score, the highest `covered` of a slot, and the number of slots with a score, eight bytes
 * each.
 */
export function settle(summary: usize, high: f32, most: f32, scored: i32): void {
  if (<f64>high > load<f64>(summary)) store<f64>(summary, <f64>high);
  if (<f64>most > load<f64>(summary, 8)) store<f64>(summary, <f64>most, 8);
  store<f64>(summary, load<f64>(summary, 16) + <f64>scored, 16);
}

/** Adds the BM25 of a word to the score of each document that has it, at most `top`, and its idf to `covered`. */
export function addOwn(postings: usize, count: i32, top: f32, idf: f32, bm25: Bm25): void {
  const constant = bm25.constant;
  const slope = bm25.slope;
  const lengths = bm25.lengths;
  const scores = bm25.scores;
  const covered = bm25.covered;
  let high: f32 = 0;
  let most: f32 = 0;
  let scored = 0;
  for (const end = postings + ((<usize>count) << 2); postings < end; postings += 4) {
    const posting = load<u32>(postings);
    const at = (<usize>(posting >> 8)) << 2;
    const times = <f32>(posting & 255);
    const before = load<f32>(scores + at);
    const score = before + (top * times) / (times + (constant + slope * <f32>load<i32>(lengths + at)));
    store<f32>(scores + at, score);
    if (before === 0) scored++;
    if (score > high) high = score;
    if (covered !== 0) {
      const has = load<f32>(covered + at) + idf;
      store<f32>(covered + at, has);
      if (has > most) most = has;
    }
  }
  settle(bm25.summary, high, most, scored);
}

/** Counts a word's occurrences in every window that holds them, and lists the slots of these windows; returns how many. */
export function gather(postings: usize, count: i32, windows: Windows): i32 {
  const before = windows.before;
  const after = windows.after;
  const kinds = windows.kinds;
  const backFact = windows.backFact;
  const forwardFact = windows.forwardFact;
  const backTurn = windows.backTurn;
  const forwardTurn = windows.forwardTurn;
  const occurrences = windows.occurrences;
  let touched = windows.touched;
  const farAfter = max(backFact, backTurn);
  const farBefore = max(forwardFact, forwardTurn);
  const start = touched;
  for (const end = postings + ((<usize>count) << 2); postings < end; postings += 4) {
    const posting = load<u32>(postings);
    const slot = <i32>(posting >> 8);
    const times = <f32>(posting & 255);
    touched += add(slot, times, occurrences, touched);
    let next = load<i32>(after + ((<usize>slot) << 2));
    for (let step = 1; next >= 0 && step <= farAfter; step++) {
      const reached = load<u8>(kinds + <usize>next) === 1 ? backTurn : backFact;
      if (step <= reached) touched += add(next, times, occurrences, touched);
      next = load<i32>(after + ((<usize>next) << 2));
    }
    next = load<i32>(before + ((<usize>slot) << 2));
    for (let step = 1; next >= 0 && step <= farBefore; step++) {
      const reached = load<u8>(kinds + <usize>next) === 1 ? forwardTurn : forwardFact;
      if (step <= reached) touched += add(next, times, occurrences, touched);
      next = load<i32>(before + ((<usize>next) << 2));
    }
  }
  return <i32>((touched - start) >> 2);
}

/** Adds occurrences to a slot; returns the bytes by which the list of touched slots grew. */
function add(slot: i32, times: f32, occurrences: usize, touched: usize): usize {
  const at = occurrences + ((<usize>slot) << 2);
  const so = load<f32>(at);
  store<f32>(at, so + times);
  if (so !== 0) return 0;
  store<i32>(touched, slot);
  return 4;
}

/** Does the same as `addOwn` for the slots that were gathered; sets their occurrences to zero again. */
export function addGathered(windows: Windows, count: i32, top: f32, idf: f32, bm25: Bm25): void {
  const occurrences = windows.occurrences;
  const constant = bm25.constant;
  const slope = bm25.slope;
  const lengths = bm25.lengths;
  const scores = bm25.scores;
  const covered = bm25.covered;
  let touched = windows.touched;
  let high: f32 = 0;
  let most: f32 = 0;
  let scored = 0;
  for (const end = touched + ((<usize>count) << 2); touched < end; touched += 4) {
    const at = (<usize>load<i32>(touched)) << 2;
    const times = load<f32>(occurrences + at);
    store<f32>(occurrences + at, 0);
    const before = load<f32>(scores + at);
    const score = before + (top * times) / (times + (constant + slope * <f32>load<i32>(lengths + at)));
    store<f32>(scores + at, score);
    if (before === 0) scored++;
    if (score > high) high = score;
    if (covered !== 0) {
      const has = load<f32>(covered + at) + idf;
      store<f32>(covered + at, has);
      if (has > most) most = has;
    }
  }
  settle(bm25.summary, high, most, scored);
}

/** The last position that is compared here; for later ones, and for a word with several, the document must be read. */
const LAST_POSITION: u32 = 253;
const UNKNOWN: u32 = 255;

/**
 * Lists the slots where one word is directly before another; as -1 - slot if the document must be read. Returns how many. Positions
 * follow the postings. `row` has a byte for each slot, zero before and after.
 */
export function sideBySide(left: usize, leftCount: i32, right: usize, rightCount: i32, row: usize, out: usize): i32 {
  const start = out;
  const leftPositions = left + ((<usize>leftCount) << 2);
  const rightPositions = right + ((<usize>rightCount) << 2);
  for (let at: usize = 0; at < <usize>leftCount; at++) {
    const position = <u32>load<u8>(leftPositions + at);
    // The byte holds where the other word has to be, which is never 0.
    store<u8>(row + <usize>(load<u32>(left + (at << 2)) >> 8), position > LAST_POSITION ? UNKNOWN : position + 1);
  }
  for (let at: usize = 0; at < <usize>rightCount; at++) {
    const slot = <i32>(load<u32>(right + (at << 2)) >> 8);
    const wanted = <u32>load<u8>(row + <usize>slot);
    if (wanted === 0) continue;
    const position = <u32>load<u8>(rightPositions + at);
    if (wanted !== UNKNOWN && position !== wanted && position !== UNKNOWN) continue;
    store<i32>(out, wanted === UNKNOWN || position === UNKNOWN ? -1 - slot : slot);
    out += 4;
  }
  for (let at: usize = 0; at < <usize>leftCount; at++) {
    store<u8>(row + <usize>(load<u32>(left + (at << 2)) >> 8), 0);
  }
  return <i32>((out - start) >> 2);
}
