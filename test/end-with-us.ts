import type { ChildProcess } from 'node:child_process';

/**
 * Ends a process with this one at the latest, so that a suite that fails before it has stopped what it started leaves nothing
 * running.
 */
export function endWithUs<T extends ChildProcess>(child: T): T {
  const end = (): void => void child.kill('SIGKILL');
  process.once('exit', end);
  child.once('exit', () => process.off('exit', end));
  return child;
}
