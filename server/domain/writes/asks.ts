/**
 * What a write asks of the transaction that it runs in. The flows of this folder say in which order; a backend answers each ask,
 * and knows nothing of the order.
 */
import type { Quota } from '../../policy/memory-types.ts';
import type { Eviction } from '../archived.ts';
import type { Sized, Usage } from '../decide/quota.ts';
import type { AddIntent, AddOperation, Remaining, RemoveIntent, Removed, UpdateIntent } from '../intents.ts';
import type { JsonObject, MemoryQuota, MemoryRecord, Payload, Scope } from '../memory.ts';

/** How much an owner has, as a backend holds it during a transaction. */
export type Account = { readonly usage: Usage };

/** What is needed of a memory to store it, whether it is added or put back. */
export type NewMemory = {
  readonly id: string;
  readonly scope: Scope;
  /** Without its content where the backend carries that in another form. */
  readonly payload: Payload;
  readonly sizeBytes: number;
  readonly nowMs: number;
};

export type AddCommand = NewMemory & Omit<AddIntent, 'payload' | 'metadata'>;

export type PutBackCommand = NewMemory & { readonly expireTimeMs?: number | undefined };

/** Memories that go to the archive, all of one user. */
export type EvictCommand = {
  /** The archive's object that holds it. */
  readonly object: string;
  readonly scope: Scope;
  readonly evictions: readonly Eviction[];
  readonly nowMs: number;
};

/** Entries of one owner of working memory that go together. */
export type ClearCommand<T extends WriteTypes> = {
  /** The owner's. */
  readonly scope: Scope;
  readonly nowMs: number;
  readonly goes: (record: MemoryRecord, account: T['account']) => boolean;
};

/** The types that a backend puts in place of these. */
export type WriteTypes = {
  readonly user: unknown;
  readonly account: Account;
  readonly add: AddCommand;
  readonly update: UpdateIntent;
  readonly remove: RemoveIntent;
  readonly putBack: PutBackCommand;
  /** What the backend returns of a memory that it has added. */
  readonly stored: object;
};

/** An answer to an add, apart from the memory. */
export type Placed = {
  readonly operation: AddOperation;
  readonly remaining: Remaining;
  readonly prunedCount: number;
  readonly evictedCount: number;
  /** Those pruned or evicted, the first 1,000. */
  readonly removedIds: readonly string[];
};

/** `record`: the memory that the add went into, as it is now; `stored`: a new one. */
export type AddAnswer<T extends WriteTypes> = Placed &
  ({ readonly record: MemoryRecord; readonly stored?: undefined } | { readonly stored: T['stored'] });

export type UpdateAnswer = { readonly record: MemoryRecord; readonly remaining: Remaining };

export type LoggedOperation = 'ADD' | 'UPDATE' | 'REMOVE';

/** What the change log keeps of a scope. */
export type LoggedScope = Pick<Scope, 'agentId' | 'sessionId' | 'namespace'>;

type AskOf<Args extends readonly unknown[], Result> = { readonly args: Args; readonly result: Result };

/** By kind of ask: what it is asked with, and what the answer is. What a handler throws ends the write, and is the answer to it. */
export type Asks<T extends WriteTypes> = {
  /** The user, made where nobody has added anything yet. */
  readonly user: AskOf<[scope: Scope], T['user']>;

  /** The first answer where the request was applied before. Asked only of writes with a request id. Throws REQUEST_ID_REUSED. */
  readonly repeatedAdd: AskOf<[write: T['add']], AddAnswer<T> | undefined>;
  readonly repeatedUpdate: AskOf<[write: T['update']], UpdateAnswer | undefined>;
  readonly repeatedRemove: AskOf<[write: T['remove']], Removed | undefined>;

  /** Throws where too many changes already wait for another store. Deletions are never asked about. */
  readonly refuseBacklog: AskOf<[write: T['add'] | T['update']], void>;
  /** Takes over what another server has made of the memory, so that the decision is about what it is by now. */
  readonly applyRemoteVersion: AskOf<[write: T['update'] | T['remove']], void>;
  /** Throws SCHEMA_MISMATCH. Asked only about documents. */
  readonly refuseUnfit: AskOf<[user: T['user'], payload: Payload], void>;

  /**
   * The account that a new memory counts for, made where there is none. `expireMs` is until when the owner is to live, of messages
   * alone: an owner that has expired starts empty, another lives until the later time of the two.
   */
  readonly openAccount: AskOf<[user: T['user'], memory: NewMemory, expireMs: number | undefined], T['account']>;
  /** The account that an existing memory of this quota and scope counts for. */
  readonly account: AskOf<[user: T['user'], name: MemoryQuota, scope: Scope], T['account']>;
  readonly quota: AskOf<[account: T['account'], scope: Scope], Quota>;
  /** Throws where the server has no room for what the owner would have then. Nothing has been written yet. */
  readonly refuseOverLimit: AskOf<[account: T['account'], after: Usage], void>;

  /** The memory of this tenant and user, unless it has expired. */
  readonly find: AskOf<[scope: Scope, id: string, nowMs: number], MemoryRecord | undefined>;
  /** Who has an id: USER where `find` finds it. */
  readonly holderOf: AskOf<[scope: Scope, id: string, nowMs: number], 'USER' | 'OTHER' | undefined>;
  /** The owner's memories with the key of this one, the oldest first. Asked only about types with keys. */
  readonly ofKey: AskOf<
    [account: T['account'], memory: Pick<MemoryRecord, 'payload' | 'scope'>],
    readonly MemoryRecord[]
  >;
  /**
   * The owner's memories that are not pinned, in the order in which they make room: the oldest first, of working memory the least
   * recently used. Read only as far as room must be made.
   */
  readonly firstToGo: AskOf<[account: T['account'], exceptId: string | undefined], Iterable<Sized>>;
  /** The relationships from an entity and to it. */
  readonly relationshipsAt: AskOf<[scope: Scope, id: string], readonly Sized[]>;
  /** All of the owner's memories. Asked only about working memory. */
  readonly ofOwner: AskOf<[account: T['account']], readonly MemoryRecord[]>;
  /** What an add says beside its payload. Asked only where it merges. */
  readonly metadataOf: AskOf<[write: T['add']], JsonObject | undefined>;

  readonly insert: AskOf<[account: T['account'], write: T['add']], T['stored']>;
  /** Stores a memory as it was. */
  readonly restore: AskOf<[account: T['account'], memory: T['putBack']], void>;
  /** Writes a memory as it was decided; `write` is the update that it was decided for. Answers with the memory as it will read. */
  readonly replace: AskOf<
    [account: T['account'], before: MemoryRecord, after: MemoryRecord, write: T['update'] | undefined],
    MemoryRecord
  >;
  /** Answers what the change log keeps of the scope; undefined where the backend keeps no log. */
  readonly remove: AskOf<[account: T['account'], id: string], LoggedScope | undefined>;

  /** Sets what the owner has, and reports what that crosses. */
  readonly settle: AskOf<[account: T['account'], scope: Scope, usage: Usage, nowMs: number], void>;
  /** Notes a change for those who watch. Does nothing where the backend keeps no log. */
  readonly log: AskOf<
    [account: T['account'], operation: LoggedOperation, id: string, scope: LoggedScope, nowMs: number],
    void
  >;

  /** Whether this object of the archive was begun for the user, who has not been erased since. */
  readonly isArchiving: AskOf<[order: EvictCommand], boolean>;
  /** Notes where a memory lies in the archive, which is removed next. */
  readonly archive: AskOf<[user: T['user'], record: MemoryRecord, order: EvictCommand, eviction: Eviction], void>;

  /** Keeps the answer for a repeat. Asked only of writes with a request id. */
  readonly rememberAdd: AskOf<[user: T['user'], write: T['add'], answer: AddAnswer<T>], void>;
  readonly rememberUpdate: AskOf<[user: T['user'], write: T['update'], answer: UpdateAnswer], void>;
  readonly rememberRemove: AskOf<[user: T['user'], write: T['remove'], answer: Removed], void>;
};

export type AskKind = keyof Asks<WriteTypes>;

/** A backend's transaction that answers at once: nothing can come between two of its answers. */
export type Transaction<T extends WriteTypes> = {
  readonly [Kind in AskKind]: (...args: Asks<T>[Kind]['args']) => Asks<T>[Kind]['result'];
};

/** One that may answer later: what it was asked about stays as it is until the write is over, or the write is not applied. */
export type AwaitedTransaction<T extends WriteTypes> = {
  readonly [Kind in AskKind]: (
    ...args: Asks<T>[Kind]['args']
  ) => Asks<T>[Kind]['result'] | Promise<Asks<T>[Kind]['result']>;
};

/** A flow under way: it yields answers that are still to come, is resumed with them, and returns what became of the write. */
export type Write<R> = Generator<Promise<unknown>, R, unknown>;

/** What a flow gets from an ask by `yield*`. */
export type Answer<R> = Iterable<Promise<unknown>, R, unknown>;

/** The asks as flows see them: `const quota = yield* ask.quota(account, scope)`. */
export type Asking<T extends WriteTypes> = {
  readonly [Kind in AskKind]: (...args: Asks<T>[Kind]['args']) => Answer<Asks<T>[Kind]['result']>;
};

/** An answer that is there: `yield*` takes it without leaving the flow. Read before the next is asked for, so one object serves all. */
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

/** A flow has typed what it asks with, and the transaction what it answers. */
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

/** Asks a transaction. Its methods, one for each kind, are the prototype's: some backends make a transaction for each write. */
class Asker {
  readonly answers: Answers;
  readonly answered = new Answered();

  constructor(answers: Answers) {
    this.answers = answers;
  }
}

for (const kind of Object.keys(ASK_KINDS) as AskKind[]) {
  // Passed on one by one: arguments that are gathered and spread cost an ask about as much as its answer.
  const ask: ThisType<Asker> & Ask<Answer<unknown>> = function (this: Asker, one, two, three, four, five) {
    const answer = this.answers[kind](one, two, three, four, five);
    if (answer instanceof Promise) return awaited(answer);
    this.answered.value = answer;
    return this.answered;
  };
  Object.defineProperty(Asker.prototype, kind, { value: ask });
}

export function asking<T extends WriteTypes>(transaction: AwaitedTransaction<T>): Asking<T> {
  return new Asker(transaction as Answers) as unknown as Asking<T>;
}
