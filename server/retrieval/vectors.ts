/** The vectors of an index, in blocks of the kernel's memory, as fixed-point numbers. */
import { BLOCK_ROWS, MOST_QUERIES, SHEAF_ROWS } from '../policy/retrieval.ts';
import { kernelSpace } from '../kernel/kernel-memory.ts';
import { kernelRoom } from '../kernel/kernel-room.ts';

export interface Vectors {
  readonly bytes: number;
  /** `vector` is normalised or zero. */
  set(slot: number, vector: Float32Array): void;
  move(from: number, to: number): void;
  /** As they are kept, one after the other. */
  copyOut(slots: Int32Array): Uint8Array;
  /** What `copyOut` gave for as many vectors, into slots from 0 on. */
  restore(rows: Uint8Array): void;
  /** The dot product of two of them; 0 where one slot is -1. */
  between(left: number, right: number): number;
  /**
   * The dot products of each of the first `count` with each query, to its address in the kernel's memory, where there must be room up
   * to a multiple of SHEAF_ROWS. At most MOST_QUERIES at once: what is read of memory once serves them all.
   */
  dots(queries: readonly Float32Array[], count: number, outs: readonly number[]): void;
  /** Gives the memory back: nothing may be asked of them after. Without it, that waits for the garbage collector. */
  release(): void;
}

/** Rows are padded with zeros to a multiple of what the kernel reads at a step. */
const STEP = 32;
const FLOAT_BYTES = 4;
const FIXED_BYTES = 2;
const ADDRESS_BYTES = 4;
/** In a sheaf; the kernel's assembly/vectors.ts says how rows lie in it. */
const PAIR_BYTES = 2 * FIXED_BYTES;
/** Queries that the kernel takes at once. */
const FOUR = 4;

type Blocks = { readonly bytes: number; readonly addresses: number[] };

const abandoned = new FinalizationRegistry<Blocks>(giveBack);

function giveBack({ bytes, addresses }: Blocks): void {
  for (const address of addresses.splice(0)) kernelSpace().giveBack(address, bytes);
}

/** Of blocks and results, for a call. */
const lists = kernelRoom();

export function vectors(dimensions: number): Vectors {
  const space = kernelSpace();
  const { functions } = space;
  const size = Math.ceil(dimensions / STEP) * STEP;
  const stride = size * FIXED_BYTES;
  const blocks: Blocks = { bytes: BLOCK_ROWS * stride, addresses: [] };
  /** A call's scratch: a vector as floats, queries as fixed-point numbers. */
  const floatBytes = size * FLOAT_BYTES;
  const scratchBytes = floatBytes + MOST_QUERIES * stride;

  /** Where a slot's first pair is. */
  function placeOf(slot: number): number {
    const place = slot % SHEAF_ROWS;
    const sheaf = (slot % BLOCK_ROWS) - place;
    return (blocks.addresses[Math.trunc(slot / BLOCK_ROWS)] as number) + sheaf * stride + place * PAIR_BYTES;
  }

  /** Where a row lies outside of its sheaf, for a call. */
  const looseRow = (): number => space.scratch(scratchBytes) + floatBytes;

  function write(vector: Float32Array, row: number): void {
    if (vector.length !== dimensions) {
      throw new RangeError(`a vector of ${vector.length} dimensions among those of ${dimensions}`);
    }
    const floats = space.scratch(scratchBytes);
    const at = floats / FLOAT_BYTES;
    space.floats.set(vector, at);
    space.floats.fill(0, at + dimensions, at + size);
    functions.toFixedPoint(floats, size, row);
  }

  const self: Vectors = {
    get bytes() {
      return blocks.addresses.length * blocks.bytes;
    },
    set(slot, vector) {
      while (slot >= blocks.addresses.length * BLOCK_ROWS) blocks.addresses.push(space.take(blocks.bytes));
      const row = looseRow();
      write(vector, row);
      functions.putRow(row, stride, placeOf(slot));
    },
    move(from, to) {
      const row = looseRow();
      functions.takeRow(placeOf(from), stride, row);
      functions.putRow(row, stride, placeOf(to));
    },
    between: (left, right) => (left < 0 || right < 0 ? 0 : functions.dot(placeOf(left), placeOf(right), stride)),
    dots(queries, count, outs) {
      const fixed = looseRow();
      const queryAt = (place: number): number => fixed + place * stride;
      for (const [place, query] of queries.entries()) write(query, queryAt(place));
      const listed = Math.ceil(count / BLOCK_ROWS);
      const outsAt = lists.of((outs.length + listed) * ADDRESS_BYTES);
      const blocksAt = outsAt + outs.length * ADDRESS_BYTES;
      const addresses = new Uint32Array(space.floats.buffer, outsAt, outs.length + listed);
      addresses.set(outs);
      for (let block = 0; block < listed; block++) addresses[outs.length + block] = blocks.addresses[block] as number;
      let place = 0;
      for (; place + FOUR <= queries.length; place += FOUR) {
        functions.dotsOfFour(blocksAt, BLOCK_ROWS, stride, count, queryAt(place), outsAt + place * ADDRESS_BYTES);
      }
      for (; place < queries.length; place++) {
        functions.dots(blocksAt, BLOCK_ROWS, stride, count, queryAt(place), outs[place] as number);
      }
    },
    copyOut(slots) {
      const rows = new Uint8Array(slots.length * stride);
      const row = looseRow();
      const loose = new Uint8Array(space.floats.buffer, row, stride);
      for (const [place, slot] of slots.entries()) {
        functions.takeRow(placeOf(slot), stride, row);
        rows.set(loose, place * stride);
      }
      return rows;
    },
    restore(rows) {
      const count = rows.length / stride;
      while (blocks.addresses.length * BLOCK_ROWS < count) blocks.addresses.push(space.take(blocks.bytes));
      const row = looseRow();
      const loose = new Uint8Array(space.floats.buffer, row, stride);
      for (let slot = 0; slot < count; slot++) {
        loose.set(rows.subarray(slot * stride, (slot + 1) * stride));
        functions.putRow(row, stride, placeOf(slot));
      }
    },
    release: () => giveBack(blocks),
  };
  abandoned.register(self, blocks);
  return self;
}
