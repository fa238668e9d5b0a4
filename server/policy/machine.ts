import { totalmem } from 'node:os';

/** What this process may use: the container's limit, or the machine's memory. */
export function machineBytes(): number {
  const limit = process.constrainedMemory();
  return limit > 0 ? Math.min(limit, totalmem()) : totalmem();
}
