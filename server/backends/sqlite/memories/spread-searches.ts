/**
 * Chooses which reader searches for a user. It is the user's own, unless so many searches wait there that another is done sooner: then
 * that one gets an index of the user's memories as well, and takes searches once it has it. Each sees every write that was acknowledged
 * before the search.
 */
import { LRUCache } from 'lru-cache';
import { SQLITE } from '../../../policy/backends.ts';
import type { Scope } from '../../../domain/memory.ts';
import type { Clock } from '../../../ports/stores.ts';
import type { Remote } from '../engine/batch-channel.ts';
import type { ReaderPool } from '../engine/reader-pool.ts';
import type { StoredType } from '../records/stored-types.ts';
import type { RetrievalReads } from './retrieve-records.ts';

type Searches = Pick<RetrievalReads, 'retrieve' | 'warm'>;

export function spreadSearches(
  readers: ReaderPool<Searches>,
  clock: Clock,
): (type: StoredType, scope: Scope) => Remote<Searches> {
  /** Other readers that have a user's index, or will soon; forgotten when it was not needed for a while. */
  const ready = new LRUCache<string, { isWarm: boolean }>({
    max: SQLITE.spreadUsers,
    ttl: SQLITE.spreadForMs,
    updateAgeOnGet: true,
  });

  const warm = (key: string, reader: Remote<Searches>, type: StoredType, scope: Scope): void => {
    const state = { isWarm: false };
    ready.set(key, state);
    reader.warm({ type, scope, clockMs: clock.now() }).then(
      (isWarm) => (state.isWarm = isWarm),
      () => ready.delete(key),
    );
  };

  return (type, scope) => {
    const home = readers.pinned(scope);
    if (home.waiting < SQLITE.spreadFromWaiting) return home.calls;
    const whose = [type, scope.tenant, scope.userId, type === 'SHORT_TERM' ? scope.sessionId : ''];
    let best = home;
    for (const [index, other] of readers.all().entries()) {
      if (other === home || other.waiting + 1 >= best.waiting) continue;
      const key = JSON.stringify([index, ...whose]);
      const state = ready.get(key);
      if (state?.isWarm === true) best = other;
      else if (state === undefined) warm(key, other.calls, type, scope);
    }
    return best.calls;
  };
}
