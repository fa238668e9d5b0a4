/** Runs that keep or restore something, each after what was erased is gone from where it keeps: an older copy may have been put back. */
import type { Backups } from '../ports/backups.ts';
import type { Keeper } from '../ports/keeper.ts';

type Settle = () => Promise<void>;

async function* after<T>(settle: Settle, run: () => AsyncIterable<T>): AsyncGenerator<T, void> {
  await settle();
  yield* run();
}

export function keeperAfterErasures(keeper: Keeper, settle: Settle): Keeper {
  return {
    ...keeper,
    retention: (order, call) => after(settle, () => keeper.retention(order, call)),
    sleepCycle: (order, call) => after(settle, () => keeper.sleepCycle(order, call)),
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
