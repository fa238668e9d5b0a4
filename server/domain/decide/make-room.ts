/** Decides which of the oldest memories are removed so that a new one fits. */
import { PRUNE_FRACTION } from '../../policy/limits.ts';
import type { Quota } from '../../policy/memory-types.ts';
import { hasRoom, withRemoved, type Sized, type Usage } from './quota.ts';

/** TO_FIT removes one memory at a time, FRACTION a tenth of the remaining ones at a time. */
export type RoomPolicy = 'TO_FIT' | 'FRACTION';

/**
 * Removes memories from `oldest` (oldest first, read no further than needed) until one of `sizeBytes` fits. Returns the removed
 * memories and the usage that is left. A memory larger than the whole quota must have been refused before.
 */
export function makeRoom(
  usage: Usage,
  quota: Quota,
  sizeBytes: number,
  oldest: Iterable<Sized>,
  policy: RoomPolicy,
): { readonly removed: readonly Sized[]; readonly usage: Usage } {
  const removed: Sized[] = [];
  let left = usage;
  let due = 0;
  if (hasRoom(left, sizeBytes, quota)) return { removed, usage };
  for (const memory of oldest) {
    if (due === 0) due = policy === 'TO_FIT' ? 1 : Math.max(1, Math.floor(left.count * PRUNE_FRACTION));
    removed.push(memory);
    left = withRemoved(left, memory.sizeBytes);
    due -= 1;
    if (due === 0 && hasRoom(left, sizeBytes, quota)) break;
  }
  return { removed, usage: left };
}
