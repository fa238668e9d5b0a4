/** The flow that puts back a memory from an export, a backup or the archive. */
import { withAdded } from '../decide/quota.ts';
import { idConflict } from '../store-errors.ts';
import type { Asking, Write, WriteTypes } from './asks.ts';
import { looseEnds, sameKey } from './parts.ts';

/**
 * Returns false if the memory has expired or already exists, if another memory has taken its place, or if an end of a relationship is
 * missing. A memory is put back even over its owner's quota, since it was there before, but not over the limits of the server.
 */
export function* putBackMemory<T extends WriteTypes>(ask: Asking<T>, memory: T['putBack']): Write<boolean> {
  const { id, scope, payload, nowMs, sizeBytes } = memory;
  // Only messages expire by themselves. A message without an expiry time counts as expired.
  const expireMs = payload.type === 'SHORT_TERM' ? (memory.expireTimeMs ?? 0) : undefined;
  if (expireMs !== undefined && expireMs <= nowMs) return false;
  const user = yield* ask.user(scope);
  const holder = yield* ask.holderOf(scope, id, nowMs);
  if (holder === 'OTHER') throw idConflict(id);
  if (holder === 'USER') return false;
  const account = yield* ask.openAccount(user, memory, expireMs);
  const others = payload.type === 'WORKING' ? yield* ask.ofKey(account, memory) : yield* sameKey(ask, account, memory);
  if (others.length > 0) return false;
  if ((yield* looseEnds(ask, memory)) !== undefined) return false;
  const usage = withAdded(account.usage, sizeBytes);
  yield* ask.refuseOverLimit(account, usage);
  yield* ask.restore(account, memory);
  yield* ask.settle(account, scope, usage, nowMs);
  yield* ask.log(account, 'ADD', id, scope, nowMs);
  return true;
}
