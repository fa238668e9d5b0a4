/**
 * Runs jobs when they are due, one after the other. When each last ran is kept in the store, so that a run that was missed while the
 * server was down is made up once, after the next start; and since one process at a time has a store, each job has one runner.
 */
import { Cron } from 'croner';
import { SCHEDULING } from '../policy/lifecycle.ts';
import type { LifecycleStore } from '../ports/lifecycle.ts';
import type { CallContext, Clock } from '../ports/stores.ts';
import type { Log } from '../ports/telemetry.ts';
import { repeatedly, type Repeated } from './repeatedly.ts';

export type Job = {
  /** The store knows its last run by it. */
  readonly name: string;
  /** As cron has it. */
  readonly pattern: string;
  /** To be done again where it failed, or where its process ended. */
  readonly run: (call: CallContext) => Promise<void>;
};

export type ScheduleParts = {
  readonly jobs: readonly Job[];
  /** The time zone of the patterns, as IANA names it. */
  readonly zone: string;
  readonly store: Pick<LifecycleStore, 'lastRun' | 'noteRun'>;
  readonly clock: Clock;
  readonly log: Log;
};

/** Whether the text is a pattern that ever comes. */
export function isPattern(pattern: string): boolean {
  try {
    return new Cron(pattern, { paused: true }).nextRun() !== null;
  } catch {
    return false;
  }
}

/** The first time after this one. */
export function nextRunMs(pattern: string, zone: string, afterMs: number): number | undefined {
  return new Cron(pattern, { timezone: zone, paused: true }).nextRun(new Date(afterMs))?.getTime();
}

/** Runs what is due. By itself every 20 s. */
export function schedule({ jobs, zone, store, clock, log }: ScheduleParts): Repeated {
  const notBefore = new Map<string, number>();

  async function runIfDue({ name, pattern, run }: Job, call: CallContext): Promise<void> {
    const nowMs = clock.now();
    const isStopped = (): boolean => call.signal.aborted;
    if (isStopped() || nowMs < (notBefore.get(name) ?? 0)) return;
    const lastMs = await store.lastRun(name, call);
    // A new store has missed nothing. A run in the future was noted by a clock that was wrong: it would hold the next one up until then.
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
    (error) => log.error({ error: error.message }, 'The schedule could not be looked at'),
  );
}
