/** Runs writes in a backend's transaction. Errors that the transaction or a decision raises are thrown. */
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

/** The writes of a backend whose transaction answers synchronously: each runs to its end before the next begins. */
export interface WritesNow<T extends WriteTypes> {
  add(write: T['add']): AddAnswer<T>;
  update(write: T['update']): UpdateAnswer;
  remove(write: T['remove']): Removed;
  /** Returns true if the memory was put back. */
  putBack(memory: T['putBack']): boolean;
  /** Returns the ids of the memories that were moved to the archive. */
  evict(order: EvictCommand): readonly string[];
  /** Returns the number of entries that were removed. */
  clear(order: ClearCommand<T>): number;
}

/** The writes of a backend whose transaction may answer asynchronously: it runs one write at a time. */
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
