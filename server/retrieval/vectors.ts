/** The vectors of an index, in blocks of the kernel's memory, as fixed-point numbers. */
import { BLOCK_ROWS, MOST_QUERIES, TILE_ROWS, VECTOR_GROWTH } from '../policy/retrieval.ts';
import { addressAt, type Address } from '../kernel/address.ts';
import { kernelSpace } from '../kernel/kernel-memory.ts';
import { record } from '../kernel/records.ts';
import { scratchBuffer } from '../kernel/scratch-buffer.ts';
import type { SlotList } from '../kernel/search-columns.ts';
import { grown, highest } from './growable.ts';

/** The address of marks of slots, and the mark that counts. */
export type Marked = { readonly address: Address; readonly mark: number };
/** The addresses of the columns of the slots before and after each. */
export type Around = Readonly<Record<'before' | 'after', Address>>;
const ALONE = { before: 0, after: 0 };

export interface Vectors {
  readonly bytes: number;
  /** The most that a coarse dot product with a vector no longer than 1 is off, including all rounding. */
  readonly errorBound: number;
  /** Sets a slot's vector, which must be normalised or zero. */
  set(slot: number, vector: Float32Array): void;
  /** Clears a slot, which must not be read until it is set again. */
  clear(slot: number): void;
  move(from: number, to: number): void;
  /** Returns the vectors as fixed-point numbers, one after the other. */
  copyOut(slots: Int32Array): Uint8Array;
  /** Restores what `copyOut` gave for as many vectors, into slots from 0 on. */
  restore(rows: Uint8Array): void;
  /** Returns the dot product of two slots; 0 if one slot is -1. */
  between(left: number, right: number): number;
  /** Returns the cosine of each of these slots' vectors with the sum of the first `first` of them; 0 if one of the two has no length. */
  likeness(slots: readonly number[], first: number): Float64Array;
  /**
   * Writes the coarse dot products of each of the first `count` slots with each query to the query's address in the kernel's memory,
   * which must have room up to a multiple of TILE_ROWS. Takes at most MOST_QUERIES at once: one read of memory serves them all.
   */
  dots(queries: readonly Float32Array[], count: number, outs: readonly Address[]): void;
  /**
   * Makes coarse dot products of the last call of `dots` with the query of this index exact, at `out`, for the listed slots and their
   * neighbours, each once: these have the mark then.
   */
  refine(query: number, slots: SlotList, around: Around | undefined, done: Marked, out: Address): void;
  /** Frees the memory at once, without waiting for the garbage collector; the vectors must not be used after. */
  release(): void;
}

/** Rows are padded with zeros to a multiple of this, which the kernel reads at a step. */
const STEP = 32;
const NUMBER_BYTES = 4;
const FIXED_BYTES = 2;
/** The bytes of a row's count in a tile, and of the kernel's notes on a row that it split in two. */
const COUNT_BYTES = 4;
const ABOUT_BYTES = 8;
/** The fixed-point number for 1, as in the kernel's assembly/fixed-point.ts. */
const FIXED_ONE = 32_639;
/** A bound of the rounding error of 32-bit floats in the calculations of this file. */
const ROUNDING = 2e-6;

/** Rows split in two, the coarse bytes in tiles and the fine bytes: the addresses of their blocks, and all memory that was taken. */
type Blocks = {
  readonly coarse: Address[];
  readonly fine: Address[];
  /** The addresses of both kinds of blocks, in the kernel's memory. */
  table: Window;
  readonly windows: Window[];
};
type Window = { readonly address: Address; readonly bytes: number };

const abandoned = new FinalizationRegistry<Blocks>(giveBack);
const NOTHING: Window = { address: 0 as Address, bytes: 0 };

function giveBack(blocks: Blocks): void {
  for (const { address, bytes } of blocks.windows.splice(0)) kernelSpace().giveBack(address, bytes);
  giveBackTable(blocks);
}

function giveBackTable(blocks: Blocks): void {
  if (blocks.table.bytes > 0) kernelSpace().giveBack(blocks.table.address, blocks.table.bytes);
  blocks.table = NOTHING;
}

/** The scratch of the last scan: its queries as fixed-point numbers, and the addresses of its results. */
const queries = scratchBuffer();
const results = scratchBuffer();

/** Returns the cosine of each row with the sum of the first `first` rows. Rows are fixed-point numbers, normalised or zero. */
function cosinesWithSum(rows: Int16Array, size: number, first: number): Float64Array {
  const count = rows.length / size;
  const sum = new Float64Array(size);
  for (let row = 0; row < Math.min(first, count); row++) {
    for (let at = 0; at < size; at++) sum[at] = sum[at]! + rows[row * size + at]!;
  }
  const length = Math.sqrt(sum.reduce((squares, value) => squares + value * value, 0));
  const cosines = new Float64Array(count);
  if (length === 0) return cosines;
  for (let row = 0; row < count; row++) {
    let product = 0;
    for (let at = 0; at < size; at++) product += sum[at]! * rows[row * size + at]!;
    cosines[row] = product / (length * FIXED_ONE);
  }
  return cosines;
}

export function vectors(dimensions: number): Vectors {
  const space = kernelSpace();
  const { functions } = space;
  /** The bytes of a row, coarse or fine. */
  const size = Math.ceil(dimensions / STEP) * STEP;
  const stride = size * FIXED_BYTES;
  const blocks = rowBlocks(size);
  const rows = fixedPointRows(dimensions, size, blocks);
  /** The length of each slot's vector of fine bytes: a dot product without them is off by no more. */
  let rests = new Float32Array(0);
  const longest = highest();
  /** The length that a query no longer than 1 may have once its numbers are rounded. */
  const longestQuery = 1 + Math.sqrt(dimensions) / (2 * FIXED_ONE) + ROUNDING;

  const queryAt = (index: number): Address => addressAt(queries.of(MOST_QUERIES * stride), index * stride);

  function reserve(count: number): void {
    if (blocks.reserve(count)) rests = grown(rests, blocks.rows);
  }

  function setRest(slot: number, rest: number): void {
    longest.changed(rests[slot] as number, rest);
    rests[slot] = rest;
  }

  const self: Vectors = {
    get bytes() {
      return blocks.bytes + rests.byteLength;
    },
    get errorBound() {
      // The query's numbers are rounded, so it may be a little longer than 1; sums and limits are rounded, too.
      const most = longest.of(rests);
      return most > 0 ? most * longestQuery + ROUNDING : 0;
    },
    set(slot, vector) {
      reserve(slot + 1);
      setRest(slot, rows.keep(rows.write(vector, rows.scratchRow(0)), slot));
    },
    clear: (slot) => setRest(slot, 0),
    move(from, to) {
      setRest(to, rows.keep(rows.take(from, 0), to));
      if (from !== to) setRest(from, 0);
    },
    between: (left, right) =>
      left < 0 || right < 0 ? 0 : functions.dot(rows.take(left, 0), rows.take(right, 1), size),
    likeness(slots, first) {
      const bytes = rows.copyOut(Int32Array.from(slots));
      return cosinesWithSum(new Int16Array(bytes.buffer), size, first);
    },
    dots(list, slots, outs) {
      // Slots that have been empty since before these vectors were made have no block here.
      const count = Math.min(slots, blocks.rows);
      for (const [index, query] of list.entries()) rows.write(query, queryAt(index));
      const outsAt = results.of(MOST_QUERIES * NUMBER_BYTES);
      new Uint32Array(space.floats.buffer, outsAt).set(outs);
      functions.dots(blocks.coarse(), count, queryAt(0), list.length, outsAt);
    },
    refine(index, { address, count }, around, done, out) {
      const { before, after } = around ?? ALONE;
      const query = queryAt(index);
      const refinement = record('refinement', { query, before, after, done: done.address, mark: done.mark, out });
      functions.addFine(address, count, blocks.fine(), refinement);
    },
    copyOut: rows.copyOut,
    restore(copied) {
      const count = copied.length / stride;
      reserve(count);
      const rowAt = rows.scratchRow(0);
      const row = new Uint8Array(space.floats.buffer, rowAt, stride);
      for (let slot = 0; slot < count; slot++) {
        row.set(copied.subarray(slot * stride, (slot + 1) * stride));
        setRest(slot, rows.keep(rowAt, slot));
      }
    },
    release() {
      rests = new Float32Array(0);
      giveBack(blocks.taken);
    },
  };
  abandoned.register(self, blocks.taken);
  return self;
}

/** Keeps blocks of the kernel's memory for rows of `size` coarse and `size` fine bytes. */
function rowBlocks(size: number) {
  const space = kernelSpace();
  const tileBytes = TILE_ROWS * (size + COUNT_BYTES);
  const blockBytes = { coarse: (BLOCK_ROWS / TILE_ROWS) * tileBytes, fine: BLOCK_ROWS * size };
  const blocks: Blocks = { coarse: [], fine: [], table: NOTHING, windows: [] };

  const blockOf = (of: 'coarse' | 'fine', slot: number): Address =>
    blocks[of][Math.trunc(slot / BLOCK_ROWS)] as Address;
  const tileOf = (slot: number): Address =>
    addressAt(blockOf('coarse', slot), Math.trunc((slot % BLOCK_ROWS) / TILE_ROWS) * tileBytes);

  return {
    /** All memory that must be freed. */
    taken: blocks,
    get bytes() {
      return blocks.windows.reduce((sum, { bytes }) => sum + bytes, blocks.table.bytes);
    },
    /** The number of rows that there is memory for. */
    get rows() {
      return blocks.coarse.length * BLOCK_ROWS;
    },
    /** Return the coarse and the fine rows as the kernel reads them. */
    coarse: () => record('rows', { blocks: blocks.table.address, blockRows: BLOCK_ROWS, size }),
    fine() {
      const table = blocks.table.address + blocks.coarse.length * NUMBER_BYTES;
      return record('rows', { blocks: table, blockRows: BLOCK_ROWS, size });
    },
    /** Returns the address of a slot's first coarse byte, of its fine bytes, and of the count of its coarse sums. */
    coarseOf(slot: number): Address {
      const row = slot % TILE_ROWS;
      return addressAt(tileOf(slot), 16 * (row >> 3) + 4 * (row & 3) + ((row >> 2) & 1));
    },
    fineOf: (slot: number): Address => addressAt(blockOf('fine', slot), (slot % BLOCK_ROWS) * size),
    countOf: (slot: number): number => (tileOf(slot) + TILE_ROWS * size) / NUMBER_BYTES + (slot % TILE_ROWS),
    /** Takes memory for `count` rows and some more. Returns false if there was enough. */
    reserve(count: number): boolean {
      const had = blocks.coarse.length;
      if (count <= had * BLOCK_ROWS) return false;
      const more = Math.max(Math.ceil(count / BLOCK_ROWS) - had, Math.ceil(had * VECTOR_GROWTH));
      const windowOf = (bytes: number): Window => ({ address: space.take(bytes), bytes });
      // The table is made first: if memory runs out, the present state stays as it is.
      const table = windowOf(2 * (had + more) * NUMBER_BYTES);
      const coarse = windowOf(more * blockBytes.coarse);
      const fine = windowOf(more * blockBytes.fine);
      blocks.windows.push(coarse, fine);
      for (let block = 0; block < more; block++) {
        blocks.coarse.push(addressAt(coarse.address, block * blockBytes.coarse));
        blocks.fine.push(addressAt(fine.address, block * blockBytes.fine));
      }
      giveBackTable(blocks);
      blocks.table = table;
      new Uint32Array(space.floats.buffer, blocks.table.address).set([...blocks.coarse, ...blocks.fine]);
      return true;
    },
  };
}

/** Converts vectors into rows and back, by way of a scratch: a vector as floats, its coarse bytes, notes on it, two rows. */
function fixedPointRows(dimensions: number, size: number, blocks: ReturnType<typeof rowBlocks>) {
  const space = kernelSpace();
  const { functions } = space;
  const stride = size * FIXED_BYTES;
  const coarseAt = size * NUMBER_BYTES;
  const aboutAt = coarseAt + size;
  const rowsAt = aboutAt + 2 * ABOUT_BYTES;
  const scratchBytes = rowsAt + 2 * stride;
  const scratch = (): Address => space.scratch(scratchBytes);

  /** Joins a slot's two halves into fixed-point numbers, as one of the two rows of the scratch. */
  function take(slot: number, index: 0 | 1): Address {
    const at = scratch();
    const row = addressAt(at, rowsAt + index * stride);
    const coarse = addressAt(at, coarseAt);
    functions.takeRow(blocks.coarseOf(slot), size, coarse);
    functions.join(coarse, blocks.fineOf(slot), size, space.floats[blocks.countOf(slot)] as number, row);
    return row;
  }

  return {
    take,
    copyOut(slots: Int32Array): Uint8Array {
      const copied = new Uint8Array(slots.length * stride);
      const row = new Uint8Array(space.floats.buffer, scratch() + rowsAt, stride);
      for (const [index, slot] of slots.entries()) {
        take(slot, 0);
        copied.set(row, index * stride);
      }
      return copied;
    },
    scratchRow: (index: 0 | 1): Address => addressAt(scratch(), rowsAt + index * stride),
    /** Writes a vector as fixed-point numbers to a row, and returns the row's address. */
    write(vector: Float32Array, row: Address): Address {
      if (vector.length !== dimensions) {
        throw new RangeError(`a vector of ${vector.length} dimensions among those of ${dimensions}`);
      }
      const floats = scratch();
      const at = floats / NUMBER_BYTES;
      space.floats.set(vector, at);
      space.floats.fill(0, at + dimensions, at + size);
      functions.toFixedPoint(floats, size, row);
      return row;
    },
    /** Stores a row of fixed-point numbers in a slot. Returns the length of the vector of its fine bytes. */
    keep(row: Address, slot: number): number {
      const at = scratch();
      const coarse = addressAt(at, coarseAt);
      functions.part(row, size, coarse, blocks.fineOf(slot), addressAt(at, aboutAt));
      functions.putRow(coarse, size, blocks.coarseOf(slot));
      const { floats } = space;
      const about = (at + aboutAt) / NUMBER_BYTES;
      floats[blocks.countOf(slot)] = floats[about] as number;
      return floats[about + 1] as number;
    },
  };
}
