/** Runs that keep or restore data, each after erasures were applied to the storage that they use: an older copy may have been put back. */
import type { Backups } from '../../ports/backups.ts';
import type { LifecycleRuns } from '../../ports/lifecycle-runs.ts';
import type { Layer } from './layer.ts';

type Settle = () => Promise<void>;

async function* after<T>(settle: Settle, run: () => AsyncIterable<T>): AsyncGenerator<T, void> {
  await settle();
  yield* run();
}

/** Retention and the sleep cycle. */
export function lifecycleRunsAfterErasures(settle: Settle): Layer<LifecycleRuns> {
  return {
    retention: (next, command, call) => after(settle, () => next(command, call)),
    sleepCycle: (next, command, call) => after(settle, () => next(command, call)),
  };
}

export function backupsAfterErasures(settle: Settle): Layer<Backups> {
  return {
    create: (next, set, call) => after(settle, () => next(set, call)),
    verify: (next, id, call) => after(settle, () => next(id, call)),
    restore: (next, command, call) => after(settle, () => next(command, call)),
  };
}
