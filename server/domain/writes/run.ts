/** Runs writes in a backend's transaction. Errors that the transaction or a decision raises are thrown. */
import type { Removed } from '../intents.ts';
import { addMemory } from './add.ts';
import type {
  AddAnswer,
  Answer,
  Asking,
  AskKind,
  AwaitedTransaction,
  ClearCommand,
  EvictCommand,
  Transaction,
  UpdateAnswer,
  Write,
  WriteTypes,
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
  evict(command: EvictCommand): readonly string[];
  /** Returns the number of entries that were removed. */
  clear(command: ClearCommand<T>): number;
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
    evict: (command) => endNow(evictMemories(ask, command)),
    clear: (command) => endNow(clearEntries(ask, command)),
  };
}

export function awaitedWrites<T extends WriteTypes>(transaction: AwaitedTransaction<T>): AwaitedWrites<T> {
  const ask = asking<T>(transaction);
  return {
    add: (write) => end(addMemory(ask, write)),
    update: (write) => end(updateMemory(ask, write)),
    remove: (write) => end(removeMemory(ask, write)),
    putBack: (memory) => end(putBackMemory(ask, memory)),
    evict: (command) => end(evictMemories(ask, command)),
    clear: (command) => end(clearEntries(ask, command)),
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

/**
 * An answer that is already known: `yield*` takes it without leaving the flow. It is read before the next ask, so one object serves
 * all.
 */
class Answered {
  readonly done = true;
  value: unknown;

  [Symbol.iterator](): this {
    return this;
  }

  next(): this {
    return this;
  }
}

function* awaited(answer: Promise<unknown>): Write<unknown> {
  return yield answer;
}

/** An untyped ask: flows have checked the types of its arguments, and the transaction the type of its result. */
type Ask<Result> = (one?: unknown, two?: unknown, three?: unknown, four?: unknown, five?: unknown) => Result;
type Answers = Readonly<Record<AskKind, Ask<unknown>>>;

const ASK_KINDS: Readonly<Record<AskKind, true>> = {
  user: true,
  repeatedAdd: true,
  repeatedUpdate: true,
  repeatedRemove: true,
  refuseBacklog: true,
  applyRemoteVersion: true,
  refuseUnfit: true,
  openAccount: true,
  account: true,
  quota: true,
  refuseOverLimit: true,
  find: true,
  holderOf: true,
  ofKey: true,
  firstToGo: true,
  relationshipsAt: true,
  ofOwner: true,
  metadataOf: true,
  insert: true,
  restore: true,
  replace: true,
  remove: true,
  settle: true,
  log: true,
  isArchiving: true,
  archive: true,
  rememberAdd: true,
  rememberUpdate: true,
  rememberRemove: true,
};

/** Asks a transaction. Its methods, one per kind, are on the prototype, because some backends create a transaction for each write. */
class Asker {
  readonly answers: Answers;
  readonly answered = new Answered();

  constructor(answers: Answers) {
    this.answers = answers;
  }
}

for (const kind of Object.keys(ASK_KINDS) as AskKind[]) {
  // The arguments are passed one by one: to gather and spread them would cost an ask about as much as its answer.
  const ask: ThisType<Asker> & Ask<Answer<unknown>> = function (this: Asker, one, two, three, four, five) {
    const answer = this.answers[kind](one, two, three, four, five);
    if (answer instanceof Promise) return awaited(answer);
    this.answered.value = answer;
    return this.answered;
  };
  Object.defineProperty(Asker.prototype, kind, { value: ask });
}

function asking<T extends WriteTypes>(transaction: AwaitedTransaction<T>): Asking<T> {
  return new Asker(transaction as Answers) as unknown as Asking<T>;
}
