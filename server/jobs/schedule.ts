/**
 * Runs jobs when they are due, one after the other. The store keeps the time of each job's last run, so that a run missed while the
 * server was down is made up once, after the next start; the job's lease ensures that only one of the servers runs it.
 */
import { Cron } from 'croner';
import { SCHEDULING } from '../policy/lifecycle.ts';
import type { Leases } from '../ports/leases.ts';
import type { LifecycleStore } from '../ports/lifecycle.ts';
import type { CallContext, Clock } from '../ports/stores.ts';
import type { Log } from '../ports/telemetry.ts';
import { repeatedly, type Repeated } from './repeatedly.ts';

export type Job = {
  /** The name under which the store keeps the last run. */
  readonly name: string;
  /** A cron pattern. */
  readonly pattern: string;
  /** Does the work; it must be repeatable, since a run that failed or was cut off is run again. */
  readonly run: (call: CallContext) => Promise<void>;
};

export type ScheduleParts = {
  readonly jobs: readonly Job[];
  /** The IANA name of the patterns' time zone. */
  readonly zone: string;
  readonly store: Pick<LifecycleStore, 'lastRun' | 'noteRun'>;
  readonly leases: Leases;
  readonly clock: Clock;
  readonly log: Log;
};

/** Tells whether the text is a cron pattern that has a next run. */
export function isPattern(pattern: string): boolean {
  try {
    return new Cron(pattern, { paused: true }).nextRun() !== null;
  } catch {
    return false;
  }
}

/** Returns the first run after this time. */
export function nextRunMs(pattern: string, zone: string, afterMs: number): number | undefined {
  return new Cron(pattern, { timezone: zone, paused: true }).nextRun(new Date(afterMs))?.getTime();
}

/** Runs the jobs that are due, every 20 s. */
export function schedule({ jobs, zone, store, leases, clock, log }: ScheduleParts): Repeated {
  const notBefore = new Map<string, number>();

  async function runIfDue({ name, pattern, run }: Job, call: CallContext): Promise<void> {
    const nowMs = clock.now();
    const isStopped = (): boolean => call.signal.aborted;
    if (isStopped() || nowMs < (notBefore.get(name) ?? 0)) return;
    if (!(await leases.hold(name, call))) return;
    const lastMs = await store.lastRun(name, call);
    // A new store has missed nothing. A run in the future was noted by a wrong clock, and would delay the next one until then.
    if (lastMs === undefined || lastMs - nowMs > SCHEDULING.skewMs) return store.noteRun(name, nowMs, call);
    const dueMs = nextRunMs(pattern, zone, lastMs);
    if (dueMs === undefined || dueMs > nowMs) return;
    try {
      await run(call);
      await store.noteRun(name, nowMs, call);
      log.info({ job: name, lateMs: nowMs - dueMs }, 'A scheduled job is done');
    } catch (error) {
      if (isStopped()) return;
      notBefore.set(name, clock.now() + SCHEDULING.retryMs);
      log.error({ job: name, error: (error as Error).message }, 'A scheduled job failed; it is tried again');
    }
  }

  return repeatedly(
    SCHEDULING.tickMs,
    async (stop) => {
      for (const job of jobs) await runIfDue(job, { signal: stop });
    },
    (error) => log.error({ error: error.message }, 'The schedule could not be checked'),
  );
}
