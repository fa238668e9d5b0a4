/** Runs of retention, the sleep cycle and backups, of which the store keeps when they ran, what they did and how they ended. */
import { RecordaError } from '../domain/errors.ts';
import { stopSignal } from '../domain/abort.ts';
import type { Backups } from '../ports/backups.ts';
import type { LifecycleRuns } from '../ports/lifecycle-runs.ts';
import type { LifecycleStore, PastRun } from '../ports/lifecycle.ts';
import type { Clock } from '../ports/stores.ts';
import type { Log } from '../ports/telemetry.ts';

export type KeptRunsParts = {
  readonly store: Pick<LifecycleStore, 'keepRun'>;
  readonly clock: Clock;
  readonly log: Log;
};

type Told = Pick<PastRun, 'kind' | 'tenant'>;

/** Yields the same, and keeps the counts of the last progress. A run that nobody reads to its end was cancelled. */
async function* kept<T>(
  { store, clock, log }: KeptRunsParts,
  told: Told,
  run: AsyncIterable<T>,
  countsOf: (progress: T) => PastRun['counts'],
): AsyncGenerator<T, void> {
  const [startMs, began] = [clock.now(), performance.now()];
  let counts: PastRun['counts'] = {};
  let error = 'CANCELLED';
  try {
    for await (const progress of run) {
      counts = countsOf(progress);
      yield progress;
    }
    error = '';
  } catch (thrown) {
    error = reasonOf(thrown);
    throw thrown;
  } finally {
    const tookMs = performance.now() - began;
    // The caller may be gone by now. What the run did stands even if this fails.
    await store
      .keepRun({ ...told, startMs, tookMs, counts, error }, { signal: stopSignal() })
      .catch((failure: Error) => log.warn({ error: failure.message }, 'A run could not be noted'));
  }
}

/** The message of an error may name a user, and is not kept. */
function reasonOf(thrown: unknown): string {
  return thrown instanceof RecordaError ? thrown.reason : 'INTERNAL';
}

/** Dry runs are not kept. */
export function keptLifecycleRuns(runs: LifecycleRuns, parts: KeptRunsParts): LifecycleRuns {
  return {
    ...runs,
    retention: (order, call) => {
      const run = runs.retention(order, call);
      if (!order.force) return run;
      const byType = new Map<string, readonly [due: number, archived: number]>();
      return kept(parts, { kind: 'RETENTION', tenant: order.tenant ?? '' }, run, ({ type, due, archived }) => {
        byType.set(type, [due, archived]);
        const sum = (at: 0 | 1): number => [...byType.values()].reduce((total, pair) => total + pair[at], 0);
        return { due: sum(0), archived: sum(1) };
      });
    },
    sleepCycle: (order, call) => {
      const run = runs.sleepCycle(order, call);
      if (!order.force) return run;
      return kept(parts, { kind: 'SLEEP_CYCLE', tenant: order.tenant ?? '' }, run, (progress) => ({
        weighed: progress.weighed,
        graduated: progress.graduated,
        archived: progress.thresholdEvicted + (progress.capacityEvicted ?? 0),
        merged: progress.consolidated,
      }));
    },
  };
}

/** Restores that change nothing are not kept. */
export function keptBackups(backups: Backups, parts: KeptRunsParts): Backups {
  return {
    ...backups,
    create: (set, call) =>
      kept(parts, { kind: 'BACKUP', tenant: '' }, backups.create(set, call), ({ backup }) => ({
        users: backup.users,
        lines: backup.lines,
        bytes: backup.bytes,
      })),
    verify: (id, call) =>
      kept(
        parts,
        { kind: 'VERIFICATION', tenant: '' },
        backups.verify(id, call),
        ({ usersDone, lines, faultCount }) => ({
          users: usersDone,
          lines,
          faults: faultCount,
        }),
      ),
    restore: (order, call) => {
      const run = backups.restore(order, call);
      if (!order.force) return run;
      return kept(parts, { kind: 'RESTORE', tenant: order.tenant }, run, ({ usersDone, restored, removed }) => ({
        users: usersDone,
        restored,
        removed,
      }));
    },
  };
}
