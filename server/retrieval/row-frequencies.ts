import { raggedRows, type JoinedRows } from './growable.ts';

/** In how many documents each row of the embedder's table occurs: what a query's words are weighed by. */
export interface RowFrequencies {
  readonly bytes: number;
  of(row: number): number;
  add(slot: number, rows: ArrayLike<number>): void;
  remove(slot: number): void;
  move(from: number, to: number): void;
  /** The rows of these slots, one slot after the other. */
  joined(slots: Int32Array): JoinedRows;
  /** The distinct rows, and how many slots have each. */
  counts(): ReadonlyMap<number, number>;
  /** Into empty ones: the rows of each slot from 0 on, and their counts. */
  restore(rowsOfSlots: JoinedRows, counts: Iterable<readonly [row: number, count: number]>): void;
}

const BYTES_PER_ENTRY = 40;

export function rowFrequencies(): RowFrequencies {
  const counts = new Map<number, number>();
  const bySlot = raggedRows();
  return {
    get bytes() {
      return bySlot.bytes + counts.size * BYTES_PER_ENTRY;
    },
    of: (row) => counts.get(row) ?? 0,
    add(slot, rows) {
      bySlot.set(slot, rows);
      for (let at = 0; at < rows.length; at++) {
        const row = rows[at] as number;
        counts.set(row, (counts.get(row) ?? 0) + 1);
      }
    },
    remove(slot) {
      for (let at = bySlot.start(slot); at < bySlot.end(slot); at++) {
        const row = bySlot.values[at] as number;
        const left = (counts.get(row) ?? 1) - 1;
        if (left === 0) counts.delete(row);
        else counts.set(row, left);
      }
      bySlot.set(slot, []);
    },
    move: (from, to) => bySlot.move(from, to),
    joined: bySlot.joined,
    counts: () => counts,
    restore(lists, times) {
      bySlot.restore(lists);
      for (const [row, count] of times) counts.set(row, count);
    },
  };
}
