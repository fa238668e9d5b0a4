/** How many calls are under way: refuses one too many, and any while the event loop is late, and lets a server that goes down end those that are left. */
import { stopSignal, type Stopper } from '../domain/abort.ts';
import { RecordaError } from '../domain/errors.ts';
import { SERVING } from '../policy/serving.ts';

/** One call's place. */
export type Place = {
  /** Aborts when the caller gives up and when the server ends the call; its reason is the error that the caller gets. */
  readonly stop: Stopper;
  /** Whether the call has not left. */
  isUnderWay(): boolean;
  /** Once, when the call has its answer. */
  leave(): void;
};

export interface CallsInFlight {
  /** A place, or why there is none: OVERLOADED or SHUTTING_DOWN. */
  enter(): Place | RecordaError;
  /** From now on nobody enters. */
  close(): void;
  /** Resolves when all have left, or after `ms`; says how many are left. */
  empty(ms: number): Promise<number>;
  /** Aborts those that are left with SHUTTING_DOWN. */
  abort(): void;
}

export function shuttingDown(): RecordaError {
  return new RecordaError('SHUTTING_DOWN', 'The server is going down. Repeat the call, elsewhere if you can.', {
    retryAfterMs: SERVING.closeMs,
  });
}

function overloaded(limit: number): RecordaError {
  return new RecordaError('OVERLOADED', `The server has ${limit} calls under way. Wait a little and repeat the call.`, {
    retryAfterMs: SERVING.overloadedRetryMs,
  });
}

function late(lateMs: number): RecordaError {
  return new RecordaError(
    'OVERLOADED',
    `The server comes to its calls ${Math.round(lateMs)} ms late. Wait a little and repeat the call.`,
    { retryAfterMs: SERVING.loop.windowMs },
  );
}

/** `lateMs`: by how much the event loop is late, while that is overload. */
export function callsInFlight(limit: number, lateMs: () => number | undefined = () => undefined): CallsInFlight {
  const inside = new Set<Stopper>();
  let closed = false;
  let onEmpty = (): void => undefined;
  return {
    enter() {
      if (closed) return shuttingDown();
      if (inside.size >= limit) return overloaded(limit);
      const delayMs = lateMs();
      if (delayMs !== undefined) return late(delayMs);
      const stop = stopSignal();
      inside.add(stop);
      return {
        stop,
        isUnderWay: () => inside.has(stop),
        leave() {
          inside.delete(stop);
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
