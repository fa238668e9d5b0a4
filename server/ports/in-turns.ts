/** Limits how long work keeps the event loop from other calls. */
import { abortError, type StopSignal } from '../domain/abort.ts';
import { TURN_MS } from '../policy/serving.ts';

/** The work that has used up its turn and waits for another one. */
const waiting: (() => void)[] = [];

/** Resolves in a later turn of the event loop, for one waiter in each turn: so all of them together hold it for TURN_MS only. */
function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    waiting.push(resolve);
    if (waiting.length === 1) setImmediate(wakeNext);
  });
}

function wakeNext(): void {
  waiting.shift()?.();
  if (waiting.length > 0) setImmediate(wakeNext);
}

/** The turn of a piece of work that is done step by step. */
export interface Turn {
  /** True once TURN_MS have passed since it began, so that other calls should get a turn. */
  isOver(): boolean;
  /** Lets other work in, then begins a new turn. Rejects with the signal's error if it has aborted by then. */
  next(signal: StopSignal): Promise<void>;
}

/** Begins a turn. */
export function turn(): Turn {
  let startedMs = performance.now();
  return {
    isOver: () => performance.now() - startedMs > TURN_MS,
    async next(signal) {
      await nextTurn();
      if (signal.aborted) throw abortError(signal);
      startedMs = performance.now();
    },
  };
}

/**
 * Applies it to each of many, in order, and pauses after every TURN_MS so that other calls are let in. Rejects with the signal's
 * error if it has aborted by the end of a pause, as deadlines pass during pauses. What is done by then stays done.
 */
export async function inTurns<From, To>(
  all: Iterable<From>,
  signal: StopSignal,
  one: (from: From, index: number) => To,
): Promise<To[]> {
  const done: To[] = [];
  const { isOver, next } = turn();
  for (const from of all) {
    if (isOver()) await next(signal);
    done.push(one(from, done.length));
  }
  return done;
}
