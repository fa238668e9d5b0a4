/** Implements the port over the threads, and notifies listeners of commits. */
import { userKeyText, type UserKey } from '../../domain/accounts.ts';
import type { ChangeLog } from '../../ports/stores.ts';
import { WATCHING } from '../../policy/serving.ts';
import type { ReaderPool } from './engine/reader-pool.ts';
import type { ChangeReads } from './records/read-changes.ts';
import type { LifecycleWrites } from './lifecycle/writes.ts';
import type { MemoryWrites } from './memories/writes.ts';
import type { OutboxWrites } from './outbox/writes.ts';
import type { UserWrites } from './users/writes.ts';

/** Keeps the listeners, to one user's commits or to all. */
export interface CommitListeners {
  /** Listens to the commits of a user, or of a tenant if the user is ''. The returned function ends it. */
  subscribe(whose: UserKey, listener: () => void): () => void;
  /** Listens to the commits of all users. */
  subscribeToAll(listener: () => void): () => void;
  /** Notifies of commits of these users; undefined means that the users are unknown. */
  committed(users: readonly UserKey[] | undefined): void;
  /** Must be called when the writer has answered a call: it is committed then. */
  answered(method: PropertyKey, argument: unknown): void;
  /** Must be called when a call of the writer has failed: if its caller has given up, it may yet be committed. */
  failed(method: PropertyKey): void;
}

export function commitListeners(): CommitListeners {
  const byUser = new Map<string, Set<() => void>>();
  const ofAll = new Set<() => void>();
  const notify = (users: readonly UserKey[] | undefined): void => {
    for (const listener of ofAll) listener();
    if (byUser.size === 0) return;
    const keys = users?.flatMap((one) => [userKeyText(one), userKeyText({ ...one, userId: '' })]) ?? byUser.keys();
    for (const key of new Set(keys)) for (const listener of byUser.get(key) ?? []) listener();
  };
  return {
    subscribe(whose, listener) {
      const key = userKeyText(whose);
      const listeners = byUser.get(key) ?? new Set();
      byUser.set(key, listeners.add(listener));
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0) byUser.delete(key);
      };
    },

    subscribeToAll(listener) {
      ofAll.add(listener);
      return () => ofAll.delete(listener);
    },

    committed: notify,

    answered(method, argument) {
      if (LOGGED.has(method)) notify(whose(argument));
    },

    failed(method) {
      if (LOGGED.has(method)) setTimeout(() => notify(undefined), WATCHING.settleMs).unref();
    },
  };
}

type Logged = keyof MemoryWrites | keyof UserWrites | keyof OutboxWrites | keyof LifecycleWrites | 'sweep';

/** The writer's methods that log changes. */
const LOGGED: ReadonlySet<PropertyKey> = new Set<Logged>([
  'add',
  'update',
  'remove',
  'sweep',
  'putBack',
  'applyImport',
  'detachUser',
  'eraseStep',
  'replayOutbox',
  'erasedInIndex',
  'evict',
]);

/** Returns the users of a call; undefined for a sweep, which may concern any. */
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
