/** Runs writes in a backend's transaction. What the transaction throws, or a decision refuses, is thrown. */
import type { Removed } from '../intents.ts';
import { addMemory } from './add.ts';
import {
  asking,
  type AddAnswer,
  type AwaitedTransaction,
  type ClearCommand,
  type EvictCommand,
  type Transaction,
  type UpdateAnswer,
  type Write,
  type WriteTypes,
} from './asks.ts';
import { removeMemory, updateMemory } from './change.ts';
import { clearEntries } from './clear.ts';
import { evictMemories } from './evict.ts';
import { putBackMemory } from './put-back.ts';

/** The writes of a backend whose transaction answers at once: each runs to its end before anything else. */
export interface WritesNow<T extends WriteTypes> {
  add(write: T['add']): AddAnswer<T>;
  update(write: T['update']): UpdateAnswer;
  remove(write: T['remove']): Removed;
  /** Whether it was taken. */
  putBack(memory: T['putBack']): boolean;
  /** The ids of those that went. */
  evict(order: EvictCommand): readonly string[];
  /** How many went. */
  clear(order: ClearCommand<T>): number;
}

/** The same of a transaction that may answer later: one write at a time. */
export type AwaitedWrites<T extends WriteTypes> = {
  readonly [Kind in keyof WritesNow<T>]: (
    ...args: Parameters<WritesNow<T>[Kind]>
  ) => Promise<ReturnType<WritesNow<T>[Kind]>>;
};

export function writesNow<T extends WriteTypes>(transaction: Transaction<T>): WritesNow<T> {
  const ask = asking<T>(transaction);
  return {
    add: (write) => endNow(addMemory(ask, write)),
    update: (write) => endNow(updateMemory(ask, write)),
    remove: (write) => endNow(removeMemory(ask, write)),
    putBack: (memory) => endNow(putBackMemory(ask, memory)),
    evict: (order) => endNow(evictMemories(ask, order)),
    clear: (order) => endNow(clearEntries(ask, order)),
  };
}

export function awaitedWrites<T extends WriteTypes>(transaction: AwaitedTransaction<T>): AwaitedWrites<T> {
  const ask = asking<T>(transaction);
  return {
    add: (write) => end(addMemory(ask, write)),
    update: (write) => end(updateMemory(ask, write)),
    remove: (write) => end(removeMemory(ask, write)),
    putBack: (memory) => end(putBackMemory(ask, memory)),
    evict: (order) => end(evictMemories(ask, order)),
    clear: (order) => end(clearEntries(ask, order)),
  };
}

function endNow<R>(write: Write<R>): R {
  const step = write.next();
  if (step.done !== true) throw new Error('This transaction answers at once.');
  return step.value;
}

async function end<R>(write: Write<R>): Promise<R> {
  let step = write.next();
  while (step.done !== true) step = write.next(await step.value);
  return step.value;
}
