/** Everything that works on what is kept, in turn. */
import type { Keeper } from '../ports/keeper.ts';
import type { KeepingStore } from '../ports/keeping.ts';
import type { RetiredType } from '../policy/retention.ts';
import type { CallContext, Clock } from '../ports/stores.ts';
import { archiver, type ArchiverParts } from './archiver.ts';
import { inTurn, type OneAtATime } from './one-at-a-time.ts';
import { runRetention } from './retention-run.ts';
import { runSleepCycle } from './sleep-cycle.ts';

export type KeeperParts = ArchiverParts & {
  readonly turns: OneAtATime;
  readonly store: KeepingStore;
  readonly clock: Clock;
  /** As Keeper has it. */
  readonly retired: readonly RetiredType[];
  /** As the sleep cycle has it. */
  readonly maxPerAgent: number | undefined;
  /** Hears how long each sleep cycle took that let memories go. */
  readonly onSlept: (durationMs: number) => void;
};

export function keeper(parts: KeeperParts): Keeper {
  const { store, clock, maxPerAgent, turns, retired } = parts;
  const archive = archiver(parts);
  /** What a crash left is seen to before anything else is begun. */
  async function* recovered<T>(call: CallContext, run: () => AsyncIterable<T>): AsyncGenerator<T, void> {
    await archive.recover(call);
    yield* run();
  }
  return {
    retired,
    retention: ({ types, ...order }, call) => {
      const reached = retired.filter((type) => types.length === 0 || types.includes(type));
      return inTurn(turns, () =>
        recovered(call, () => runRetention({ store, archiver: archive, clock }, { ...order, types: reached }, call)),
      );
    },
    sleepCycle: (order, call) =>
      inTurn(turns, () =>
        timed(
          recovered(call, () => runSleepCycle({ store, archiver: archive, clock, maxPerAgent }, order, call)),
          order.force ? parts.onSlept : () => undefined,
        ),
      ),
    restore: (whose, ids, call) => turns(() => archive.restore(whose, ids, call)),
  };
}

/** The same; `onEnd` hears how long it took, where it came to its end. */
async function* timed<T>(work: AsyncIterable<T>, onEnd: (durationMs: number) => void): AsyncGenerator<T, void> {
  const startMs = performance.now();
  yield* work;
  onEnd(performance.now() - startMs);
}
