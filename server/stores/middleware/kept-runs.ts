/** Has the store keep when retention, the sleep cycle and backups ran, what began them, what they did and how they ended. */
import { RecordaError } from '../../domain/errors.ts';
import { stopSignal } from '../../domain/abort.ts';
import type { Backups } from '../../ports/backups.ts';
import type { LifecycleRuns } from '../../ports/lifecycle-runs.ts';
import type { LifecycleStore, PastRun, RunStarter } from '../../ports/lifecycle.ts';
import type { CallContext, Clock } from '../../ports/stores.ts';
import type { Log } from '../../ports/telemetry.ts';
import type { Layer } from './layer.ts';

export type KeptRunsParts = {
  readonly store: Pick<LifecycleStore, 'keepRun'>;
  readonly clock: Clock;
  readonly log: Log;
};

type BegunRun = Pick<PastRun, 'kind' | 'tenant' | 'begunBy'>;

/** The server's own schedule makes calls that have no origin. */
function starterOf({ origin }: CallContext): RunStarter {
  return origin === undefined ? 'SCHEDULE' : { tenant: origin.tenant ?? '', credential: origin.credential };
}

/** Yields the progress of a run, and records its last counts. A run that nobody reads to its end was cancelled. */
async function* kept<T>(
  { store, clock, log }: KeptRunsParts,
  begun: BegunRun,
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
      .keepRun({ ...begun, startMs, tookMs, counts, error }, { signal: stopSignal() })
      .catch((failure: Error) => log.warn({ error: failure.message }, 'A run could not be noted'));
  }
}

/** The message of an error may name a user, and is not kept. */
function reasonOf(thrown: unknown): string {
  return thrown instanceof RecordaError ? thrown.reason : 'INTERNAL';
}

/** Dry runs are not kept. */
export function keptLifecycleRuns(parts: KeptRunsParts): Layer<LifecycleRuns> {
  return {
    retention(next, command, call) {
      const run = next(command, call);
      if (!command.force) return run;
      const byType = new Map<string, readonly [due: number, archived: number]>();
      const begun: BegunRun = { kind: 'RETENTION', tenant: command.tenant ?? '', begunBy: starterOf(call) };
      return kept(parts, begun, run, ({ type, due, archived }) => {
        byType.set(type, [due, archived]);
        const sum = (at: 0 | 1): number => [...byType.values()].reduce((total, pair) => total + pair[at], 0);
        return { due: sum(0), archived: sum(1) };
      });
    },
    sleepCycle(next, command, call) {
      const run = next(command, call);
      if (!command.force) return run;
      const begun: BegunRun = { kind: 'SLEEP_CYCLE', tenant: command.tenant ?? '', begunBy: starterOf(call) };
      return kept(parts, begun, run, (progress) => ({
        weighed: progress.weighed,
        graduated: progress.graduated,
        archived: progress.thresholdEvicted + (progress.capacityEvicted ?? 0),
        merged: progress.consolidated,
      }));
    },
  };
}

/** Restores that change nothing are not kept. */
export function keptBackups(parts: KeptRunsParts): Layer<Backups> {
  return {
    create(next, set, call) {
      const begun: BegunRun = { kind: 'BACKUP', tenant: '', begunBy: starterOf(call) };
      return kept(parts, begun, next(set, call), ({ backup: { users, lines, bytes } }) => ({
        users,
        lines,
        bytes,
      }));
    },
    verify(next, id, call) {
      const begun: BegunRun = { kind: 'VERIFICATION', tenant: '', begunBy: starterOf(call) };
      return kept(parts, begun, next(id, call), ({ usersDone: users, lines, faultCount: faults }) => ({
        users,
        lines,
        faults,
      }));
    },
    restore(next, command, call) {
      const run = next(command, call);
      if (!command.force) return run;
      const begun: BegunRun = { kind: 'RESTORE', tenant: command.tenant, begunBy: starterOf(call) };
      return kept(parts, begun, run, ({ usersDone: users, restored, removed }) => ({ users, restored, removed }));
    },
  };
}
