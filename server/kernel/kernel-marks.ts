import type { Address } from './address.ts';
import { kernelSpace } from './kernel-memory.ts';

/** Marks slots for which something was done, with a byte each in the kernel's memory: those with the current mark count. */
export interface KernelMarks {
  /** The address of the bytes. */
  readonly address: Address;
  /** Forgets all marks, and returns the new one. It may move the kernel's memory. */
  begin(slots: number): number;
}

const MARKS = 255;

export function kernelMarks(): KernelMarks {
  let address = 0 as Address;
  let size = 0;
  let mark = MARKS;
  return {
    get address() {
      return address;
    },
    begin(slots) {
      if (slots > size) {
        if (size > 0) kernelSpace().giveBack(address, size);
        size = 2 * slots;
        address = kernelSpace().take(size);
        mark = MARKS;
      }
      // The marks are used in turn: clearing the bytes each time would take longer than most work on a few slots.
      if (mark === MARKS) {
        new Uint8Array(kernelSpace().floats.buffer, address, size).fill(0);
        mark = 0;
      }
      mark += 1;
      return mark;
    },
  };
}
