/** Declares the store that a server embeds, as a whole. */
import type { UserKey } from '../domain/accounts.ts';
import type { RecordaError } from '../domain/errors.ts';
import type { FactState } from '../domain/facts/fact-state.ts';
import type { MemoryType } from '../domain/memory.ts';
import type { AuditFeed, AuditTrail } from './audit.ts';
import type { BackupStore } from './backups.ts';
import type { ContextStore, FactStore, ResponseCache } from './context.ts';
import type { Leases } from './leases.ts';
import type { LifecycleStore } from './lifecycle.ts';
import type { Accounts, AlertLog } from './limits.ts';
import type { OtherServers } from './other-servers.ts';
import type { LocalRecord, Outbox } from './outbox.ts';
import type { ReembedCommand, ReembedStep } from './reembedding.ts';
import type { ShippedStore } from './standby.ts';
import type {
  CallContext,
  ChangeLog,
  CollectionStore,
  GraphStore,
  MemoryStore,
  OrderedDocumentStore,
} from './stores.ts';
import type { BegunErasure, ErasureEntry, ErasureTarget, SeenErasure, UserImports, UserRows } from './users.ts';

/** All data of one user in the embedded store, memories and others, and the erasures of users that it has seen. */
export type EmbeddedUsers = ErasureTarget & {
  /** Deletes what is left of erased users, also in the log and in the gaps of pages. */
  finish(): Promise<void>;
  /** Returns all erasures that this store has seen. */
  seen(): Promise<readonly SeenErasure[]>;
  /** Returns the log entries of these erasures, as far as this store has them. */
  entries(ids: readonly string[]): Promise<readonly ErasureEntry[]>;
  /** Notes an erasure before anything is deleted: it is repeated if the process ends before `end`. */
  begin(erasure: BegunErasure): Promise<void>;
  end(id: string): Promise<void>;
  /** Returns the erasures that began, and did not end. */
  begun(): Promise<readonly BegunErasure[]>;
  /** Notes erasures of users who have nothing here as seen. */
  noteErased(erasures: readonly ErasureEntry[]): Promise<void>;
  /** Replaces the log entries of erasures that the store has, also of those under way. */
  replaceEntries(entries: readonly ErasureEntry[]): Promise<void>;
  /** Yields all users of whom the store has data. */
  everybody(): AsyncIterable<UserKey>;
  /** Returns the creation time of the user's oldest record; undefined if it is not known. */
  oldest(whose: UserKey, types: readonly MemoryType[] | undefined): Promise<number | undefined>;
  readonly rows: UserRows;
  readonly imports: UserImports;
};

/**
 * Everything that a server itself keeps, as the ports of one store: what one of them writes, another counts, logs, lists or backs up. Other
 * backends may hold some types of memories; this one holds everything else. server/opening/open-embedded-store.ts chooses the backend.
 */
export interface EmbeddedStore {
  readonly changes: ChangeLog;
  readonly context: ContextStore;
  readonly responses: ResponseCache;
  readonly facts: FactStore;
  /** Counts the facts of all users by state, without confirmations that are not written yet. */
  factStates(nowMs: number, call: CallContext): Promise<Readonly<Record<FactState, number>>>;
  readonly stores: Readonly<Record<Exclude<MemoryType, 'WORKING' | 'ENTITY'>, MemoryStore>> & {
    readonly ENTITY: GraphStore;
  };
  readonly collections: CollectionStore;
  readonly ordered: OrderedDocumentStore;
  /** Long-term memories under an index, and those that it does not show yet. Used only if there is a mirror. */
  readonly local: LocalRecord;
  readonly outbox: Outbox;
  readonly accounts: Accounts;
  readonly alerts: AlertLog;
  readonly users: EmbeddedUsers;
  readonly lifecycle: LifecycleStore;
  readonly backups: BackupStore;
  readonly leases: Leases;
  /** The servers that share the data; absent if only this one can have it. */
  readonly others?: OtherServers | undefined;
  /** Returns the user's revision: server/domain/user-revision.ts. Absent if only this server can have the data. */
  readonly revisionOf?: ((whose: UserKey) => number) | undefined;
  /**
   * Destroys again those of these keys of rows that an erasure has destroyed: a rotation of the master key may have written them back. Absent
   * if no rows are sealed.
   */
  readonly destroyDeadRowKeys?:
    ((keys: readonly (readonly [place: string, id: string])[]) => Promise<void>) | undefined;
  /**
   * Returns why nothing of a user can be read or written, while others are served; undefined if it can. Absent if only this server can have
   * the data.
   */
  readonly refusalOf?: ((whose: UserKey) => RecordaError | undefined) | undefined;
  /** The changes for a standby; to be used only if they are noted. */
  readonly shipped: ShippedStore;
  readonly audit: AuditTrail;
  readonly auditFeed: AuditFeed;
  /** Returns undefined while it writes; else the permanent reason why it stopped. Reading continues. */
  failure(): Error | undefined;
  /** Tells whether that is because of damage: then answers of reads are correct, but may be incomplete. */
  isDamaged(): boolean;
  /** Reads all of it for damage. Rejects with STORE_DAMAGED; then nothing is written any more. */
  check(call: CallContext): Promise<void>;
  /** Tells whether its disk is full: then only deletions are written, until there is room again. */
  isFull(): boolean;
  /** Runs once, when it stops writing. */
  onFailure(listener: (why: Error) => void): void;
  /** Deletes expired data and empties the log of deleted text. Also runs every minute; resolves to the number of rows deleted. */
  sweep(): Promise<number>;
  /** Stores packs of indexes that have not changed since the last time. Also runs after a sweep. */
  pack(): Promise<void>;
  /** Takes one step of a change to another embedder, among other writes. */
  reembed(command: ReembedCommand): Promise<ReembedStep>;
  /** Finishes waiting writes, then releases the file and the folder. */
  close(): Promise<void>;
}
