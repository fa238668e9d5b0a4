/**
 * A durable record of long-term memories beside an index on another machine that mirrors it, and the outbox between the two.
 *
 * Terms: the *record* is this server's own, the *index* is shared by servers. A change is *unseen* from its commit until the index has
 * shown it for a while: for that time it stays in the *outbox*, and this server reads the memory from the record. A memory that is
 * seen is read from the index: another server may have changed it since, and the record's row of it is a copy. A *dead letter* is an
 * unseen change that the index did not take.
 */
import type { UserKey } from '../domain/accounts.ts';
import type { MemoryRecord } from '../domain/memory.ts';
import type {
  CallContext,
  Hit,
  ListCursor,
  ListQuery,
  MemoryRef,
  MemoryStore,
  Removed,
  RemoveIntent,
  RetrieveQuery,
  Updated,
  UpdateIntent,
} from './stores.ts';
import type { SearchDocument } from './search.ts';

/** The last unseen change of a memory, which includes earlier ones of the same memory. */
export type OutboxChange = MemoryRef & {
  /** A number that grows with each change: settling one change does not affect a later one of the same memory. */
  readonly sequence: number;
  /** The number by which the index orders changes of a memory, over all servers. */
  readonly revision: number;
  readonly isRemoved: boolean;
};

/** A change that is to be sent. */
export type DueChange = OutboxChange & {
  /** The number of times that the index refused it. */
  readonly attempts: number;
  /** The memory as it is now; absent if it was removed. */
  readonly document?: SearchDocument | undefined;
};

/** A change that the index accepted, and may not show yet. */
export type SentChange = OutboxChange & {
  readonly sentMs: number;
  /** The time since which the index is known to show it. */
  readonly seenMs?: number | undefined;
};

/** The reasons for which a change becomes a dead letter: REFUSED for good, refused too OFTEN, or taken and NEVER_SEEN. */
export const DEAD_REASONS = ['REFUSED', 'OFTEN', 'NEVER_SEEN'] as const;
export type DeadReason = (typeof DEAD_REASONS)[number];

/** The result of a change. */
export type Settled = Pick<OutboxChange, 'id' | 'sequence' | 'revision'> &
  (
    | { readonly as: 'SENT' | 'SEEN'; readonly atMs: number }
    | { readonly as: 'REFUSED'; readonly dueMs: number }
    | { readonly as: 'DEAD'; readonly reason: DeadReason; readonly atMs: number }
    | { readonly as: 'DONE' }
  );

export type DeadLetter = Pick<OutboxChange, 'id' | 'sequence' | 'isRemoved'> & {
  readonly userId: string;
  readonly reason: DeadReason;
  readonly attempts: number;
  readonly changedMs: number;
  readonly deadMs: number;
};

export type OutboxState = {
  /** The number of changes that the index has not taken yet. */
  readonly waiting: number;
  /** The number of changes that it has accepted and not shown for long enough. */
  readonly sent: number;
  readonly dead: number;
  /** The time at which the oldest waiting change was made. */
  readonly oldestMs?: number | undefined;
};

/** Holds changes that are to be mirrored, in the order of commits, at most one of each memory. */
export interface Outbox {
  /**
   * Returns changes that are due, with their documents: at most this many and about this many bytes. If none are due, the time at
   * which the next one is.
   */
  due(
    query: { readonly nowMs: number; readonly limit: number; readonly bytes: number },
    call: CallContext,
  ): Promise<{ readonly changes: readonly DueChange[]; readonly nextMs?: number | undefined }>;
  /** Adds everything in the record, for an index that has lost it; returns how much. Later changes that the index has are kept. */
  refill(nowMs: number, call: CallContext): Promise<number>;
  /** Returns the users of whom the index must forget everything, before anything of theirs is sent. */
  erasures(call: CallContext): Promise<readonly UserKey[]>;
  /** Notes that the index has forgotten the user. */
  erased(whose: UserKey, call: CallContext): Promise<void>;
  /** Returns changes that were sent, the longest ago first. */
  sent(limit: number, call: CallContext): Promise<readonly SentChange[]>;
  settle(settled: readonly Settled[], call: CallContext): Promise<void>;
  state(call: CallContext): Promise<OutboxState>;
  /** Lists the dead letters of a tenant, or of one user, by sequence and id, after these. */
  deadLetters(
    query: {
      readonly tenant: string;
      readonly userId: string;
      readonly after: Pick<DeadLetter, 'sequence' | 'id'>;
      readonly limit: number;
    },
    call: CallContext,
  ): Promise<readonly DeadLetter[]>;
  /** Has dead letters sent again: these of the tenant, or all of them if none is named. Returns how many. */
  replay(letters: { readonly tenant: string; readonly ids: readonly string[] }, call: CallContext): Promise<number>;
  /** Calls `listener` whenever there may be new changes, until the returned function is called. */
  subscribe(listener: () => void): () => void;
}

/** A memory in the record. */
export type Kept = {
  /** The memory; absent if the record has none, or if it was removed. */
  readonly record?: MemoryRecord | undefined;
  /** Its last change, if that is unseen; the index may show it already, and even a later one of another server. */
  readonly unseen?: { readonly revision: number; readonly isShown: boolean } | undefined;
};

/** A memory that the index returned, with its revision. */
export type FoundRevision = { readonly id: string; readonly revision: number };

/** The data that the store adds to a page of the index. */
export type UnseenPage = {
  /** The unseen memories between the query's position and `upTo`, in its order: a page of them, and one more if there is one. */
  readonly records: readonly MemoryRecord[];
  /** Memories of the page whose last change is unseen, if the page has no later change of theirs by another server. */
  readonly unseenIds: readonly string[];
  /** The number of times that this server read those memories of the page that it has. */
  readonly accesses: readonly Pick<MemoryRecord, 'id' | 'accessCount' | 'lastAccessTimeMs'>[];
  /** The cursor at which the store stopped early: beyond it there may be more. */
  readonly stoppedAt?: ListCursor | undefined;
};

/**
 * The state that a change is decided on, unless the memory has become unseen meanwhile: the index's document, GONE if the index has none,
 * or RECORD for the store's own.
 */
export type Known = SearchDocument | 'GONE' | 'RECORD';

/** The long-term memories of this server's own file, under an index. */
export interface LocalRecord {
  /** The store as if there were no index. Its writes still go through the outbox. */
  readonly store: MemoryStore;
  find(ref: MemoryRef, nowMs: number, call: CallContext): Promise<Kept>;
  /**
   * Returns the unseen memories of a page; `found` is what the index returned for the page, which ends at `upTo`; absent: at the end.
   */
  unseenPage(
    query: ListQuery,
    page: { readonly found: readonly FoundRevision[]; readonly upTo?: ListCursor | undefined },
    call: CallContext,
  ): Promise<UnseenPage>;
  /** Ranks the candidates of the index together with what is unseen, as MemoryStore.retrieve does. */
  rank(query: RetrieveQuery, candidates: readonly SearchDocument[], call: CallContext): Promise<readonly Hit[]>;
  update(intent: UpdateIntent, known: Known, call: CallContext): Promise<Updated>;
  remove(intent: RemoveIntent, known: Known, call: CallContext): Promise<Removed>;
  /** Counts memories as read. */
  noteAccess(ids: readonly string[], atMs: number): void;
}
