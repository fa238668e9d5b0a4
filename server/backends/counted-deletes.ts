/** Counts the memories that leave a store, but for those that go to the archive: the archiver counts those. */
import { MEMORY_TYPES, type MemoryType } from '../domain/memory.ts';
import type { MemoryStore, WorkingStore } from '../ports/stores.ts';
import type { ErasablePlace, PlaceCount } from '../ports/users.ts';
import type { DeleteReason, Telemetry } from '../telemetry/ports.ts';

type Tell = Pick<Telemetry, 'keeping'>;

/** The same store. */
export function countedDeletes<S extends MemoryStore | WorkingStore>(store: S, telemetry: Tell): S {
  const { type } = store;
  const tell = (reason: DeleteReason, count: number): void => {
    if (count > 0) telemetry.keeping({ kind: 'DELETED', type, reason, count });
  };
  const more = {
    add: async (intents, call) => {
      const outcomes = await store.add(intents, call);
      for (const outcome of outcomes) {
        if (!outcome.ok) continue;
        tell('PRUNED', outcome.value.prunedCount);
        tell('EVICTED', outcome.value.evictedCount);
      }
      return outcomes;
    },
    remove: async (intent, call) => {
      const removed = await store.remove(intent, call);
      tell('REQUEST', 1 + removed.removedRelationships);
      return removed;
    },
  } satisfies Partial<MemoryStore>;
  if (!('clearTask' in store)) return { ...store, ...more };
  const clearTask: WorkingStore['clearTask'] = async (scope, call) => {
    const cleared = await store.clearTask(scope, call);
    tell('TASK_ENDED', cleared);
    return cleared;
  };
  return { ...store, ...more, clearTask };
}

/** The same place, of which users are erased. */
export function countedErasures(place: ErasablePlace, telemetry: Tell): ErasablePlace {
  return {
    ...place,
    async erase(whose, types, erasureId, call) {
      const counts = await place.erase(whose, types, erasureId, call);
      for (const { type, count } of memoriesIn(counts)) {
        telemetry.keeping({ kind: 'DELETED', type, reason: 'ERASED', count });
      }
      return counts;
    },
  };
}

/** Of places named like `sqlite/long_term`; relationships are of the type of entities. */
function memoriesIn(counts: readonly PlaceCount[]): readonly { readonly type: MemoryType; readonly count: number }[] {
  return counts.flatMap(({ place, count }) => {
    const name = place.split('/')[1]?.toUpperCase();
    const type = name === 'RELATIONSHIP' ? 'ENTITY' : MEMORY_TYPES.find((known) => known === name);
    return type === undefined ? [] : [{ type, count }];
  });
}
