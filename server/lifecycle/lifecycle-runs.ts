/** Retention runs, sleep cycles, restores and backups, one at a time. */
import type { LifecycleRuns } from '../ports/lifecycle-runs.ts';
import type { LifecycleStore } from '../ports/lifecycle.ts';
import { SLEEP_CYCLE, RETIRED_TYPES } from '../policy/lifecycle.ts';
import type { RetiredType } from '../policy/memory-types.ts';
import type { CallContext, Clock } from '../ports/stores.ts';
import { archiver, type ArchiverParts } from './archiver.ts';
import { inTurn, type Mutex } from './mutex.ts';
import { runRetention } from './retention-run.ts';
import { runSleepCycle, type SleepParts } from './sleep-cycle.ts';

export type LifecycleRunsParts = ArchiverParts & {
  readonly turns: Mutex;
  readonly store: LifecycleStore;
  readonly clock: Clock;
  /** The options of the sleep cycle. */
  readonly sleep: Pick<SleepParts, 'maxPerAgent' | 'threshold' | 'thresholdAge' | 'translate'>;
  /** Is called with the duration of each sleep cycle that archived memories. */
  readonly onSlept: (durationMs: number) => void;
};

export function lifecycleRuns(parts: LifecycleRunsParts): LifecycleRuns {
  const { store, clock, sleep, turns } = parts;
  const archive = archiver(parts);
  /** Repairs what a crash left before anything else begins. */
  async function* recovered<T>(
    types: readonly RetiredType[],
    call: CallContext,
    run: () => AsyncIterable<T>,
  ): AsyncGenerator<T, void> {
    await archive.recover(types, call);
    yield* run();
  }
  return {
    threshold: sleep.threshold ?? SLEEP_CYCLE.threshold,
    retention: ({ types, ...command }, call) => {
      const meant = types.length === 0 ? RETIRED_TYPES : types;
      return inTurn(turns, async function* () {
        // Types run one after another: if the backend of one is down, those before it are done.
        for (const type of meant) {
          yield* recovered([type], call, () =>
            runRetention({ store, archiver: archive, clock }, { ...command, types: [type] }, call),
          );
        }
      });
    },
    sleepCycle: (command, call) =>
      inTurn(turns, () =>
        timed(
          recovered(['LONG_TERM'], call, () =>
            runSleepCycle({ ...sleep, store, archiver: archive, clock }, command, call),
          ),
          command.force ? parts.onSlept : () => undefined,
        ),
      ),
    restore: (whose, ids, call) => turns(() => archive.restore(whose, ids, call)),
  };
}

/** Yields what `work` yields, and calls `onEnd` with its duration if it reaches its end. */
async function* timed<T>(work: AsyncIterable<T>, onEnd: (durationMs: number) => void): AsyncGenerator<T, void> {
  const startMs = performance.now();
  yield* work;
  onEnd(performance.now() - startMs);
}
