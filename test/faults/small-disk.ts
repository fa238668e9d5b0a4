/**
 * A disk of a few megabytes: a tmpfs of its own, which requires the right to mount. Without it a test file runs again in a namespace
 * of users and mounts, where everybody has that right (`inNamespace`).
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT } from '../root.ts';

export type SmallDisk = { readonly path: string; unmount(): void };

export function smallDisk(megabytes: number): SmallDisk {
  const path = mkdtempSync(join(tmpdir(), 'recorda-disk-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=700`, 'tmpfs', path], { stdio: 'pipe' });
  } catch (error) {
    rmSync(path, { recursive: true });
    throw error;
  }
  return {
    path,
    unmount() {
      execFileSync('umount', ['--lazy', path], { stdio: 'pipe' });
      rmSync(path, { recursive: true });
    },
  };
}

export function canMount(): boolean {
  try {
    smallDisk(1).unmount();
    return true;
  } catch {
    return false;
  }
}

/** Runs a compiled test file where it may mount; returns its output, and throws unless it passed. */
export function inNamespace(file: string): void {
  const mocha = join(ROOT, 'node_modules/mocha/bin/mocha.js');
  const args = ['--map-root-user', '--mount', process.execPath, mocha, '--no-package', '--timeout', '300000', file];
  const { status, stdout, error } = spawnSync('unshare', args, { cwd: ROOT, encoding: 'utf8' });
  if (status === 0) return;
  throw new Error(
    `A small disk can be mounted neither here nor in a namespace: run this test as root, or allow user namespaces.\n${stdout}${error?.message ?? ''}`,
  );
}
