/**
 * Decides what an add changes, by type: messages push out the oldest ones; other memories are refused, or others are pruned if the
 * caller asks for it.
 */
import { MAX_STEPS } from '../../policy/limits.ts';
import type { Quota } from '../../policy/memory-types.ts';
import { tooManySteps } from '../errors.ts';
import type { AddIntent, AddOperation, Outcome, Remaining } from '../intents.ts';
import { quotaName } from '../memory.ts';
import { makeRoom, type RoomPolicy } from './make-room.ts';
import { decided, refused } from './outcome.ts';
import { hasRoom, NO_USAGE, overQuota, pinnedOverQuota, roomLeft, withAdded, type Sized, type Usage } from './quota.ts';

/** The state that the store loads before an add. */
export type AddState = {
  readonly usage: Usage;
  readonly quota: Quota;
  /** The owner's memories that are not pinned, by create time, then id; read only as far as room is needed. */
  readonly oldest: Iterable<Sized>;
};

export type AddChanges = {
  readonly operation: AddOperation;
  /** Memories that are removed before the add. */
  readonly removed: readonly Sized[];
  /** The usage after the change. */
  readonly usage: Usage;
  readonly remaining: Remaining;
};

type Intent = Pick<AddIntent, 'scope' | 'payload' | 'autoPrune'>;

/** Decides on adding a memory if none with the same key exists. */
export function decideAdd(state: AddState, intent: Intent, sizeBytes: number): Outcome<AddChanges> {
  const { payload } = intent;
  if (payload.type === 'EPISODIC' && payload.steps.length > MAX_STEPS)
    return refused(tooManySteps(payload.steps.length));
  return payload.type === 'SHORT_TERM'
    ? decideAppendMessage(state, intent, sizeBytes)
    : decideAddWithin(state, intent, sizeBytes);
}

/** Tells whether an add may push out others: only then are the oldest memories needed. */
export function makesRoom(usage: Usage, quota: Quota, intent: Intent, sizeBytes: number): boolean {
  return !hasRoom(usage, sizeBytes, quota) && (intent.payload.type === 'SHORT_TERM' || intent.autoPrune !== 'OFF');
}

/** Decides on an add within the present room, or within the room that auto-prune makes. */
function decideAddWithin(state: AddState, intent: Intent, sizeBytes: number): Outcome<AddChanges> {
  const { usage, quota } = state;
  const canPrune = intent.autoPrune !== 'OFF' && hasRoom(NO_USAGE, sizeBytes, quota);
  if (!hasRoom(usage, sizeBytes, quota) && !canPrune) {
    return refused(overQuota(quotaName(intent.payload), intent.scope, usage, sizeBytes, quota));
  }
  const policy = intent.autoPrune === 'FRACTION' ? 'FRACTION' : 'TO_FIT';
  return addInto(state, intent, sizeBytes, policy, 'ADD_WITH_PRUNE');
}

/** Appends a message to its session: the oldest messages make room, unless the message alone exceeds the quota. */
function decideAppendMessage(state: AddState, intent: Intent, sizeBytes: number): Outcome<AddChanges> {
  if (!hasRoom(NO_USAGE, sizeBytes, state.quota)) {
    return refused(overQuota('SHORT_TERM', intent.scope, state.usage, sizeBytes, state.quota));
  }
  return addInto(state, intent, sizeBytes, 'TO_FIT', 'ADD_WITH_EVICTION');
}

function addInto(
  { usage, quota, oldest }: AddState,
  intent: Intent,
  sizeBytes: number,
  policy: RoomPolicy,
  whenRemoved: AddOperation,
): Outcome<AddChanges> {
  const room = makeRoom(usage, quota, sizeBytes, oldest, policy);
  // Pinned memories leave too little room. Nothing is deleted for an add that fails.
  if (!hasRoom(room.usage, sizeBytes, quota)) {
    return refused(pinnedOverQuota(quotaName(intent.payload), intent.scope, room.usage, sizeBytes, quota));
  }
  const after = withAdded(room.usage, sizeBytes);
  return decided({
    operation: room.removed.length > 0 ? whenRemoved : 'ADD',
    removed: room.removed,
    usage: after,
    remaining: roomLeft(after, quota),
  });
}
