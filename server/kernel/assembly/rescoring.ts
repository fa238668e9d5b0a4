/** Rescores rows by their fine bytes, which are stored apart from the coarse ones. */
import { bytesDot, ONE } from './fixed-point';
import { Refinement, Rows } from './records';

/** Adds the fine bytes' part of the dot product with a query, for the listed rows and for those before and after each, once. */
export function addFine(slots: usize, count: i32, fine: Rows, refinement: Refinement): void {
  const before = refinement.before;
  const after = refinement.after;
  for (const end = slots + ((<usize>count) << 2); slots < end; slots += 4) {
    const slot = load<i32>(slots);
    addFineOf(slot, fine, refinement);
    if (before === 0) continue;
    addFineOf(load<i32>(before + ((<usize>slot) << 2)), fine, refinement);
    addFineOf(load<i32>(after + ((<usize>slot) << 2)), fine, refinement);
  }
}

function addFineOf(slot: i32, fine: Rows, refinement: Refinement): void {
  if (slot < 0) return;
  const done = refinement.done + <usize>slot;
  const mark = <u8>refinement.mark;
  if (load<u8>(done) === mark) return;
  store<u8>(done, mark);
  const block = <usize>load<u32>(fine.blocks + ((<usize>(slot / fine.blockRows)) << 2));
  const row = block + <usize>((slot % fine.blockRows) * fine.size);
  const at = refinement.out + ((<usize>slot) << 2);
  store<f32>(at, load<f32>(at) + <f32>bytesDot(row, <usize>fine.size, refinement.query) / (ONE * ONE));
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
