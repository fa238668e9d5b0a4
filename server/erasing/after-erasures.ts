/** Runs that keep or restore data, each after erasures were applied to the storage that they use: an older copy may have been put back. */
import type { Backups } from '../ports/backups.ts';
import type { LifecycleRuns } from '../ports/lifecycle-runs.ts';

type Settle = () => Promise<void>;

async function* after<T>(settle: Settle, run: () => AsyncIterable<T>): AsyncGenerator<T, void> {
  await settle();
  yield* run();
}

export function lifecycleRunsAfterErasures(lifecycleRuns: LifecycleRuns, settle: Settle): LifecycleRuns {
  return {
    ...lifecycleRuns,
    retention: (order, call) => after(settle, () => lifecycleRuns.retention(order, call)),
    sleepCycle: (order, call) => after(settle, () => lifecycleRuns.sleepCycle(order, call)),
  };
}

export function backupsAfterErasures(backups: Backups, settle: Settle): Backups {
  return {
    ...backups,
    create: (set, call) => after(settle, () => backups.create(set, call)),
    verify: (id, call) => after(settle, () => backups.verify(id, call)),
    restore: (order, call) => after(settle, () => backups.restore(order, call)),
  };
}
