/** The order in which a memory is put back that an export, a backup or the archive holds. */
import { withAdded } from '../decide/quota.ts';
import { idConflict } from '../store-errors.ts';
import type { Asking, Write, WriteTypes } from './asks.ts';
import { looseEnds, sameKey } from './parts.ts';

/**
 * False where the memory has expired or is there already, another has its place, or an end of a relationship is missing. It is let in
 * over its owner's quota, since it was there before, but not over the limits of the server.
 */
export function* putBackMemory<T extends WriteTypes>(ask: Asking<T>, memory: T['putBack']): Write<boolean> {
  const { id, scope, payload, nowMs, sizeBytes } = memory;
  // Only messages end by themselves; one that does not say when is over.
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
