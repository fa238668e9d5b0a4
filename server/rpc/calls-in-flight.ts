/** Keeps the calls that run or wait, so that a server that shuts down can end those that are left. */
import { stopSignal, type Stopper } from '../domain/abort.ts';
import { RecordaError } from '../domain/errors.ts';
import { SERVING } from '../policy/serving.ts';
import type { CallerLimits, Counted, CountedCall } from '../pipeline/caller-limits.ts';
import type { Admission, Permit } from './admission.ts';

/** A call's permit to run, which it returns when it leaves. */
export type CallPermit = Pick<Permit, 'turn' | 'pause' | 'resume'> & {
  /**
   * Aborts when the caller cancels, when the call has waited in vain and when the server ends it; its reason is the error that the
   * caller gets.
   */
  readonly stop: Stopper;
  /** Counts the call for its caller's limits; undefined if there are none. */
  readonly counted: Counted | undefined;
  /** Tells whether the call has not left yet. */
  isUnderWay(): boolean;
  /** Is called once, when the call has its answer; `answered` is true if that is not an error. */
  leave(answered: boolean): void;
};

export interface CallsInFlight {
  /**
   * Returns a permit, or why there is none: RATE_LIMITED, OVERLOADED or SHUTTING_DOWN. `availableMs` is the time until its deadline.
   */
  enter(call: CountedCall, availableMs: number): CallPermit | RecordaError;
  /** Refuses all calls from now on. */
  close(): void;
  /** Resolves when all have left, or after `ms`, with the number of those that are left. */
  empty(ms: number): Promise<number>;
  /** Aborts those that are left with SHUTTING_DOWN. */
  abort(): void;
}

export function shuttingDown(): RecordaError {
  return new RecordaError(
    'SHUTTING_DOWN',
    'The server is shutting down. Repeat the call, on another server if possible.',
    {
      retryAfterMs: SERVING.closeMs,
    },
  );
}

export function callsInFlight(admission: Admission, limits?: Pick<CallerLimits, 'enter'>): CallsInFlight {
  const inside = new Set<Stopper>();
  let closed = false;
  let onEmpty = (): void => undefined;
  return {
    enter(call, availableMs) {
      if (closed) return shuttingDown();
      const counted = limits?.enter(call);
      if (counted instanceof RecordaError) return counted;
      const stop = stopSignal();
      const permit = admission.request({ method: call.method, tenant: call.caller.tenant }, availableMs, (why) =>
        stop.abort(why),
      );
      if (permit instanceof RecordaError) {
        counted?.leave();
        return permit;
      }
      inside.add(stop);
      return {
        stop,
        counted,
        turn: permit.turn,
        pause: () => permit.pause(),
        resume: () => permit.resume(),
        isUnderWay: () => inside.has(stop),
        leave(answered) {
          inside.delete(stop);
          counted?.leave();
          permit.end(answered);
          if (inside.size === 0) onEmpty();
        },
      };
    },
    close() {
      closed = true;
    },
    async empty(ms) {
      if (inside.size > 0) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, ms);
          onEmpty = () => {
            clearTimeout(timer);
            resolve();
          };
        });
      }
      return inside.size;
    },
    abort() {
      for (const stop of inside) stop.abort(shuttingDown());
    },
  };
}
