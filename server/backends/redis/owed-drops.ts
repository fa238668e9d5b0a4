/** Changes of facts that Redis could not be told of: told as soon as it is back. Until then their users have no answers here. */
import type { Whose } from '../../domain/accounts.ts';
import type { FactsChanged } from '../../domain/context/intents.ts';
import { CACHE } from '../../policy/context.ts';
import type { RedisLog } from './connect-redis.ts';

type Options = {
  readonly dropNow: (change: FactsChanged) => Promise<void>;
  readonly isThere: () => boolean;
  readonly log: RedisLog;
};

export function owedDrops({ dropNow, isThere, log }: Options) {
  /** By user, the changes as one. */
  const owed = new Map<string, FactsChanged>();
  const keyOf = ({ tenant, userId }: Whose): string => JSON.stringify([tenant, userId]);
  let paying: Promise<void> | undefined;

  function owe(change: FactsChanged): void {
    const key = keyOf(change.scope);
    const before = owed.get(key);
    owed.set(key, { ...change, closedIds: [...(before?.closedIds ?? []), ...change.closedIds] });
    if (owed.size <= CACHE.owedUsers) return;
    owed.delete(owed.keys().next().value ?? '');
    log.warn(
      { users: CACHE.owedUsers },
      'Redis is away for too long: some cached answers may be out of date for a day',
    );
  }

  async function pay(): Promise<void> {
    for (const [key, change] of owed) {
      await dropNow(change);
      // What came meanwhile is still owed.
      if (owed.get(key) === change) owed.delete(key);
    }
  }

  const timer = setInterval(() => {
    if (owed.size === 0 || !isThere()) return;
    paying ??= pay()
      .catch(() => undefined)
      .finally(() => (paying = undefined));
  }, CACHE.owedMs).unref();

  return {
    has: (whose: Whose): boolean => owed.size > 0 && owed.has(keyOf(whose)),

    /** Never rejects. */
    async drop(change: FactsChanged): Promise<void> {
      if (!isThere() || owed.has(keyOf(change.scope))) {
        owe(change);
        return;
      }
      await dropNow(change).catch(() => owe(change));
    },

    close: (): void => clearInterval(timer),
  };
}
