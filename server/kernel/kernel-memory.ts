/**
 * The kernel's memory, one for each thread, opened with its first use. It holds the vectors of all indexes of the thread: an index grows
 * without being copied, and memory that it frees is used by others. It never shrinks; its bound is that of the indexes.
 */
import type { Address } from './address.ts';
import { freeMemory } from './free-memory.ts';
import { openKernel, PAGE_BYTES, type KernelFunctions } from './open-kernel.ts';

/** Addresses are bytes and multiples of 64. */
export interface KernelSpace {
  readonly functions: KernelFunctions;
  /** All of the memory; valid until something is taken. */
  readonly floats: Float32Array;
  /** The same memory. */
  readonly integers: Int32Array;
  readonly doubles: Float64Array;
  /** Takes so many bytes, whose content is arbitrary. */
  take(bytes: number): Address;
  giveBack(address: Address, bytes: number): void;
  /** Returns room that lasts no longer than a call. */
  scratch(bytes: number): Address;
}

let space: KernelSpace | undefined;

/** Returns this thread's memory. */
export function kernelSpace(): KernelSpace {
  return (space ??= openSpace());
}

/** The bytes of a line of the processor's cache. */
const ALIGNMENT = 64;
const GROWTH_PAGES = 16;

/** The bytes of a record, at most, and of the beginning of the memory, where the records of records.ts are. */
export const RECORD_BYTES = 64;
const RECORDS_BYTES = 16 * RECORD_BYTES;

function openSpace(): KernelSpace {
  const { functions, memory } = openKernel();
  const free = freeMemory();
  let used = RECORDS_BYTES;
  let floats = new Float32Array(memory.buffer);
  let integers = new Int32Array(memory.buffer);
  let doubles = new Float64Array(memory.buffer);
  let scratchAt = 0 as Address;
  let scratchBytes = 0;

  const whole = (bytes: number): number => Math.ceil(bytes / ALIGNMENT) * ALIGNMENT;

  function extend(bytes: number): Address {
    const address = used as Address;
    const end = address + whole(bytes);
    const missing = end - memory.buffer.byteLength;
    if (missing > 0) {
      memory.grow(Math.max(GROWTH_PAGES, Math.ceil(missing / PAGE_BYTES)));
      floats = new Float32Array(memory.buffer);
      integers = new Int32Array(memory.buffer);
      doubles = new Float64Array(memory.buffer);
    }
    used = end;
    return address;
  }

  return {
    functions,
    get floats() {
      return floats;
    },
    get integers() {
      return integers;
    },
    get doubles() {
      return doubles;
    },
    take: (bytes) => (free.take(whole(bytes)) as Address | undefined) ?? extend(bytes),
    giveBack: (address, bytes) => free.giveBack(address, whole(bytes)),
    scratch(bytes) {
      if (bytes > scratchBytes) {
        scratchAt = extend(bytes);
        scratchBytes = bytes;
      }
      return scratchAt;
    },
  };
}
