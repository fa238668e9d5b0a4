/** Tells when files change, by looking at them: file systems that are mounted over a network send no events. */
import { statSync } from 'node:fs';

/**
 * Calls `onChange` after any of the files was written, replaced or removed, at most `everyMs` later; the timer keeps no process alive. A
 * change from now on is seen, also one that happens while the caller still reads.
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

/** Differs when the file does. */
function stamp(path: string): string {
  try {
    const stat = statSync(path, { throwIfNoEntry: false, bigint: true });
    return stat === undefined ? 'none' : `${stat.ino}.${stat.mtimeNs}.${stat.size}`;
  } catch (error) {
    // Reading it says why; nobody would catch it in a timer.
    return (error as NodeJS.ErrnoException).code ?? 'unreadable';
  }
}
