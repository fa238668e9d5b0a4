import { kernelSpace } from './kernel-memory.ts';

/** Which slots something was done for, a byte each in the kernel's memory: those that have the mark of the time. */
export interface KernelMarks {
  /** Where the bytes are. */
  readonly address: number;
  /** Forgets all, and answers the mark from now on. What the kernel's memory held may lie elsewhere after. */
  begin(slots: number): number;
}

const MARKS = 255;

export function kernelMarks(): KernelMarks {
  let address = 0;
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
      // All marks in turn: to clear them at each time would take longer than most of what is done for a few.
      if (mark === MARKS) {
        new Uint8Array(kernelSpace().floats.buffer, address, size).fill(0);
        mark = 0;
      }
      mark += 1;
      return mark;
    },
  };
}
