/** Compiles the failing disk, and returns the environment in which a server uses it. */
import { execFileSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../root.ts';

type Failing = (typeof FAILING)[number];
const FAILING = ['READS', 'WRITES', 'SYNCS'] as const;

export type FailingDisk = {
  readonly env: Readonly<Record<string, string>>;
  fail(what: Failing): void;
  mend(): void;
};

/**
 * Compiles the failing disk in a folder of the test. Throws if there is no gcc: without one, a disk cannot be made to fail.
 */
export function failingDisk(folder: string): FailingDisk {
  const library = join(folder, 'failing-disk.so');
  const source = join(ROOT, 'test/faults/failing-disk.c');
  execFileSync('gcc', ['-shared', '-fPIC', '-o', library, source, '-ldl'], { stdio: 'pipe' });
  const fileOf = (what: Failing): string => join(folder, `failing-${what}`);
  const switches = Object.fromEntries(FAILING.map((what) => [`FAILING_${what}`, fileOf(what)]));
  return {
    env: { LD_PRELOAD: library, ...switches },
    fail: (what) => writeFileSync(fileOf(what), ''),
    mend: () => FAILING.forEach((what) => rmSync(fileOf(what), { force: true })),
  };
}
