/** The flow of an add: the payload becomes a new memory, is merged into one with the same key, or sets an entry of working memory. */
import { MAX_REMOVED_IDS } from '../../policy/limits.ts';
import { SHORT_TERM_TTL_MS } from '../../policy/lifecycle.ts';
import { decideAdd, makesRoom } from '../decide/add.ts';
import { decideMerge } from '../decide/merge.ts';
import { orThrow } from '../decide/outcome.ts';
import type { Sized } from '../decide/quota.ts';
import { decideSetEntry } from '../decide/set-entry.ts';
import { mergeTarget } from '../decide/stated.ts';
import type { AddOperation, Remaining } from '../intents.ts';
import { isJsonPayload, type MemoryRecord } from '../memory.ts';
import type { AddAnswer, AddCommand, Asking, Placed, Write, WriteTypes } from './asks.ts';
import { entryRecord } from './records.ts';
import { isRelationship, refuseLooseEnds, refuseTaken, removeWithRelationships, sameKey } from './parts.ts';

export function* addMemory<T extends WriteTypes>(ask: Asking<T>, write: T['add']): Write<AddAnswer<T>> {
  const { scope, payload, nowMs, requestId } = write;
  const user = yield* ask.user(scope);
  const repeated = requestId && (yield* ask.repeatedAdd(write));
  if (repeated !== undefined) return { ...repeated, isRepeated: true };
  if (payload.type === 'LONG_TERM') yield* ask.refuseBacklog(write);
  const expireMs = payload.type === 'SHORT_TERM' ? nowMs + SHORT_TERM_TTL_MS : undefined;
  const account = yield* ask.openAccount(user, write, expireMs);
  if (payload.type === 'STRUCTURED') yield* ask.refuseUnfit(user, payload);
  let answer: AddAnswer<T>;
  if (payload.type === 'WORKING') answer = yield* setEntry(ask, account, write);
  else {
    // Every nested generator slows down each ask inside it, so messages and texts, which have no key, skip this one.
    const existing = isJsonPayload(payload) ? mergeTarget(yield* sameKey(ask, account, write), nowMs) : undefined;
    answer =
      existing === undefined
        ? yield* insertNew(ask, user, account, write)
        : yield* mergeInto(ask, account, write, existing);
  }
  if (requestId !== undefined) yield* ask.rememberAdd(user, write, answer);
  return answer;
}

function* insertNew<T extends WriteTypes>(
  ask: Asking<T>,
  user: T['user'],
  account: T['account'],
  write: T['add'],
): Write<AddAnswer<T>> {
  const { id, scope, sizeBytes, nowMs } = write;
  if (isRelationship(write.payload)) yield* refuseLooseEnds(ask, write);
  const { usage } = account;
  const quota = yield* ask.quota(account, scope);
  const oldest = makesRoom(usage, quota, write, sizeBytes) ? yield* ask.firstToGo(account, undefined) : [];
  const changes = orThrow(decideAdd({ usage, quota, oldest }, write, sizeBytes));
  yield* ask.refuseOverLimit(account, changes.usage);
  for (const { id: goneId } of changes.removed) {
    yield* removeWithRelationships(ask, user, account, write, goneId);
  }
  const stored = yield* ask.insert(account, write);
  yield* ask.settle(account, scope, changes.usage, nowMs);
  yield* ask.log(account, 'ADD', id, scope, nowMs);
  return { ...placed(changes.operation, changes.remaining, changes.removed), stored };
}

/** Merges the add into an existing memory. Nothing is written if the add brings nothing new. */
function* mergeInto<T extends WriteTypes>(
  ask: Asking<T>,
  account: T['account'],
  write: T['add'],
  existing: MemoryRecord,
): Write<AddAnswer<T>> {
  const metadata = yield* ask.metadataOf(write);
  const quota = yield* ask.quota(account, write.scope);
  const changes = orThrow(decideMerge({ usage: account.usage, quota, existing }, { ...write, metadata }));
  let { record } = changes;
  yield* refuseTaken(ask, account, existing, record);
  if (changes.isChanged) {
    yield* ask.refuseOverLimit(account, changes.usage);
    record = yield* ask.replace(account, existing, record, undefined);
    yield* ask.settle(account, record.scope, changes.usage, write.nowMs);
    yield* ask.log(account, 'UPDATE', record.id, record.scope, write.nowMs);
  }
  return { ...placed('MERGED', changes.remaining, []), record };
}

/** Sets a key of working memory: an existing entry with that key is replaced, not merged. */
function* setEntry<T extends WriteTypes>(
  ask: Asking<T>,
  account: T['account'],
  write: T['add'] & AddCommand,
): Write<AddAnswer<T>> {
  const { id, scope, sizeBytes, nowMs } = write;
  const { usage } = account;
  const [existing] = yield* ask.ofKey(account, write);
  const quota = yield* ask.quota(account, scope);
  const leastRecentlyUsed = yield* ask.firstToGo(account, existing?.id);
  const changes = orThrow(decideSetEntry({ usage, quota, existing, leastRecentlyUsed }, write, sizeBytes));
  yield* ask.refuseOverLimit(account, changes.usage);
  for (const { id: goneId } of changes.removed) yield* ask.remove(account, goneId);
  const { operation, remaining, removed } = changes;
  const answer = placed(operation, remaining, removed);
  if (existing === undefined) {
    const stored = yield* ask.insert(account, write);
    yield* ask.settle(account, scope, changes.usage, nowMs);
    yield* ask.log(account, 'ADD', id, scope, nowMs);
    return { ...answer, stored };
  }
  const metadata = yield* ask.metadataOf(write);
  const entry = entryRecord({ ...write, metadata }, existing);
  const record = yield* ask.replace(account, existing, entry, undefined);
  yield* ask.settle(account, scope, changes.usage, nowMs);
  yield* ask.log(account, 'UPDATE', record.id, scope, nowMs);
  return { ...answer, record };
}

function placed(operation: AddOperation, remaining: Remaining, removed: readonly Sized[]): Placed {
  return {
    operation,
    remaining,
    prunedCount: operation === 'ADD_WITH_PRUNE' ? removed.length : 0,
    evictedCount: operation === 'ADD_WITH_EVICTION' ? removed.length : 0,
    removedIds: removed.slice(0, MAX_REMOVED_IDS).map(({ id }) => id),
  };
}
