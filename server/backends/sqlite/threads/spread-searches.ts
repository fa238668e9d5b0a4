/**
 * Which reader searches for a user. It is the user's own, unless so many searches wait there that another is sooner done: then that
 * one gets an index of the user's memories as well, and takes searches once it has it. Each sees every write that was
 * acknowledged before the search.
 */
import { LRUCache } from 'lru-cache';
import { SQLITE } from '../../../policy/sqlite.ts';
import type { Scope } from '../../../domain/memory.ts';
import type { Clock } from '../../../ports/stores.ts';
import type { BatchChannel } from './batch-channel.ts';
import type { ReaderPool } from './reader-pool.ts';
import type { ReaderApi, StoredType } from './thread-api.ts';

type Reader = BatchChannel<ReaderApi>;

export function spreadSearches(readers: ReaderPool, clock: Clock): (type: StoredType, scope: Scope) => Reader {
  /** Other readers that have a user's index, or are about to; forgotten when it was not needed for a while. */
  const ready = new LRUCache<string, { isWarm: boolean }>({
    max: SQLITE.spreadUsers,
    ttl: SQLITE.spreadForMs,
    updateAgeOnGet: true,
  });

  const warm = (key: string, reader: Reader, type: StoredType, scope: Scope): void => {
    const state = { isWarm: false };
    ready.set(key, state);
    reader.call('warm', { type, scope, clockMs: clock.now() }).then(
      (isWarm) => (state.isWarm = isWarm),
      () => ready.delete(key),
    );
  };

  return (type, scope) => {
    const home = readers.of(scope);
    if (home.waiting < SQLITE.spreadFromWaiting) return home;
    const whose = [type, scope.tenant, scope.userId, type === 'SHORT_TERM' ? scope.sessionId : ''];
    let best = home;
    for (const [place, other] of readers.all().entries()) {
      if (other === home || other.waiting + 1 >= best.waiting) continue;
      const key = JSON.stringify([place, ...whose]);
      const state = ready.get(key);
      if (state?.isWarm === true) best = other;
      else if (state === undefined) warm(key, other, type, scope);
    }
    return best;
  };
}
