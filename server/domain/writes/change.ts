/** The flows of an update and of a removal. */
import { orThrow } from '../decide/outcome.ts';
import { decideRemove } from '../decide/remove.ts';
import { decideUpdate } from '../decide/update.ts';
import { notFound } from '../errors.ts';
import type { Removed } from '../intents.ts';
import { quotaName, typeOfId } from '../memory.ts';
import type { Asking, UpdateAnswer, Write, WriteTypes } from './asks.ts';
import { refuseTaken, removeWithRelationships } from './parts.ts';

export function* updateMemory<T extends WriteTypes>(ask: Asking<T>, write: T['update']): Write<UpdateAnswer> {
  const { id, scope, nowMs, requestId } = write;
  const repeated = requestId && (yield* ask.repeatedUpdate(write));
  if (repeated !== undefined) return repeated;
  if (typeOfId(id) === 'LONG_TERM') yield* ask.refuseBacklog(write);
  yield* ask.applyRemoteVersion(write);
  const before = yield* ask.find(scope, id, nowMs);
  if (before === undefined) throw notFound(id);
  const user = yield* ask.user(before.scope);
  const account = yield* ask.account(user, quotaName(before.payload), before.scope);
  const quota = yield* ask.quota(account, before.scope);
  const changes = orThrow(decideUpdate({ record: before, usage: account.usage, quota }, write));
  yield* refuseTaken(ask, account, before, changes.record);
  if (changes.record.payload.type === 'STRUCTURED') yield* ask.refuseUnfit(user, changes.record.payload);
  yield* ask.refuseOverLimit(account, changes.usage);
  const record = yield* ask.replace(account, before, changes.record, write);
  yield* ask.settle(account, record.scope, changes.usage, nowMs);
  yield* ask.log(account, 'UPDATE', id, record.scope, nowMs);
  const answer = { record, remaining: changes.remaining };
  if (requestId !== undefined) yield* ask.rememberUpdate(user, write, answer);
  return answer;
}

/** Removes a memory. Neither a full quota nor a backlog of another store ever prevents a removal. */
export function* removeMemory<T extends WriteTypes>(ask: Asking<T>, write: T['remove']): Write<Removed> {
  const { id, scope, nowMs, requestId } = write;
  const repeated = requestId && (yield* ask.repeatedRemove(write));
  if (repeated !== undefined) return { ...repeated, isRepeated: true };
  yield* ask.applyRemoteVersion(write);
  const record = yield* ask.find(scope, id, nowMs);
  if (record === undefined) throw notFound(id);
  const user = yield* ask.user(record.scope);
  const account = yield* ask.account(user, quotaName(record.payload), record.scope);
  const quota = yield* ask.quota(account, record.scope);
  const { usage, remaining } = orThrow(decideRemove({ record, usage: account.usage, quota }, write));
  const gone = { payload: record.payload, scope: record.scope, nowMs };
  const removedRelationships = yield* removeWithRelationships(ask, user, account, gone, id);
  yield* ask.settle(account, record.scope, usage, nowMs);
  const answer = { remaining, removedRelationships };
  if (requestId !== undefined) yield* ask.rememberRemove(user, write, answer);
  return answer;
}
