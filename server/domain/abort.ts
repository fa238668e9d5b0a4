/** Deadlines and cancels: one signal goes down to every backend call, and its reason is the error that the caller gets. */
import { abortError, type RecordaError } from '../../contract/errors.ts';

export { abortError, cancelled, deadlineExceeded } from '../../contract/errors.ts';

/**
 * What a call needs of an AbortSignal, and every AbortSignal is one. The server's own are `stopSignal`s: one of Node's takes as long
 * to make as all of a small call's request takes to read.
 */
export interface StopSignal {
  readonly aborted: boolean;
  /** Why, once it is aborted. */
  readonly reason: unknown;
  /** The listener runs once at most, whatever the options. */
  addEventListener(type: 'abort', listener: () => void, options?: { readonly once: true }): void;
  removeEventListener(type: 'abort', listener: () => void): void;
}

/** A signal and the way to abort it. */
export interface Stopper extends StopSignal {
  /** The first reason counts. */
  abort(reason: RecordaError): void;
}

export function stopSignal(): Stopper {
  const listeners: (() => void)[] = [];
  // Fields, not accessors: an object with accessors has a shape of its own, and takes twenty times as long to make.
  const signal: { -readonly [K in keyof Stopper]: Stopper[K] } = {
    aborted: false,
    reason: undefined,
    addEventListener(_, listener) {
      listeners.push(listener);
    },
    removeEventListener(_, listener) {
      const index = listeners.lastIndexOf(listener);
      if (index >= 0) listeners.splice(index, 1);
    },
    abort(reason) {
      if (signal.aborted) return;
      signal.aborted = true;
      signal.reason = reason;
      for (const listener of listeners.splice(0)) listener();
    },
  };
  return signal;
}

/** Settles as `work` does, or rejects with the signal's error as soon as that aborts. */
export function orAbort<T>(work: Promise<T>, signal: StopSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const onAbort = (): void => reject(abortError(signal));
    if (signal.aborted) onAbort();
    else signal.addEventListener('abort', onAbort, { once: true });
    work.then(
      (value) => {
        signal.removeEventListener('abort', onAbort);
        resolve(value);
      },
      (error: unknown) => {
        signal.removeEventListener('abort', onAbort);
        // oxlint-disable-next-line typescript/prefer-promise-reject-errors -- whatever `work` rejects with
        reject(error);
      },
    );
  });
}
