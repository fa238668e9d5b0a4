/** Deletes segments that are too old for any restore within the days that are kept. */
import type { ColdStore } from '../../ports/cold-storage.ts';
import type { ShipState } from '../../ports/standby.ts';
import type { CallContext } from '../../ports/stores.ts';
import { baseOf, byTimeline, listSegments, type NamedSegment } from './segment-names.ts';

/**
 * Keeps all that it takes to restore the store to any time from `oldestMs` on. Since each server has a place of its own, timelines that
 * this one does not continue are of stores that it had before; they are deleted once their last segment is too old.
 */
export async function expireSegments(
  storage: Pick<ColdStore, 'list' | 'delete'>,
  { timeline, ancestors }: Pick<ShipState, 'timeline' | 'ancestors'>,
  oldestMs: number,
  call: CallContext,
): Promise<void> {
  const all = await listSegments(storage, call);
  const timelines = byTimeline(all);
  const own = (timelines.get(timeline) ?? []).filter(({ atMs }) => atMs <= oldestMs);
  const base = baseOf(own);
  const from = base === undefined ? undefined : own[base];
  const goes = (segment: NamedSegment): boolean => {
    // Earlier segments are needed as long as this timeline has no complete walk that is old enough to begin a restore with.
    if (segment.timeline === timeline) return from !== undefined && segment.number < from.number;
    if (ancestors.includes(segment.timeline)) return from !== undefined;
    return (timelines.get(segment.timeline)?.at(-1)?.atMs ?? Infinity) <= oldestMs;
  };
  // This considers all segments, also those whose number another took. The last is deleted first, so that the rest of a timeline can
  // still be restored after a crash.
  for (const segment of all.toReversed()) if (goes(segment)) await storage.delete(segment.name, call);
}
