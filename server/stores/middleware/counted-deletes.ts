/** Counts the memories that are deleted from a store, except those that move to the archive: the archiver counts them. */
import { LRUCache } from 'lru-cache';
import type { RequestId } from '../../domain/intents.ts';
import { MEMORY_TYPES, timeOfId, type MemoryType, type Scope } from '../../domain/memory.ts';
import { REQUEST_ID_TTL_MS } from '../../policy/lifecycle.ts';
import { WORKING } from '../../policy/limits.ts';
import type { ErasureTarget, TargetCount } from '../../ports/users.ts';
import type { DeleteReason, Telemetry } from '../../ports/telemetry.ts';
import type { Layer } from './layer.ts';
import type { StoreLayer, StoreMiddleware } from './store-middleware.ts';

type Tell = Pick<Telemetry, 'lifecycle'>;

type Write = { readonly scope: Scope; readonly nowMs: number; readonly requestId?: RequestId | undefined };

export function countedDeletes(telemetry: Tell): StoreMiddleware {
  // A request id succeeds in one store only, so one table serves all.
  const isRepeat = repeats();
  return ({ type }) => countedIn(type, telemetry, isRepeat);
}

function countedIn(type: MemoryType, telemetry: Tell, isRepeat: (write: Write) => boolean): StoreLayer {
  /** Counts deleted memories. Their ages are counted where their ids are known. */
  const tell = (reason: DeleteReason, count: number, ids: readonly string[], nowMs: number): void => {
    if (count === 0) return;
    const agesMs = ids.flatMap((id) => {
      const madeMs = timeOfId(id);
      return madeMs === undefined ? [] : [Math.max(0, nowMs - madeMs)];
    });
    telemetry.lifecycle({ kind: 'DELETED', type, reason, count, agesMs });
  };
  return {
    async add(next, intents, call) {
      const outcomes = await next(intents, call);
      for (const [index, outcome] of outcomes.entries()) {
        const intent = intents[index];
        if (!outcome.ok || intent === undefined) continue;
        const { prunedCount, evictedCount, removedIds } = outcome.value;
        if (prunedCount + evictedCount === 0 || isRepeat(intent)) continue;
        // At most one of the two is over zero: a type that evicts is never pruned.
        tell('PRUNED', prunedCount, evictedCount === 0 ? removedIds : [], intent.nowMs);
        tell('EVICTED', evictedCount, prunedCount === 0 ? removedIds : [], intent.nowMs);
      }
      return outcomes;
    },
    async remove(next, intent, call) {
      const removed = await next(intent, call);
      if (!isRepeat(intent)) tell('REQUEST', 1 + removed.removedRelationships, [intent.id], intent.nowMs);
      return removed;
    },
    async clearTask(next, scope, call) {
      const cleared = await next(scope, call);
      tell('TASK_ENDED', cleared, [], 0);
      return cleared;
    },
  };
}

/** Returns a function that tells whether a write that succeeded is a repeat: a repeat gets the first answer, and changes nothing. */
function repeats(): (write: Write) => boolean {
  // The cache is bounded by `maxSize` with sizes of one: `max` would allocate all of its room at once.
  const applied = new LRUCache<string, number>({ maxSize: WORKING.requestIds, sizeCalculation: () => 1 });
  return ({ scope: { tenant, userId }, requestId, nowMs }) => {
    if (requestId === undefined) return false;
    const key = JSON.stringify([tenant, userId, requestId.id]);
    const atMs = applied.get(key);
    if (atMs !== undefined && nowMs < atMs + REQUEST_ID_TTL_MS) return true;
    applied.set(key, nowMs);
    return false;
  };
}

/** Counts the memories that the erasure of users deletes from a target. */
export function countedErasures(telemetry: Tell): Layer<ErasureTarget> {
  return {
    async erase(next, whose, types, erasureId, call) {
      const counts = await next(whose, types, erasureId, call);
      for (const { type, count } of memoriesIn(counts)) {
        telemetry.lifecycle({ kind: 'DELETED', type, reason: 'ERASED', count });
      }
      return counts;
    },
  };
}

/** Returns the memories among targets named like `sqlite/long_term`; relationships are of the type of entities. */
function memoriesIn(counts: readonly TargetCount[]): readonly { readonly type: MemoryType; readonly count: number }[] {
  return counts.flatMap(({ place, count }) => {
    const name = place.split('/')[1]?.toUpperCase();
    const type = name === 'RELATIONSHIP' ? 'ENTITY' : MEMORY_TYPES.find((known) => known === name);
    return type === undefined ? [] : [{ type, count }];
  });
}
