/**
 * Room that is reserved on the store's disk: a file that is written in full while there is room, and emptied once the disk is full, so
 * that deletions can still be written.
 */
import { randomFillSync } from 'node:crypto';
import { truncateSync } from 'node:fs';
import { open, stat, statfs, truncate, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { DISK } from '../../../../policy/backends.ts';

const RESERVE_FILE = 'recorda.reserve';
const OWNER_ONLY = 0o600;

function reserveFile(dataDir: string): string {
  return join(dataDir, RESERVE_FILE);
}

/** Frees the reserve's room, at once. */
export function releaseReserve(dataDir: string): void {
  try {
    truncateSync(reserveFile(dataDir), 0);
  } catch {
    // There is no reserve.
  }
}

/** Returns the free bytes that are needed before writing resumes, including the reserve's. */
export function roomNeeded(bytes: number): number {
  return Math.max(Math.ceil(bytes * (1 + DISK.marginShare)), DISK.leastBytes);
}

/**
 * Fills the reserve. Returns false if there is no room for it and its margin: then it is removed. The room is written, not only
 * allocated, since a quota or a sparse disk may promise more than it has; not with zeros, which some file systems do not store.
 */
export async function fillReserve(dataDir: string, bytes: number, isGivenUp: () => boolean): Promise<boolean> {
  const path = reserveFile(dataDir);
  const held = await stat(path)
    .then(({ size }) => size)
    .catch(() => undefined);
  if (held === bytes && bytes > 0) return true;
  const needed = roomNeeded(bytes);
  const { bavail, bsize } = await statfs(dataDir);
  if (bavail * bsize + (held ?? 0) < needed) return false;
  const isWhole = await written(path, needed, isGivenUp).catch(() => false);
  if (bytes === 0) await unlink(path).catch(() => undefined);
  else await truncate(path, isWhole ? bytes : 0).catch(() => undefined);
  return isWhole;
}

async function written(path: string, bytes: number, isGivenUp: () => boolean): Promise<boolean> {
  const handle = await open(path, 'w', OWNER_ONLY);
  try {
    const chunk = randomFillSync(Buffer.alloc(Math.min(bytes, DISK.chunkBytes)));
    for (let at = 0; at < bytes; at += chunk.length) {
      if (isGivenUp()) return false;
      await handle.writeFile(chunk.subarray(0, Math.min(chunk.length, bytes - at)));
    }
    return true;
  } finally {
    await handle.close();
  }
}
