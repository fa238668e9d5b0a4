/** Looks now and then which sessions have become idle, and has them summed up, a few at a time. */
import { cancelled, stopSignal } from '../domain/abort.ts';
import { SESSION_IDLE } from '../policy/context.ts';
import type { Clock } from '../ports/stores.ts';
import type { IdleSessions } from '../services/context/idle-sessions.ts';
import type { Log } from '../ports/telemetry.ts';

export type IdleSealingParts = {
  readonly sealing: IdleSessions;
  readonly idleMs: number;
  readonly clock: Clock;
  readonly log: Log;
};

export interface IdleSealing {
  /** Seals what is idle now. By itself every minute. */
  tick(): Promise<void>;
  /** Gives up what runs; it is done after the next start. */
  stop(): Promise<void>;
}

export function sealIdleSessions({ sealing, idleMs, clock, log }: IdleSealingParts): IdleSealing {
  const stop = stopSignal();
  let running: Promise<void> = Promise.resolve();

  async function sealAll(): Promise<void> {
    for (let more = true; more && !stop.aborted;) {
      const call = { signal: stop, nowMs: clock.now() };
      more = (await sealing.seal(idleMs, SESSION_IDLE.atOnce, call)) === SESSION_IDLE.atOnce;
    }
  }

  const tick = (): Promise<void> => {
    running = running.then(sealAll).catch((error: Error) => {
      if (!stop.aborted) log.error({ error: error.message }, 'Idle sessions could not be sealed; it is tried again');
    });
    return running;
  };
  let isTicking = false;
  const timer = setInterval(() => {
    if (isTicking) return;
    isTicking = true;
    void tick().finally(() => (isTicking = false));
  }, SESSION_IDLE.lookMs).unref();
  return {
    tick,
    async stop() {
      clearInterval(timer);
      stop.abort(cancelled());
      await running;
    },
  };
}
