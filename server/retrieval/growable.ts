/** Columns that grow: typed arrays behind an object, since growing replaces them. */
type Numbers = Float32Array | Float64Array | Int32Array | Uint16Array | Uint8Array;

/** Returns an array at least `length` long, with the values of the given one. */
export function grown<T extends Numbers>(array: T, length: number): T {
  if (array.length >= length) return array;
  const larger = new (array.constructor as new (length: number) => T)(length);
  larger.set(array);
  return larger;
}

/** The highest number of a column, or 0, searched anew only after the highest one has gone. */
export interface Highest {
  /** Must be called when a number changes. */
  changed(from: number, to: number): void;
  of(column: Float32Array): number;
}

export function highest(): Highest {
  let known: number | undefined;
  return {
    changed(from, to) {
      if (known === undefined) return;
      if (to >= known) known = to;
      else if (from === known) known = undefined;
    },
    of(column) {
      if (known !== undefined) return known;
      known = 0;
      for (let at = 0; at < column.length; at++) if ((column[at] as number) > known) known = column[at] as number;
      return known;
    },
  };
}

/** Returns the values at these indexes of a column, in their order. */
export function picked<T extends Numbers>(column: T, indexes: Int32Array): T {
  const found = new (column.constructor as new (length: number) => T)(indexes.length);
  for (let at = 0; at < indexes.length; at++) found[at] = column[indexes[at] as number] as number;
  return found;
}

/** Returns the slots below `slots` that are alive. */
export function livingSlots(alive: Uint8Array, slots: number): Int32Array {
  const living = new Int32Array(slots);
  let count = 0;
  for (let slot = 0; slot < slots; slot++) if (alive[slot] === 1) living[count++] = slot;
  return living.slice(0, count);
}

/** Returns the capacity to take for `needed`: small at first, then a quarter more at a time. */
export function nextCapacity(current: number, needed: number): number {
  let capacity = Math.max(current, SMALLEST);
  while (capacity < needed) capacity += Math.max(SMALLEST, capacity < DOUBLE_UNTIL ? capacity : capacity >> 2);
  return capacity;
}

const SMALLEST = 16;
const DOUBLE_UNTIL = 4096;

/** A list of numbers per row, all in one array; setting a row again leaves waste, which is removed when it is most of the array. */
export interface RaggedRows {
  readonly bytes: number;
  set(row: number, values: ArrayLike<number>): void;
  /** Returns the start of a row's values in `values`: valid until the next `set`. */
  start(row: number): number;
  end(row: number): number;
  readonly values: Int32Array;
  /** The start and length of each row: valid until the next `set`. */
  readonly starts: Int32Array;
  readonly lengths: Int32Array;
  /** Moves row `from` to row `to`; rows are moved downwards, in order. */
  move(from: number, to: number): void;
  /** Returns these rows, one after the other. */
  joined(rows: Int32Array): JoinedRows;
  /** Restores rows from 0 on; there must be none yet. */
  restore(joined: JoinedRows): void;
}

export type JoinedRows = { readonly values: Int32Array; readonly lengths: Int32Array };

export function raggedRows(): RaggedRows {
  let values = new Int32Array(SMALLEST);
  let starts = new Int32Array(SMALLEST);
  let lengths = new Int32Array(SMALLEST);
  let used = 0;
  let live = 0;

  function pack(): void {
    const packed = new Int32Array(nextCapacity(0, live));
    let at = 0;
    for (let row = 0; row < starts.length; row++) {
      const start = starts[row] as number;
      const length = lengths[row] as number;
      packed.set(values.subarray(start, start + length), at);
      starts[row] = at;
      at += length;
    }
    values = packed;
    used = at;
  }

  return {
    get bytes() {
      return values.byteLength + starts.byteLength + lengths.byteLength;
    },
    get values() {
      return values;
    },
    get starts() {
      return starts;
    },
    get lengths() {
      return lengths;
    },
    set(row, list) {
      if (row >= starts.length) {
        const capacity = nextCapacity(starts.length, row + 1);
        starts = grown(starts, capacity);
        lengths = grown(lengths, capacity);
      }
      live += list.length - (lengths[row] as number);
      lengths[row] = 0;
      if (used + list.length > values.length && used > 2 * live) pack();
      if (used + list.length > values.length) values = grown(values, nextCapacity(values.length, used + list.length));
      values.set(list, used);
      starts[row] = used;
      lengths[row] = list.length;
      used += list.length;
    },
    start: (row) => starts[row] as number,
    end: (row) => (starts[row] as number) + (lengths[row] as number),
    move(from, to) {
      if (from === to) return;
      live -= lengths[to] as number;
      starts[to] = starts[from] as number;
      lengths[to] = lengths[from] as number;
      lengths[from] = 0;
    },
    joined(rows) {
      const counts = rows.map((row) => lengths[row] as number);
      const all = new Int32Array(counts.reduce((sum, count) => sum + count, 0));
      let at = 0;
      for (const [index, row] of rows.entries()) {
        const start = starts[row] as number;
        const end = start + (counts[index] as number);
        for (let from = start; from < end; from++) all[at++] = values[from] as number;
      }
      return { values: all, lengths: counts };
    },
    restore(joined) {
      values = Int32Array.from(joined.values);
      lengths = Int32Array.from(joined.lengths);
      starts = new Int32Array(lengths.length);
      used = live = 0;
      for (let row = 0; row < lengths.length; row++) {
        starts[row] = used;
        used += lengths[row] as number;
      }
      live = used;
    },
  };
}
