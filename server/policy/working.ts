/** Working memory, which is the process's own: what all its owners together may take. */
import { KB, MB } from './limits.ts';
import { machineBytes } from './machine.ts';

export const WORKING = {
  /** Owners whose entries are kept ready to search; others' are made ready when asked. */
  indexes: 1000,
  /** What an entry, or a remembered request, takes beside its content; an estimate. */
  entryBytes: 1 * KB,
  /** Of all entries together. Beyond it new ones are OVERLOADED: nothing is dropped for another owner's sake. */
  heldBytes: Math.floor(machineBytes() / 8),
  /** What an OVERLOADED answer tells the caller to wait. */
  retryMs: 1000,
  /** Request ids that are remembered, and the bytes of their answers; the least recently used go first. */
  requestIds: 100_000,
  requestBytes: 64 * MB,
} as const;
