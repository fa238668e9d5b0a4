/**
 * The kernel's memory, one for each thread, opened when it is first used. Blocks hold the vectors of all indexes of the thread:
 * an index grows without being copied, and what it gives back fits the next. The memory never shrinks; what limits the indexes
 * limits it.
 */
import { openKernel, PAGE_BYTES, type KernelFunctions } from './open-kernel.ts';

/** Addresses are bytes and multiples of 16. */
export interface KernelSpace {
  readonly functions: KernelFunctions;
  /** All of the memory; valid until something is taken. */
  readonly floats: Float32Array;
  /** A block of so many bytes, which hold whatever they held. */
  take(bytes: number): number;
  giveBack(address: number, bytes: number): void;
  /** Room for what lasts no longer than a call. */
  scratch(bytes: number): number;
}

let space: KernelSpace | undefined;

/** This thread's. */
export function kernelSpace(): KernelSpace {
  return (space ??= openSpace());
}

const ALIGNMENT = 16;
const GROWTH_PAGES = 16;

function openSpace(): KernelSpace {
  const { functions, memory } = openKernel();
  const free = new Map<number, number[]>();
  let used = 0;
  let floats = new Float32Array(memory.buffer);
  let scratchAt = 0;
  let scratchBytes = 0;

  function extend(bytes: number): number {
    const address = used;
    const end = address + Math.ceil(bytes / ALIGNMENT) * ALIGNMENT;
    const missing = end - memory.buffer.byteLength;
    if (missing > 0) {
      memory.grow(Math.max(GROWTH_PAGES, Math.ceil(missing / PAGE_BYTES)));
      floats = new Float32Array(memory.buffer);
    }
    used = end;
    return address;
  }

  return {
    functions,
    get floats() {
      return floats;
    },
    take: (bytes) => free.get(bytes)?.pop() ?? extend(bytes),
    giveBack(address, bytes) {
      const blocks = free.get(bytes);
      if (blocks === undefined) free.set(bytes, [address]);
      else blocks.push(address);
    },
    scratch(bytes) {
      if (bytes > scratchBytes) {
        scratchAt = extend(bytes);
        scratchBytes = bytes;
      }
      return scratchAt;
    },
  };
}
