/** The vectors of an index, in blocks of the kernel's memory, as fixed-point numbers. */
import { BLOCK_ROWS, MOST_QUERIES } from '../policy/retrieval.ts';
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
   * The dot products of each of the first `count` with each query, to its address in the kernel's memory. At most MOST_QUERIES at
   * once: what is read of memory once serves them all.
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

  const rowAt = (slot: number): number =>
    (blocks.addresses[Math.trunc(slot / BLOCK_ROWS)] as number) + (slot % BLOCK_ROWS) * stride;

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
      write(vector, rowAt(slot));
    },
    move(from, to) {
      const start = rowAt(from) / FLOAT_BYTES;
      space.floats.copyWithin(rowAt(to) / FLOAT_BYTES, start, start + stride / FLOAT_BYTES);
    },
    between: (left, right) => (left < 0 || right < 0 ? 0 : functions.dot(rowAt(left), rowAt(right), stride)),
    dots(queries, count, outs) {
      const fixed = space.scratch(scratchBytes) + floatBytes;
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
      const words = stride / FLOAT_BYTES;
      const all = new Int32Array(space.floats.buffer);
      const rows = new Int32Array(slots.length * words);
      let to = 0;
      for (const slot of slots) {
        const start = rowAt(slot) / FLOAT_BYTES;
        for (let from = start; from < start + words; from++) rows[to++] = all[from] as number;
      }
      return new Uint8Array(rows.buffer);
    },
    restore(rows) {
      for (let from = 0; from < rows.length; from += blocks.bytes) {
        const address = space.take(blocks.bytes);
        blocks.addresses.push(address);
        new Uint8Array(space.floats.buffer).set(rows.subarray(from, from + blocks.bytes), address);
      }
    },
    release: () => giveBack(blocks),
  };
  abandoned.register(self, blocks);
  return self;
}
