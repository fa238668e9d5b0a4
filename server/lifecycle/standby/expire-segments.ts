/** Deletes segments that no restore within the time that is kept needs. */
import type { ColdStore } from '../../ports/cold-storage.ts';
import type { ShipState } from '../../ports/standby.ts';
import type { CallContext } from '../../ports/stores.ts';
import { baseOf, byTimeline, listSegments } from './segment-names.ts';

/** The store can still be restored to any time from `oldestMs` on. Timelines of other stores stay as they are. */
export async function expireSegments(
  storage: ColdStore,
  { timeline, ancestors }: Pick<ShipState, 'timeline' | 'ancestors'>,
  oldestMs: number,
  call: CallContext,
): Promise<void> {
  const timelines = byTimeline(await listSegments(storage, call));
  const own = timelines.get(timeline) ?? [];
  const old = own.filter(({ atMs }) => atMs <= oldestMs);
  const base = baseOf(old);
  const from = base === undefined ? undefined : old[base];
  // What came before it is needed as long as this timeline has nothing that is old enough to begin with.
  if (from === undefined) return;
  const goes = own.filter(({ number }) => number < from.number);
  for (const ancestor of ancestors) goes.push(...(timelines.get(ancestor) ?? []));
  for (const { name } of goes) await storage.delete(name, call);
}
