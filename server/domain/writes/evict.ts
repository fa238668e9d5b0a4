/** The flow that moves memories to the archive. */
import type { Eviction } from '../archived.ts';
import { withRemoved } from '../decide/quota.ts';
import { quotaName } from '../memory.ts';
import type { Asking, EvictCommand, Write, WriteTypes } from './asks.ts';
import { removeWithRelationships } from './parts.ts';

/**
 * Returns the ids of the memories that were moved. It moves none if the archive's object was never begun, or if its user has been
 * erased.
 */
export function* evictMemories<T extends WriteTypes>(ask: Asking<T>, command: EvictCommand): Write<readonly string[]> {
  const gone: string[] = [];
  if (!(yield* ask.isArchiving(command))) return gone;
  for (const eviction of command.evictions) if (yield* evictOne(ask, command, eviction)) gone.push(eviction.id);
  return gone;
}

/** Returns false if the memory no longer exists, or was written after the archive had read it. */
function* evictOne<T extends WriteTypes>(ask: Asking<T>, command: EvictCommand, eviction: Eviction): Write<boolean> {
  const { nowMs } = command;
  const { id, version } = eviction;
  const record = yield* ask.find(command.scope, id, nowMs);
  if (record?.version !== version) return false;
  const { payload, scope } = record;
  const user = yield* ask.user(scope);
  const account = yield* ask.account(user, quotaName(payload), scope);
  yield* ask.archive(user, record, command, eviction);
  yield* removeWithRelationships(ask, user, account, { payload, scope, nowMs }, id);
  yield* ask.settle(account, scope, withRemoved(account.usage, record.sizeBytes), nowMs);
  return true;
}
