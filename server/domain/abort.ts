/** Deadlines and cancellation: one signal is passed to every backend call, and its reason is the error that the caller gets. */
import { abortError, type RecordaError } from '../../contract/errors.ts';

export { abortError, cancelled, deadlineExceeded } from '../../contract/errors.ts';

/**
 * The part of an AbortSignal that calls need, so every AbortSignal is one. The server's own are `stopSignal`s, since creating a
 * signal of Node's takes as long as reading the whole request of a small call.
 */
export interface StopSignal {
  readonly aborted: boolean;
  /** The reason of the abort, once aborted. */
  readonly reason: unknown;
  /** Adds a listener, which is called at most once whatever the options. */
  addEventListener(type: 'abort', listener: () => void, options?: { readonly once: true }): void;
  removeEventListener(type: 'abort', listener: () => void): void;
}

/** A signal that can be aborted. */
export interface Stopper extends StopSignal {
  /** Aborts with this reason; only the first one counts. */
  abort(reason: RecordaError): void;
}

export function stopSignal(): Stopper {
  const listeners: (() => void)[] = [];
  // Fields, not accessors: an object with accessors has a shape of its own, and takes twenty times as long to create.
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

/** Settles like `work`, or rejects with the signal's reason as soon as the signal aborts. */
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
