/**
 * A scan reads the coarse half of each vector, so that similarities are off by up to a known bound. Documents whose rank could change
 * are rescored exactly; results equal a full scan bit for bit.
 */
import { slotsIn, type SearchColumns, type SlotList } from '../kernel/search-columns.ts';
import { kernelMarks } from '../kernel/kernel-marks.ts';
import { kernelSpace } from '../kernel/kernel-memory.ts';
import type { Column } from './combine-signals.ts';
import type { Documents } from './documents.ts';
import { clarity, CROWD, nearlyNearest } from './signals/clarity.ts';
import { meaningAt, type LinkColumns, type MeaningColumns } from './signals/meaning.ts';
import type { Range } from './signals/range.ts';
import type { Scan } from './scans.ts';

export interface Rescoring {
  /** By so much at most meaning is off where nobody looked closely. */
  readonly errorBound: number;
  /** Looks closely at these slots, none of them empty, in any column but `fresh`. */
  at(slots: SlotList): void;
  /**
   * The range of a column that has `slope` for each unit of meaning. Empty slots must not be the lowest nor the highest: they take a
   * living one's value. `isNoted`: it is a sum as it was made.
   */
  range(column: Column, slope: number, isNoted?: boolean): Range;
  /** The range of meaning, and how clearly it separates memories, as signals/clarity.ts says. */
  nearness(): Range & { readonly clarity: number };
  /** Calls `change` from now on for slots whose meaning a look has changed. */
  onChange(change: (slots: SlotList) => void): void;
}

/** Slots that were looked at. */
const seen = kernelMarks();
/** Whatever the kernel's sum is rounded by. */
const SURE_CROWD = CROWD + 0.01;

/** For one search, once the column `meaning` is there, of `given`. */
export function rescore(
  columns: SearchColumns<Column>,
  { count, slots, alive }: Pick<Documents, 'count' | 'slots' | 'alive'>,
  { errorBound: cosineErrorBound, refine }: Pick<Scan, 'errorBound' | 'refine'>,
  given: MeaningColumns & { readonly mostMixed: number; readonly links: LinkColumns | undefined },
): Rescoring {
  const { links, mostMixed } = given;
  const errorBound = cosineErrorBound * mostMixed;
  const mark = seen.begin(slots);
  let change: (slots: SlotList) => void = () => undefined;

  function at(list: SlotList): void {
    if (errorBound === 0) return;
    const address = columns.address('fresh');
    const fresh = {
      address,
      count: kernelSpace().functions.unseen(list.address, list.count, seen.address, mark, address),
    };
    if (fresh.count === 0) return;
    refine(fresh, links);
    meaningAt(given, links, fresh);
    change(fresh);
  }

  /** As it is without rescoring. Empty slots must not be the lowest nor the highest, and are not near to anything. */
  function coarseRange(column: Column, isNoted: boolean): Range {
    if (count === slots) return columns.range(column, slots, isNoted);
    const values = columns.floats(column);
    const fillGaps = (value: number): void => {
      for (let slot = 0; slot < slots; slot++) if (alive[slot] === 0) values[slot] = value;
    };
    fillGaps(values[alive.indexOf(1)] as number);
    const range = columns.range(column, slots);
    fillGaps(range.low);
    return range;
  }

  /** The living among those that are at most `low` or at least `high`. */
  function outside(column: Column, low: number, high: number): number[] {
    const found: number[] = [];
    for (const slot of slotsIn(columns.outside(column, { low, high }, slots, 'touched'))) {
      if (alive[slot] === 1) found.push(slot);
    }
    return found;
  }

  function range(column: Column, slope: number, isNoted = false): Range {
    const coarse = coarseRange(column, isNoted);
    if (errorBound === 0) return coarse;
    const margin = errorBound * slope;
    const outermost = outside(column, coarse.low + 2 * margin, coarse.high - 2 * margin);
    const values = columns.floats(column);
    // What seems the lowest and the highest first: few others may be lower or higher than those are.
    const first = outermostOf(values, outermost);
    at(columns.list(first, 'touched'));
    const seemed = rangeOf(values, first);
    const left = outermost.filter((slot) => {
      const value = values[slot] as number;
      return value <= seemed.low + margin || value >= seemed.high - margin;
    });
    at(columns.list(left, 'touched'));
    return rangeOf(values, left);
  }

  return {
    errorBound,
    at,
    range,
    nearness() {
      const nearness = range('meaning', 1);
      const [from, to] = nearlyNearest(nearness);
      if (to <= from) return { ...nearness, clarity: 0 };
      // Where there is a crowd though each of it may mean less than it seems, it does not matter by how much.
      const least = columns.reach('meaning', [from + errorBound, to + errorBound], slots, SURE_CROWD);
      if (least > SURE_CROWD) return { ...nearness, clarity: 0 };
      // What means more than `from` was noted as no less than this.
      const near = outside('meaning', -Infinity, from - errorBound);
      at(columns.list(near, 'touched'));
      const meanings = columns.floats('meaning');
      const theirs = near.map((slot) => meanings[slot] as number);
      return { ...nearness, clarity: clarity(theirs, nearness) };
    },
    onChange: (changes) => void (change = changes),
  };
}

function rangeOf(values: Float32Array, slots: readonly number[]): Range {
  let [low, high] = [Infinity, -Infinity];
  for (const slot of slots) {
    const value = values[slot] as number;
    if (value < low) low = value;
    if (value > high) high = value;
  }
  return { low, high };
}

/** The slots of the lowest and the highest value. */
function outermostOf(values: Float32Array, slots: readonly number[]): readonly [number, number] {
  let [lowest, highest] = [slots[0] as number, slots[0] as number];
  for (const slot of slots) {
    if ((values[slot] as number) < (values[lowest] as number)) lowest = slot;
    if ((values[slot] as number) > (values[highest] as number)) highest = slot;
  }
  return [lowest, highest];
}
