/** Looks at intervals for sessions that have become idle, and has them summed up, a few at a time. */
import { SESSION_IDLE } from '../policy/context.ts';
import type { Leases } from '../ports/leases.ts';
import type { Clock } from '../ports/stores.ts';
import type { IdleSessions } from '../services/context/idle-sessions.ts';
import type { Log } from '../ports/telemetry.ts';
import { repeatedly, type Repeated } from './repeatedly.ts';

export type IdleSealingParts = {
  readonly sealing: IdleSessions;
  readonly idleMs: number;
  readonly leases: Leases;
  readonly clock: Clock;
  readonly log: Log;
};

/** The name of its lease. */
const JOB = 'seal-idle-sessions';

/** Runs every minute. */
export function sealIdleSessions({ sealing, idleMs, leases, clock, log }: IdleSealingParts): Repeated {
  return repeatedly(
    SESSION_IDLE.lookMs,
    async (stop) => {
      const isStopped = (): boolean => stop.aborted;
      if (!(await leases.hold(JOB, { signal: stop }))) return;
      for (let more = true; more && !isStopped();) {
        const call = { signal: stop, nowMs: clock.now() };
        more = (await sealing.seal(idleMs, SESSION_IDLE.atOnce, call)) === SESSION_IDLE.atOnce;
      }
    },
    (error) => log.error({ error: error.message }, 'Idle sessions could not be summarised; they are tried again'),
  );
}
