import type { Address } from '../../kernel/address.ts';
import { kernelSpace } from '../../kernel/kernel-memory.ts';
import { scratchBuffer } from '../../kernel/scratch-buffer.ts';

const scratch = scratchBuffer();
const FLOAT_BYTES = 4;

/**
 * Computes the best guess of each session, by its number; returns their address in the kernel's memory. `sessions` and `guesses` are
 * addresses of columns; a slot without a session has the number -1.
 */
export function sessionBests(sessions: Address, count: number, guesses: Address, slots: number): Address {
  const best = scratch.of(Math.max(1, count) * FLOAT_BYTES);
  const { functions, floats } = kernelSpace();
  floats.fill(-Infinity, best / FLOAT_BYTES, best / FLOAT_BYTES + count);
  functions.raiseBest(sessions, guesses, slots, best);
  return best;
}
