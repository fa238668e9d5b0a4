/** Watches files by looking at them, since file systems that are mounted over a network send no events. */
import { statSync } from 'node:fs';

/**
 * Calls `onChange` after any of the files was written, replaced or removed, at most `everyMs` later; the timer keeps no process alive.
 * It notices every change from now on, also one that happens while the caller still reads.
 */
export function watchFiles(paths: readonly string[], everyMs: number, onChange: () => void): { stop(): void } {
  const look = (): string => paths.map(stamp).join(' ');
  let seen = look();
  const timer = setInterval(() => {
    const now = look();
    if (now === seen) return;
    seen = now;
    onChange();
  }, everyMs).unref();
  return { stop: () => clearInterval(timer) };
}

/** Returns a text that differs if the file does. */
function stamp(path: string): string {
  try {
    const stat = statSync(path, { throwIfNoEntry: false, bigint: true });
    return stat === undefined ? 'none' : `${stat.ino}.${stat.mtimeNs}.${stat.size}`;
  } catch (error) {
    // The caller learns the reason when it reads the file; in a timer nobody would catch the error.
    return (error as NodeJS.ErrnoException).code ?? 'unreadable';
  }
}
