/** A folder in memory for temporary files, since the disks of shared machines take most of the time of tests that sync each write. */
import { existsSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';

const MEMORY = '/dev/shm';
/** Containers often have only 64 MB there. */
const LEAST_BYTES = 4 * 2 ** 30;

/**
 * Returns a folder in memory if the system has one with enough room, and else that for temporary files. What is there outlasts its processes,
 * so that tests may kill them, but not the machine.
 */
export function memoryFolder(): string {
  if (!existsSync(MEMORY)) return tmpdir();
  const { bavail, bsize } = statfsSync(MEMORY);
  return bavail * bsize < LEAST_BYTES ? tmpdir() : MEMORY;
}
