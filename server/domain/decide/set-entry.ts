/** Decides what setting an entry of working memory changes. */
import type { Quota } from '../../policy/memory-types.ts';
import type { AddIntent, AddOperation, Outcome, Remaining } from '../intents.ts';
import { makeRoom } from './make-room.ts';
import { decided, refused } from './outcome.ts';
import { hasRoom, NO_USAGE, overQuota, roomLeft, withAdded, withRemoved, type Sized, type Usage } from './quota.ts';

/** The state that the store loads before an entry is set. */
export type EntryState = {
  readonly usage: Usage;
  readonly quota: Quota;
  /** The entry that has the key. */
  readonly existing: Sized | undefined;
  /** The owner's other entries, the least recently used first; read only as far as room is needed. */
  readonly leastRecentlyUsed: Iterable<Sized>;
};

export type EntryChanges = {
  readonly operation: AddOperation;
  /** Entries that are evicted; the replaced entry is not among them. */
  readonly removed: readonly Sized[];
  /** The usage after the change. */
  readonly usage: Usage;
  readonly remaining: Remaining;
};

/**
 * Sets a key. Too many bytes evict the least recently used entries; too many keys are refused, since an agent that keeps inventing
 * keys has lost track of them.
 */
export function decideSetEntry(
  state: EntryState,
  wish: Pick<AddIntent, 'scope'>,
  sizeBytes: number,
): Outcome<EntryChanges> {
  const { existing, leastRecentlyUsed } = state;
  const others = existing === undefined ? state.usage : withRemoved(state.usage, existing.sizeBytes);
  // An existing key keeps its place, even under a quota that was lowered.
  const count = existing === undefined ? state.quota.count : Math.max(state.quota.count, state.usage.count);
  const quota = { ...state.quota, count };
  if (others.count >= quota.count || !hasRoom(NO_USAGE, sizeBytes, quota)) {
    return refused(overQuota('WORKING', wish.scope, others, sizeBytes, quota));
  }
  const room = makeRoom(others, quota, sizeBytes, leastRecentlyUsed, 'TO_FIT');
  const after = withAdded(room.usage, sizeBytes);
  const merged = existing === undefined ? 'ADD' : 'MERGED';
  return decided({
    operation: room.removed.length > 0 ? 'ADD_WITH_EVICTION' : merged,
    removed: room.removed,
    usage: after,
    remaining: roomLeft(after, state.quota),
  });
}
