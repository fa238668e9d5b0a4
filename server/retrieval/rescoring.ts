/**
 * A scan reads the coarse half of each vector, so that similarities are off by up to a known bound. Documents whose rank could change are
 * rescored exactly; results equal a full scan bit for bit.
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
  /** The most that meaning is off for slots that were not rescored. */
  readonly errorBound: number;
  /** Rescores these slots, none of them empty; the list may be in any column but `fresh`. */
  at(slots: SlotList): void;
  /**
   * Returns the range of a column that has `slope` for each unit of meaning. Empty slots must not be the lowest nor the highest: they
   * take a living one's value. `isNoted`: the range was noted as the column was summed.
   */
  range(column: Column, slope: number, isNoted?: boolean): Range;
  /** Returns the range of meaning, and how clearly it separates memories, as signals/clarity.ts defines it. */
  nearness(): Range & { readonly clarity: number };
  /** Calls `change` from now on for slots whose meaning rescoring has changed. */
  onChange(change: (slots: SlotList) => void): void;
}

/** The slots that were rescored. */
const seen = kernelMarks();
/** The crowd limit, with a margin for the rounding of the kernel's sum. */
const SURE_CROWD = CROWD + 0.01;

/** Makes the rescoring of one search, once its column `meaning` is computed from `given`. */
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

  /** Returns the range without rescoring. Empty slots must not be the lowest nor the highest, and are not near to anything. */
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

  /** Returns the living slots whose values are at most `low` or at least `high`. */
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
    // The slots that seem the lowest and the highest are rescored first: then few others may be lower or higher.
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
      // If there is a crowd even when each of its memories means the least it may, exact values do not matter.
      const least = columns.reach('meaning', [from + errorBound, to + errorBound], slots, SURE_CROWD);
      if (least > SURE_CROWD) return { ...nearness, clarity: 0 };
      // A memory that means more than `from` was noted with no less than this.
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

/** Returns the slots of the lowest and the highest value. */
function outermostOf(values: Float32Array, slots: readonly number[]): readonly [number, number] {
  let [lowest, highest] = [slots[0] as number, slots[0] as number];
  for (const slot of slots) {
    if ((values[slot] as number) < (values[lowest] as number)) lowest = slot;
    if ((values[slot] as number) > (values[highest] as number)) highest = slot;
  }
  return [lowest, highest];
}
