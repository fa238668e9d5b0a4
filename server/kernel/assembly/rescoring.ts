/** Rescores rows by their fine bytes, which are stored apart from the coarse ones. */
import { bytesDot, ONE } from './fixed-point';

/**
 * Adds the fine bytes' part of the dot product with a query, for the listed rows and for those before and after each, once: rows that
 * were added have `mark` in `done`, a byte for each slot. `before` is 0 if none has neighbours. Rows lie in blocks of `blockRows`, whose
 * addresses are at `blocks`.
 */
export function addFine(
  slots: usize,
  count: i32,
  before: usize,
  after: usize,
  blocks: usize,
  blockRows: i32,
  size: i32,
  query: usize,
  done: usize,
  mark: u8,
  out: usize,
): void {
  for (const end = slots + ((<usize>count) << 2); slots < end; slots += 4) {
    const slot = load<i32>(slots);
    addFineOf(slot, blocks, blockRows, size, query, done, mark, out);
    if (before === 0) continue;
    addFineOf(load<i32>(before + ((<usize>slot) << 2)), blocks, blockRows, size, query, done, mark, out);
    addFineOf(load<i32>(after + ((<usize>slot) << 2)), blocks, blockRows, size, query, done, mark, out);
  }
}

function addFineOf(
  slot: i32,
  blocks: usize,
  blockRows: i32,
  size: i32,
  query: usize,
  done: usize,
  mark: u8,
  out: usize,
): void {
  if (slot < 0 || load<u8>(done + <usize>slot) === mark) return;
  store<u8>(done + <usize>slot, mark);
  const row = <usize>load<u32>(blocks + ((<usize>(slot / blockRows)) << 2)) + <usize>((slot % blockRows) * size);
  const at = out + ((<usize>slot) << 2);
  store<f32>(at, load<f32>(at) + <f32>bytesDot(row, <usize>size, query) / (ONE * ONE));
}

/** Lists which of the listed slots do not have `mark` in `seen`, a byte for each slot, yet, and marks them; returns how many. */
export function unseen(slots: usize, count: i32, seen: usize, mark: u8, out: usize): i32 {
  const start = out;
  for (const end = slots + ((<usize>count) << 2); slots < end; slots += 4) {
    const slot = load<i32>(slots);
    if (load<u8>(seen + <usize>slot) === mark) continue;
    store<u8>(seen + <usize>slot, mark);
    store<i32>(out, slot);
    out += 4;
  }
  return <i32>((out - start) >> 2);
}
