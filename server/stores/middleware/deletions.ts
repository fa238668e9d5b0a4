/** Counts the memories that are deleted from a store, except those that move to the archive: the archiver counts them. */
import type { AddIntent, Added, Outcome, RemoveIntent, Removed } from '../../domain/intents.ts';
import { MEMORY_TYPES, timeOfId, type MemoryType } from '../../domain/memory.ts';
import type { CallContext } from '../../ports/stores.ts';
import type { ErasureTarget, TargetCount } from '../../ports/users.ts';
import type { DeleteReason, Telemetry } from '../../ports/telemetry.ts';
import type { Layer } from './layer.ts';

type Lifecycle = Pick<Telemetry, 'lifecycle'>;
type Given<Argument> = readonly [Argument, CallContext];

/** Returns functions that report what an operation of the store has deleted, from its answer and its arguments. */
export function deletionsOf(type: MemoryType, telemetry: Lifecycle) {
  /** Reports deleted memories. Their ages are reported where their ids are known. */
  const report = (reason: DeleteReason, count: number, ids: readonly string[], nowMs: number): void => {
    if (count === 0) return;
    const agesMs = ids.flatMap((id) => {
      const madeMs = timeOfId(id);
      return madeMs === undefined ? [] : [Math.max(0, nowMs - madeMs)];
    });
    telemetry.lifecycle({ kind: 'DELETED', type, reason, count, agesMs });
  };
  return {
    byAdd(outcomes: readonly Outcome<Added>[], [intents]: Given<readonly AddIntent[]>): void {
      for (const [index, outcome] of outcomes.entries()) {
        if (!outcome.ok || outcome.value.isRepeated) continue;
        const { nowMs } = intents[index]!;
        const { prunedCount, evictedCount, removedIds } = outcome.value;
        // At most one of the two is over zero: a type that evicts is never pruned.
        report('PRUNED', prunedCount, evictedCount === 0 ? removedIds : [], nowMs);
        report('EVICTED', evictedCount, prunedCount === 0 ? removedIds : [], nowMs);
      }
    },
    byRemove({ isRepeated, removedRelationships }: Removed, [{ id, nowMs }]: Given<RemoveIntent>): void {
      if (!isRepeated) report('REQUEST', 1 + removedRelationships, [id], nowMs);
    },
    byClearTask: (cleared: number): void => report('TASK_ENDED', cleared, [], 0),
  };
}

/** Counts the memories that the erasure of users deletes from a target. */
export function countedErasures(telemetry: Lifecycle): Layer<ErasureTarget> {
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
