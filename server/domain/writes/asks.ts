/**
 * The asks of a write: each is a question or a command to the transaction that the write runs in. The flows of this folder decide
 * their order; a backend answers each ask without knowing that order.
 */
import type { Quota } from '../../policy/memory-types.ts';
import type { Eviction } from '../archived.ts';
import type { Sized, Usage } from '../decide/quota.ts';
import type { AddIntent, AddOperation, Remaining, RemoveIntent, Removed, UpdateIntent } from '../intents.ts';
import type { JsonObject, MemoryQuota, MemoryRecord, Payload, Scope } from '../memory.ts';

/** An owner's usage, as a backend holds it during a transaction. */
export type Account = { readonly usage: Usage };

/** The part of a memory that is needed to store it, whether it is added or put back. */
export type NewMemory = {
  readonly id: string;
  readonly scope: Scope;
  /** The payload, without its content if the backend carries the content in another form. */
  readonly payload: Payload;
  readonly sizeBytes: number;
  readonly nowMs: number;
};

export type AddCommand = NewMemory & Omit<AddIntent, 'payload' | 'metadata'>;

export type PutBackCommand = NewMemory & { readonly expireTimeMs?: number | undefined };

/** Memories of one user that are moved to the archive. */
export type EvictCommand = {
  /** The object of the archive that holds them. */
  readonly object: string;
  readonly scope: Scope;
  readonly evictions: readonly Eviction[];
  readonly nowMs: number;
};

/** Entries of one owner of working memory that are removed together. */
export type ClearCommand<T extends WriteTypes> = {
  /** The scope of the owner. */
  readonly scope: Scope;
  readonly nowMs: number;
  readonly goes: (record: MemoryRecord, account: T['account']) => boolean;
};

/** The types that a backend substitutes for these. */
export type WriteTypes = {
  readonly user: unknown;
  readonly account: Account;
  readonly add: AddCommand;
  readonly update: UpdateIntent;
  readonly remove: RemoveIntent;
  readonly putBack: PutBackCommand;
  /** The value that the backend returns for a memory it has added. */
  readonly stored: object;
};

/** The part of an answer to an add that is not the memory itself. */
export type Placed = {
  readonly operation: AddOperation;
  readonly remaining: Remaining;
  readonly prunedCount: number;
  readonly evictedCount: number;
  /** Ids of memories that were pruned or evicted, at most 1,000. */
  readonly removedIds: readonly string[];
  /** Set by the flow, so backends need not remember it. */
  readonly isRepeated?: true | undefined;
};

/** `record` is the memory that the add was merged into, as it is now; `stored` is a new memory. */
export type AddAnswer<T extends WriteTypes> = Placed &
  ({ readonly record: MemoryRecord; readonly stored?: undefined } | { readonly stored: T['stored'] });

export type UpdateAnswer = { readonly record: MemoryRecord; readonly remaining: Remaining };

export type LoggedOperation = 'ADD' | 'UPDATE' | 'REMOVE';

/** The part of a scope that the change log keeps. */
export type LoggedScope = Pick<Scope, 'agentId' | 'sessionId' | 'namespace'>;

type AskOf<Args extends readonly unknown[], Result> = { readonly args: Args; readonly result: Result };

/** The arguments and the result of each kind of ask. An error that a handler throws ends the write and becomes its result. */
export type Asks<T extends WriteTypes> = {
  /** Returns the user, and creates the user on the first add. */
  readonly user: AskOf<[scope: Scope], T['user']>;

  /** Returns the first answer if the request was applied before. Asked only if a write has a request id. Throws REQUEST_ID_REUSED. */
  readonly repeatedAdd: AskOf<[write: T['add']], AddAnswer<T> | undefined>;
  readonly repeatedUpdate: AskOf<[write: T['update']], UpdateAnswer | undefined>;
  readonly repeatedRemove: AskOf<[write: T['remove']], Removed | undefined>;

  /** Throws if too many changes are already waiting for another store. Never asked before a removal. */
  readonly refuseBacklog: AskOf<[write: T['add'] | T['update']], void>;
  /** Applies changes that another server has made to the memory, so that the decision is based on its current version. */
  readonly applyRemoteVersion: AskOf<[write: T['update'] | T['remove']], void>;
  /** Throws SCHEMA_MISMATCH. Asked only about documents. */
  readonly refuseUnfit: AskOf<[user: T['user'], payload: Payload], void>;

  /**
   * Returns the account that a new memory counts towards, and creates it if there is none. `expireMs` is set only for messages and
   * says how long the owner is to live: an owner that has expired starts empty, any other lives until the later of the two times.
   */
  readonly openAccount: AskOf<[user: T['user'], memory: NewMemory, expireMs: number | undefined], T['account']>;
  /** Returns the account that an existing memory of this quota and scope counts towards. */
  readonly account: AskOf<[user: T['user'], name: MemoryQuota, scope: Scope], T['account']>;
  readonly quota: AskOf<[account: T['account'], scope: Scope], Quota>;
  /** Throws if the server has no room for the owner's new usage. Nothing has been written yet. */
  readonly refuseOverLimit: AskOf<[account: T['account'], after: Usage], void>;

  /** Returns the memory of this tenant and user, unless it has expired. */
  readonly find: AskOf<[scope: Scope, id: string, nowMs: number], MemoryRecord | undefined>;
  /** Tells who owns an id: USER if `find` would find it. */
  readonly holderOf: AskOf<[scope: Scope, id: string, nowMs: number], 'USER' | 'OTHER' | undefined>;
  /** Returns the owner's memories with the same key as this one, the oldest first. Asked only about types with keys. */
  readonly ofKey: AskOf<
    [account: T['account'], memory: Pick<MemoryRecord, 'payload' | 'scope'>],
    readonly MemoryRecord[]
  >;
  /**
   * Returns the owner's memories that are not pinned, in the order in which they are removed to make room: the oldest first, or in
   * working memory the least recently used first. The iterable is read only as far as room is needed.
   */
  readonly firstToGo: AskOf<[account: T['account'], exceptId: string | undefined], Iterable<Sized>>;
  /** Returns the relationships from and to an entity. */
  readonly relationshipsAt: AskOf<[scope: Scope, id: string], readonly Sized[]>;
  /** Returns all memories of the owner. Asked only about working memory. */
  readonly ofOwner: AskOf<[account: T['account']], readonly MemoryRecord[]>;
  /** Returns the metadata of an add. Asked only if the add is merged. */
  readonly metadataOf: AskOf<[write: T['add']], JsonObject | undefined>;

  readonly insert: AskOf<[account: T['account'], write: T['add']], T['stored']>;
  /** Stores a memory unchanged. */
  readonly restore: AskOf<[account: T['account'], memory: T['putBack']], void>;
  /** Writes a memory as it was decided; `write` is the update behind the decision. Returns the memory as it will be read. */
  readonly replace: AskOf<
    [account: T['account'], before: MemoryRecord, after: MemoryRecord, write: T['update'] | undefined],
    MemoryRecord
  >;
  /** Removes a memory and returns the part of its scope that the change log keeps; undefined if the backend keeps no log. */
  readonly remove: AskOf<[account: T['account'], id: string], LoggedScope | undefined>;

  /** Sets the owner's usage and reports the limits that it crosses. */
  readonly settle: AskOf<[account: T['account'], scope: Scope, usage: Usage, nowMs: number], void>;
  /** Records a change for watchers. Does nothing if the backend keeps no log. */
  readonly log: AskOf<
    [account: T['account'], operation: LoggedOperation, id: string, scope: LoggedScope, nowMs: number],
    void
  >;

  /** Tells whether this object of the archive was begun for the user, and the user has not been erased since. */
  readonly isArchiving: AskOf<[command: EvictCommand], boolean>;
  /** Records where a memory lies in the archive; the memory is removed next. */
  readonly archive: AskOf<[user: T['user'], record: MemoryRecord, command: EvictCommand, eviction: Eviction], void>;

  /** Keeps the answer in case the request is repeated. Asked only if a write has a request id. */
  readonly rememberAdd: AskOf<[user: T['user'], write: T['add'], answer: AddAnswer<T>], void>;
  readonly rememberUpdate: AskOf<[user: T['user'], write: T['update'], answer: UpdateAnswer], void>;
  readonly rememberRemove: AskOf<[user: T['user'], write: T['remove'], answer: Removed], void>;
};

export type AskKind = keyof Asks<WriteTypes>;

/** A backend's transaction that answers synchronously: nothing can happen between two of its answers. */
export type Transaction<T extends WriteTypes> = {
  readonly [Kind in AskKind]: (...args: Asks<T>[Kind]['args']) => Asks<T>[Kind]['result'];
};

/**
 * A transaction that may answer asynchronously. Whatever it was asked about stays unchanged until the write is over, or else the
 * write is not applied.
 */
export type AwaitedTransaction<T extends WriteTypes> = {
  readonly [Kind in AskKind]: (
    ...args: Asks<T>[Kind]['args']
  ) => Asks<T>[Kind]['result'] | Promise<Asks<T>[Kind]['result']>;
};

/** A running flow: it yields promises of answers, is resumed with their values, and returns the result of the write. */
export type Write<R> = Generator<Promise<unknown>, R, unknown>;

/** The value that a flow receives from an ask by `yield*`. */
export type Answer<R> = Iterable<Promise<unknown>, R, unknown>;

/** The asks in the form that flows call: `const quota = yield* ask.quota(account, scope)`. */
export type Asking<T extends WriteTypes> = {
  readonly [Kind in AskKind]: (...args: Asks<T>[Kind]['args']) => Answer<Asks<T>[Kind]['result']>;
};
