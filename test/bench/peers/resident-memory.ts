import { readFileSync } from 'node:fs';

/** Bytes of main memory that processes hold now, all together. */
export function residentBytes(pids: readonly number[]): number {
  let bytes = 0;
  for (const pid of pids) {
    const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    bytes += Number(kilobytes ?? 0) * 1024;
  }
  return bytes;
}
