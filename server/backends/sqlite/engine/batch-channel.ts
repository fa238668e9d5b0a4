/**
 * Passes calls from the main thread to a worker, many in a message: a message per call would cost more than most calls.
 *
 * The main side posts calls to an idle worker as soon as the running code has made all its calls, since a turn of the event loop and
 * waking a worker take long beside a call; to a busy one it posts the calls of one turn together. The worker looks for more between
 * calls, so a waiting call that is given up is dropped, and a writer can gather the calls that arrived during a commit.
 */
import { channel } from 'node:diagnostics_channel';
import { receiveMessageOnPort, type MessagePort, type Worker } from 'node:worker_threads';
import { abortError, type StopSignal } from '../../../domain/abort.ts';
import type { Origin } from '../../../domain/audit.ts';
import { giveUp, runCall, sharedCallState } from './running-call.ts';
import { fromWire, toWire, type WireError } from './wire-error.ts';

/** The methods that a worker offers: name to function of one argument. */
export type Api = Readonly<Record<string, (argument: never) => unknown>>;
type Argument<A extends Api, K extends keyof A> =
  Parameters<A[K]> extends [] ? Record<string, never> : Parameters<A[K]>[0];

export type QueuedCall<A extends Api> = {
  readonly number: number;
  /** The caller, if there is one. */
  readonly origin?: Origin | undefined;
} & { readonly [K in keyof A]: { readonly method: K; readonly argument: Argument<A, K> } }[keyof A];

export type Reply =
  { readonly number: number; readonly result: unknown } | { readonly number: number; readonly error: WireError };

/** Answers no call: it signals events, whose meaning depends on the worker. */
export const EVENTS: Reply = { number: 0, result: undefined };

type Batch<A extends Api> = { readonly calls: readonly QueuedCall<A>[]; readonly cancelled: readonly number[] };

/** Published in a worker before and after work that keeps it from the next call; the second time with the names of the methods that ran. */
const OCCUPIED = { from: channel('recorda.thread.occupied'), until: channel('recorda.thread.free') } as const;

/** A worker's API on the calling side: the same methods, answered later. */
export type Remote<A> = {
  /** Rejects with the signal's error the moment it aborts. `origin` is the caller, if the worker is to know. */
  readonly [K in keyof A]: A[K] extends (...given: infer G) => infer R
    ? (
        argument: G extends [infer X, ...unknown[]] ? X : Record<string, never>,
        signal?: StopSignal,
        origin?: Origin,
      ) => Promise<R>
    : never;
};

export interface BatchChannel<A extends Api> {
  /** The number of calls that are not answered yet. */
  readonly waiting: number;
  /** Rejects with the signal's error the moment it aborts; a call that has begun goes on, unless the worker asks `isGivenUp`. */
  call<K extends keyof A>(
    method: K,
    argument: Argument<A, K>,
    signal?: StopSignal,
    origin?: Origin,
  ): Promise<ReturnType<A[K]>>;
  /** Runs whenever the worker signals events. */
  onEvents(listener: () => void): void;
  /** Rejects later calls; waiting ones are still answered. The returned function still calls the worker, so that it can be closed. */
  refuse(why: Error): BatchChannel<A>['call'];
  /** Rejects waiting and later calls. */
  close(why: Error): void;
}

type Pending = { readonly resolve: (result: unknown) => void; readonly reject: (error: Error) => void };

/** In a worker, the buffers that are moved to the main thread with the next replies, without being copied. */
let transferred: ArrayBuffer[] = [];

/** Has a worker move the buffers with the replies that refer to them, without copying. */
export function transfer(buffers: readonly ArrayBuffer[]): void {
  transferred.push(...buffers);
}

/** Returns the methods of a worker behind `call`. Each is made with its first use. */
export function remote<A extends Api>(call: BatchChannel<A>['call']): Remote<A> {
  const makeMethod = (_: object, name: string | symbol, methods: object): unknown => {
    // A promise that resolves to the methods checks whether they are a promise as well.
    if (typeof name === 'symbol' || name === 'then') return undefined;
    const method = (argument: never, signal?: StopSignal, origin?: Origin) => call(name, argument, signal, origin);
    Object.defineProperty(methods, name, { value: method });
    return method;
  };
  return Object.create(new Proxy({}, { get: makeMethod })) as Remote<A>;
}

/** Makes the main side; the worker was given `state` as its data. The worker keeps the process alive only while a call waits for it. */
export function batchChannel<A extends Api>(
  worker: Worker,
  state = sharedCallState(),
  onError: (error: Error) => Error = (error) => error,
): BatchChannel<A> {
  const pending = pendingCalls(worker);
  const outgoing = outgoingCalls<A>(worker);
  let lastNumber = 0;
  let refusal: Error | undefined;
  let closed: Error | undefined;
  const eventListeners: (() => void)[] = [];

  worker.on('message', (replies: readonly Reply[]) => {
    for (const reply of replies) {
      if (reply.number === EVENTS.number) for (const listener of eventListeners) listener();
      else if ('error' in reply) pending.settle(reply.number)?.reject(onError(fromWire(reply.error)));
      else pending.settle(reply.number)?.resolve(reply.result);
    }
  });

  const send: BatchChannel<A>['call'] = async (method, argument, signal, origin) => {
    if (closed !== undefined) throw closed;
    if (signal?.aborted) throw abortError(signal);
    lastNumber += 1;
    const number = lastNumber;
    const call = origin === undefined ? { number, method, argument } : { number, method, argument, origin };
    outgoing.add(call, pending.size() === 0);
    let onAbort: (() => void) | undefined;
    try {
      return await new Promise<never>((resolve, reject) => {
        pending.add(number, { resolve: resolve as Pending['resolve'], reject });
        if (signal === undefined) return;
        onAbort = () => {
          pending.settle(number);
          if (!outgoing.withdraw(number)) giveUp(state, number);
          reject(abortError(signal));
        };
        signal.addEventListener('abort', onAbort, { once: true });
      });
    } finally {
      if (onAbort !== undefined) signal?.removeEventListener('abort', onAbort);
    }
  };

  return {
    get waiting() {
      return pending.size();
    },
    async call(method, argument, signal, origin) {
      if (refusal !== undefined) throw refusal;
      return send(method, argument, signal, origin);
    },
    onEvents: (listener) => void eventListeners.push(listener),
    refuse(why) {
      refusal ??= why;
      return send;
    },
    close(why) {
      refusal ??= why;
      closed ??= why;
      outgoing.clear();
      pending.rejectAll(why);
    },
  };
}

/** Keeps calls that are yet to be posted to a worker, those of one turn of the event loop together. */
function outgoingCalls<A extends Api>(worker: Worker) {
  let calls: QueuedCall<A>[] = [];
  let cancelled: number[] = [];
  let isPostingSoon = false;
  let isPostingNow = false;
  const post = (): void => {
    isPostingSoon = isPostingNow = false;
    if (calls.length === 0 && cancelled.length === 0) return;
    const batch: Batch<A> = { calls, cancelled };
    calls = [];
    cancelled = [];
    worker.postMessage(batch);
  };
  const postSoon = (): void => {
    if (!isPostingSoon && !isPostingNow) setImmediate(post);
    isPostingSoon = true;
  };
  const postNow = (): void => {
    if (!isPostingNow) queueMicrotask(post);
    isPostingNow = true;
  };
  return {
    add(call: QueuedCall<A>, atOnce: boolean): void {
      calls.push(call);
      if (atOnce) postNow();
      else postSoon();
    },
    /** Returns false if the worker has the call already: then it is notified. */
    withdraw(number: number): boolean {
      const unsent = calls.findIndex((call) => call.number === number);
      if (unsent >= 0) calls.splice(unsent, 1);
      else {
        cancelled.push(number);
        postSoon();
      }
      return unsent >= 0;
    },
    clear(): void {
      calls = [];
      cancelled = [];
    },
  };
}

/** Keeps the calls that wait for a worker, which keeps the process alive while there are any. */
function pendingCalls(worker: Worker) {
  const pending = new Map<number, Pending>();
  const settle = (number: number): Pending | undefined => {
    const entry = pending.get(number);
    if (pending.delete(number) && pending.size === 0) worker.unref();
    return entry;
  };
  worker.unref();
  return {
    size: (): number => pending.size,
    add(number: number, entry: Pending): void {
      pending.set(number, entry);
      if (pending.size === 1) worker.ref();
    },
    settle,
    rejectAll(why: Error): void {
      for (const number of pending.keys()) settle(number)?.reject(why);
    },
  };
}

/**
 * Serves the worker's side: `serve` takes one or more calls off the front of the queue, and answers them; `afterwards` runs when the
 * answers have been posted.
 */
export function serveCalls<A extends Api>(
  port: MessagePort,
  serve: (queue: QueuedCall<A>[]) => readonly Reply[],
  afterwards: (isIdle: boolean) => void = () => undefined,
): void {
  const queue: QueuedCall<A>[] = [];
  const accept = ({ calls, cancelled }: Batch<A>): void => {
    queue.push(...calls);
    for (const number of cancelled) {
      const index = queue.findIndex((call) => call.number === number);
      if (index >= 0) queue.splice(index, 1);
    }
  };
  const acceptArrived = (): void => {
    for (let arrived = receiveMessageOnPort(port); arrived !== undefined; arrived = receiveMessageOnPort(port)) {
      accept(arrived.message as Batch<A>);
    }
  };
  port.on('message', (batch: Batch<A>) => {
    accept(batch);
    acceptArrived();
    while (queue.length > 0) {
      occupied(queue, () => {
        const replies = serve(queue);
        const buffers = transferred;
        transferred = [];
        port.postMessage(replies, buffers);
      });
      acceptArrived();
      occupied(AFTERWARDS, () => afterwards(queue.length === 0));
    }
  });
}

const AFTERWARDS = [{ method: 'afterwards' }];

/** Runs work, and publishes which calls of the queue it has taken. */
function occupied(queue: readonly { readonly method: PropertyKey }[], work: () => void): void {
  if (!OCCUPIED.from.hasSubscribers) return work();
  const waiting = queue.map(({ method }) => String(method));
  OCCUPIED.from.publish(undefined);
  work();
  OCCUPIED.until.publish(queue === AFTERWARDS ? waiting : waiting.slice(0, waiting.length - queue.length));
}

/** Runs one call. A worker that is not open offers only `open`. */
export function answer<A extends Api>(api: Partial<A>, { number, method, argument }: QueuedCall<A>): Reply {
  try {
    const run = api[method] as ((argument: unknown) => unknown) | undefined;
    if (run === undefined) throw new Error(`The worker is not open: it does not answer ${String(method)}.`);
    return { number, result: runCall(number, () => run(argument)) };
  } catch (error) {
    return { number, error: toWire(error) };
  }
}
