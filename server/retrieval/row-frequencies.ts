import { raggedRows, type JoinedRows } from './growable.ts';

/** The number of documents that each row of the embedder's table occurs in, by which a query's words are weighted. */
export interface RowFrequencies {
  readonly bytes: number;
  of(row: number): number;
  add(slot: number, rows: ArrayLike<number>): void;
  remove(slot: number): void;
  move(from: number, to: number): void;
  /** Returns the rows of these slots, one slot after the other. */
  joined(slots: Int32Array): JoinedRows;
  /** Returns the distinct rows, and the number of slots that have each. */
  counts(): ReadonlyMap<number, number>;
  /** Restores the rows of each slot from 0 on, and their counts; there must be none yet. */
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
