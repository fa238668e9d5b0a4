/** Deletes segments that no restore within the time that is kept needs. */
import type { ColdStore } from '../../ports/cold-storage.ts';
import type { ShipState } from '../../ports/standby.ts';
import type { CallContext } from '../../ports/stores.ts';
import { baseOf, byTimeline, listSegments, type NamedSegment } from './segment-names.ts';

/**
 * The store can still be restored to any time from `oldestMs` on. Each server has a place of its own: timelines that this one does not
 * go on from are of stores that it had before, and go once their last segment is too old.
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
    // What came before it is needed as long as this timeline has nothing that is old enough to begin with.
    if (segment.timeline === timeline) return from !== undefined && segment.number < from.number;
    if (ancestors.includes(segment.timeline)) return from !== undefined;
    return (timelines.get(segment.timeline)?.at(-1)?.atMs ?? Infinity) <= oldestMs;
  };
  // Also those whose place another of their number took. The last first: what a crash leaves of a timeline can still be restored.
  for (const segment of all.toReversed()) if (goes(segment)) await storage.delete(segment.name, call);
}
