/** Runs writes in a backend's transaction. What the transaction throws, or a decision refuses, is thrown. */
import type { Removed } from '../intents.ts';
import { addMemory } from './add.ts';
import {
  asks,
  type AddAnswer,
  type Ask,
  type AskKind,
  type Transaction,
  type UpdateAnswer,
  type Write,
  type WriteTypes,
} from './asks.ts';
import { removeMemory, updateMemory } from './change.ts';
import { putBackMemory } from './put-back.ts';

/** By kind: a flow has typed what it asks with, and the transaction what it answers. */
type Answering = Readonly<Record<AskKind, (...args: readonly unknown[]) => unknown>>;

function runNow<R>(transaction: Answering, write: Write<R>): R {
  let step = write.next();
  while (step.done !== true) step = write.next(answer(transaction, step.value));
  return step.value;
}

function answer(transaction: Answering, { kind, args }: Ask): unknown {
  return transaction[kind](...args);
}

/** The writes of a backend whose transaction answers at once: each runs to its end before anything else. */
export interface WritesNow<T extends WriteTypes> {
  add(write: T['add']): AddAnswer<T>;
  update(write: T['update']): UpdateAnswer;
  remove(write: T['remove']): Removed;
  /** Whether it was taken. */
  putBack(memory: T['putBack']): boolean;
}

export function writesNow<T extends WriteTypes>(transaction: Transaction<T>): WritesNow<T> {
  const ask = asks<T>();
  const answers = transaction as Answering;
  return {
    add: (write) => runNow(answers, addMemory(ask, write)),
    update: (write) => runNow(answers, updateMemory(ask, write)),
    remove: (write) => runNow(answers, removeMemory(ask, write)),
    putBack: (memory) => runNow(answers, putBackMemory(ask, memory)),
  };
}
