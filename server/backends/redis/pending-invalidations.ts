/** Changes of facts that did not reach Redis: they are sent as soon as it is back. Until then their users get no cached answers here. */
import { userKeyText, type UserKey } from '../../domain/accounts.ts';
import type { FactsChanged } from '../../domain/context/intents.ts';
import { CACHE } from '../../policy/context.ts';
import type { RedisLog } from './connect-redis.ts';

type Options = {
  readonly dropNow: (change: FactsChanged) => Promise<void>;
  readonly isThere: () => boolean;
  readonly log: RedisLog;
};

export function pendingInvalidations({ dropNow, isThere, log }: Options) {
  /** The pending changes of each user, joined into one. */
  const pending = new Map<string, FactsChanged>();
  let paying: Promise<void> | undefined;

  function owe(change: FactsChanged): void {
    const key = userKeyText(change.scope);
    const before = pending.get(key);
    pending.set(key, before === undefined ? change : bothChanges(before, change));
    if (pending.size <= CACHE.pendingUsers) return;
    pending.delete(pending.keys().next().value ?? '');
    log.warn(
      { users: CACHE.pendingUsers },
      'Redis has been unavailable for too long: some cached answers may be outdated for a day',
    );
  }

  async function pay(): Promise<void> {
    for (const [key, change] of pending) {
      await dropNow(change);
      // A change that arrived meanwhile is still pending.
      if (pending.get(key) === change) pending.delete(key);
    }
  }

  const timer = setInterval(() => {
    if (pending.size === 0 || !isThere()) return;
    paying ??= pay()
      .catch(() => undefined)
      .finally(() => (paying = undefined));
  }, CACHE.pendingMs).unref();

  return {
    has: (whose: UserKey): boolean => pending.size > 0 && pending.has(userKeyText(whose)),

    /** Drops answers. Never rejects. */
    async drop(change: FactsChanged): Promise<void> {
      if (!isThere() || pending.has(userKeyText(change.scope))) {
        owe(change);
        return;
      }
      await dropNow(change).catch(() => owe(change));
    },

    close: (): void => clearInterval(timer),
  };
}

/** Joins two changes into one: where a fact was closed and restored, or the other way round, the later change holds. */
function bothChanges(before: FactsChanged, after: FactsChanged): FactsChanged {
  const either = (
    earlier: readonly string[],
    undone: readonly string[],
    later: readonly string[],
  ): readonly string[] => [...earlier.filter((id) => !undone.includes(id)), ...later];
  return {
    ...after,
    closedIds: either(before.closedIds, after.restoredIds, after.closedIds),
    restoredIds: either(before.restoredIds, after.closedIds, after.restoredIds),
  };
}
