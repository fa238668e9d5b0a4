/** Limits how long work keeps the event loop from other calls. */
import { abortError, type StopSignal } from '../domain/abort.ts';
import { TURN_MS } from '../policy/serving.ts';

/** Work that has used up its turn and goes on in another one. */
const waiting: (() => void)[] = [];

/** Resolves in a later turn of the event loop, in each for one waiter only: what many hold together is TURN_MS, too. */
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

/** Measures work that is done bit by bit. */
export interface Turn {
  /** True once TURN_MS have passed since it began, so that other calls should get a turn. */
  isOver(): boolean;
  /** Lets others in between, then begins anew. Rejects with the signal's error where that has aborted by then. */
  next(signal: StopSignal): Promise<void>;
}

/** A turn that begins now. */
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
 * Does it to each of many, in order, and pauses after every TURN_MS so that other calls come in between. Rejects with the signal's
 * error where that has aborted by the end of a pause: deadlines pass in them. What is done by then stays done.
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
