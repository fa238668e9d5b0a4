import { readFileSync } from 'node:fs';

/** Returns the bytes of main memory that processes hold now, in total. */
export function residentBytes(pids: readonly number[]): number {
  return pids.reduce((bytes, pid) => bytes + (statusBytes(pid, 'VmRSS') ?? 0), 0);
}

/** Returns the peak of main memory that a process has held so far, in bytes; undefined once it has ended. */
export function peakBytes(pid: number): number | undefined {
  return statusBytes(pid, 'VmHWM');
}

/** Reads a row of `/proc/PID/status`: proc_pid_status(5). */
function statusBytes(pid: number, name: 'VmRSS' | 'VmHWM'): number | undefined {
  const kilobytes = new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return kilobytes === undefined ? undefined : Number(kilobytes) * 1024;
}
