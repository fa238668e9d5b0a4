/**
 * Brings a user's index up to date while many memories are added, so that the first search after them does not wait for it, and has it
 * packed soon after.
 */
import { SQLITE } from '../../../policy/backends.ts';
import type { Scope } from '../../../domain/memory.ts';
import type { Clock } from '../../../ports/stores.ts';
import type { ReaderPool } from '../engine/reader-pool.ts';
import type { IndexUpkeep } from './write-packs.ts';

/** The types of which a user alone may have thousands. */
export type FollowedType = 'LONG_TERM' | 'STRUCTURED';

export interface AddsFollower {
  /** Must be called when `count` memories of a user were added. */
  added(type: FollowedType, scope: Scope, count: number): void;
  /** Stops; nothing new is begun after. */
  stop(): void;
}

/** An index that has changed since the last pass is not packed yet: three passes are sure to pack the last one. */
const PASSES = 3;

/** Makes it; `pack` is called at intervals while there are adds, and until they are packed. */
export function followAdds(
  readers: ReaderPool<Pick<IndexUpkeep, 'follow'>>,
  clock: Clock,
  pack: () => Promise<void>,
): AddsFollower {
  const counts = new Map<string, number>();
  /** The owners whose indexes are being brought up to date; true if more was added since the last step. */
  const following = new Map<string, boolean>();
  let isStopped = false;
  let timer: NodeJS.Timeout | undefined;
  let passes = 0;

  const goesOn = (): boolean => !isStopped;
  const packLater = (): void => {
    if (!goesOn() || passes === 0 || timer !== undefined) return;
    timer = setTimeout(() => {
      passes -= 1;
      const again = (): void => {
        timer = undefined;
        packLater();
      };
      pack().then(again, again);
    }, SQLITE.packAfterAddsMs).unref();
  };
  const follow = async (key: string, type: FollowedType, scope: Scope): Promise<void> => {
    for (let more = true; more && goesOn();) {
      following.set(key, false);
      const isBehind = await readers.of(scope).follow({ type, scope, clockMs: clock.now() });
      more = isBehind || following.get(key) === true;
    }
    passes = PASSES;
    packLater();
  };

  return {
    added(type, scope, count) {
      const key = JSON.stringify([type, scope.tenant, scope.userId]);
      const sum = (counts.get(key) ?? 0) + count;
      if (counts.size > SQLITE.followedUsers) counts.clear();
      if (sum < SQLITE.followFromAdds) return void counts.set(key, sum);
      counts.delete(key);
      if (following.has(key)) return void following.set(key, true);
      following.set(key, true);
      // If a step fails, a search brings the index up to date.
      follow(key, type, scope)
        .catch(() => undefined)
        .finally(() => following.delete(key));
    },
    stop() {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}
