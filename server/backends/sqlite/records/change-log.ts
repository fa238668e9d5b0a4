/** The port over the threads, and who is notified of commits. */
import { userKeyText, type UserKey } from '../../../domain/accounts.ts';
import type { ChangeLog } from '../../../ports/stores.ts';
import { WATCHING } from '../../../policy/serving.ts';
import type { Api, BatchChannel } from '../engine/batch-channel.ts';
import type { ReaderPool } from '../engine/reader-pool.ts';
import type { ChangeReads } from './read-changes.ts';
import type { LifecycleWrites } from '../lifecycle/writes.ts';
import type { MemoryWrites } from '../memories/writes.ts';
import type { OutboxWrites } from '../outbox/writes.ts';
import type { UserWrites } from '../users/writes.ts';

/** Who hears of what: of one user, or of all. */
export function commitListeners() {
  const byUser = new Map<string, Set<() => void>>();
  const ofAll = new Set<() => void>();
  const tell = (key: string): void => {
    for (const listener of byUser.get(key) ?? []) listener();
  };
  return {
    subscribe(whose: UserKey, listener: () => void): () => void {
      const key = userKeyText(whose);
      const listeners = byUser.get(key) ?? new Set();
      byUser.set(key, listeners.add(listener));
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0) byUser.delete(key);
      };
    },

    /** Hears of everybody's. */
    subscribeToAll(listener: () => void): () => void {
      ofAll.add(listener);
      return () => ofAll.delete(listener);
    },

    /** Undefined: it is not known whose. */
    committed(users: readonly UserKey[] | undefined): void {
      for (const listener of ofAll) listener();
      if (byUser.size === 0) return;
      const keys = users?.flatMap((one) => [userKeyText(one), userKeyText({ ...one, userId: '' })]) ?? byUser.keys();
      for (const key of new Set(keys)) tell(key);
    },
  };
}

export type CommitListeners = ReturnType<typeof commitListeners>;

/** The same channel; whoever follows the log hears of what it committed. */
export function telling<A extends Api>(channel: BatchChannel<A>, listeners: CommitListeners): BatchChannel<A> {
  return {
    ...channel,
    async call(method, argument, signal, origin) {
      try {
        const result = await channel.call(method, argument, signal, origin);
        if (LOGGED.has(method)) listeners.committed(whose(argument));
        return result;
      } catch (error) {
        // Nobody waits for it any more, but it may yet be committed.
        if (LOGGED.has(method)) setTimeout(() => listeners.committed(undefined), WATCHING.settleMs).unref();
        throw error;
      }
    },
  };
}

type Logged = keyof MemoryWrites | keyof UserWrites | keyof OutboxWrites | keyof LifecycleWrites | 'sweep';

/** What the writer logs. */
const LOGGED: ReadonlySet<PropertyKey> = new Set<Logged>([
  'add',
  'update',
  'remove',
  'sweep',
  'putBack',
  'detachUser',
  'eraseStep',
  'replayOutbox',
  'erasedInIndex',
  'evict',
]);

/** A sweep is anybody's. */
function whose(argument: unknown): readonly UserKey[] | undefined {
  if (Array.isArray(argument)) return (argument as readonly { readonly scope: UserKey }[]).map(({ scope }) => scope);
  const { scope, whose: of = scope } = argument as { readonly scope?: UserKey; readonly whose?: UserKey };
  return of && [of];
}

export function sqliteChangeLog(readers: ReaderPool<ChangeReads>, listeners: CommitListeners): ChangeLog {
  return {
    bounds: (scope, { signal }) => readers.of(scope).changeBounds({ scope }, signal),
    read: (query, { signal }) => readers.of(query.scope).changes({ query }, signal),
    subscribe: listeners.subscribe,
  };
}
