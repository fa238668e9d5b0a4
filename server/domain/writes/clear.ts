/** The flow that removes entries of working memory together: those of a task that ends, or all of an owner that has expired. */
import { withRemoved } from '../decide/quota.ts';
import type { MemoryRecord, Scope } from '../memory.ts';
import type { Asking, ClearCommand, Write, WriteTypes } from './asks.ts';
import { removeOne } from './parts.ts';

/** Removes the entries that `goes` selects and returns their number. */
export function* clearEntries<T extends WriteTypes>(ask: Asking<T>, command: ClearCommand<T>): Write<number> {
  const { scope, nowMs, goes } = command;
  const user = yield* ask.user(scope);
  const account = yield* ask.account(user, 'WORKING', scope);
  const gone = (yield* ask.ofOwner(account)).filter((record) => goes(record, account));
  if (gone.length === 0) return 0;
  for (const { id } of gone) yield* removeOne(ask, account, id, nowMs);
  const usage = gone.reduce((left, { sizeBytes }) => withRemoved(left, sizeBytes), account.usage);
  yield* ask.settle(account, scope, usage, nowMs);
  return gone.length;
}

/** Returns a predicate that selects the entries of the scope's task, within its namespace if the scope names one. */
export function ofTask({ taskId, namespace }: Scope): (record: MemoryRecord) => boolean {
  return ({ scope }) => scope.taskId === taskId && (namespace === '' || namespace === scope.namespace);
}
