/** The reason why the store no longer writes: its disk failed, or it is damaged. */
import { setTimeout as pause } from 'node:timers/promises';
import { RecordaError } from '../../../domain/errors.ts';
import { withAdvice } from '../../../domain/store-errors.ts';
import { DISK } from '../../../policy/backends.ts';
import type { SqliteLog } from '../sqlite-options.ts';

export interface StoreFailure {
  /** Returns the reason; undefined while it writes. */
  why(): Error | undefined;
  /** Tells whether it is damaged: then its answers are correct, but may be incomplete. */
  isDamaged(): boolean;
  /** Returns the same as `why`, with advice on what to restore: it waits a moment for that. */
  withAdvice(): Promise<Error | undefined>;
  /** Notes a reason; only the first counts. */
  note(why: Error): void;
  /** Runs once, when it stops writing. */
  onFailure(listener: (why: Error) => void): void;
}

export function isStoreDamaged(error: unknown): error is RecordaError {
  return error instanceof RecordaError && error.reason === 'STORE_DAMAGED';
}

/** `restoreAdvice` names the backups that there are. */
export function storeFailure(log: SqliteLog, restoreAdvice: () => Promise<string>): StoreFailure {
  let failure: Error | undefined;
  let advised: Promise<void> = Promise.resolve();
  const listeners: ((why: Error) => void)[] = [];
  const advise = async (found: RecordaError): Promise<void> => {
    failure = await adviseOn(found, restoreAdvice);
    log.error({ error: failure.message }, 'the embedded store is damaged and stopped writing');
  };
  return {
    why: () => failure,
    isDamaged: () => isStoreDamaged(failure),
    async withAdvice() {
      await advised;
      return failure;
    },
    note(why) {
      if (failure !== undefined) return;
      failure = why;
      if (isStoreDamaged(why)) advised = advise(why);
      else log.error({ error: why.message }, 'the embedded store stopped writing');
      for (const listener of listeners) listener(why);
    },
    onFailure: (listener) => void listeners.push(listener),
  };
}

/** Adds advice on what to do next to the error, if cold storage answers soon. */
export async function adviseOn(
  found: RecordaError,
  restoreAdvice: (() => Promise<string>) | undefined,
): Promise<RecordaError> {
  if (restoreAdvice === undefined) return found;
  const late = pause(DISK.adviceMs, '', { ref: false });
  return withAdvice(found, await Promise.race([restoreAdvice().catch(() => ''), late]));
}
