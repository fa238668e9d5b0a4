import type { Address } from './address.ts';
import { kernelSpace } from './kernel-memory.ts';

/** Room in the kernel's memory that one part of a search works in again and again. */
export interface ScratchBuffer {
  /** Returns the address of at least so many bytes. Their content is lost when the room grows. */
  of(bytes: number): Address;
}

export function scratchBuffer(): ScratchBuffer {
  let address = 0 as Address;
  let size = 0;
  return {
    of(bytes) {
      if (bytes > size) {
        if (size > 0) kernelSpace().giveBack(address, size);
        size = Math.max(bytes, 2 * size);
        address = kernelSpace().take(size);
      }
      return address;
    },
  };
}
