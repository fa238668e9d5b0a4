/** The options with which the embedded store is opened, and its ports. */
import type { ReembedCommand, ReembedStep } from '../../embedders/reembed.ts';
import type { StaticTable } from '../../embedders/static/static-table.ts';
import type { FactState } from '../../domain/facts/fact-state.ts';
import type { WindowPolicy } from '../../domain/context/turn.ts';
import type { ContextStore, FactStore, ResponseCache } from '../../ports/context.ts';
import type { AuditFeed, AuditTrail } from '../../ports/audit.ts';
import type { Accounts, AlertLog } from '../../ports/limits.ts';
import type { LocalRecord, Outbox } from '../../ports/outbox.ts';
import type {
  CallContext,
  ChangeLog,
  Clock,
  CollectionStore,
  EmbedderIdentity,
  GraphStore,
  MemoryStore,
  OrderedDocumentStore,
} from '../../ports/stores.ts';
import type { LifecycleStore } from '../../ports/lifecycle.ts';
import type { ShippedStore } from '../../ports/standby.ts';
import type { BackupStore } from '../../ports/backups.ts';
import type { SqliteUsers } from './users/store.ts';
import type { StoredType } from './records/stored-types.ts';
import type { WriterData } from './writes.ts';

export type SqliteOptions = {
  /** The data folder, which is made if it is missing. One process at a time can have it open. */
  readonly dataDir: string;
  readonly quotas?: WriterData['quotas'] | undefined;
  readonly limits?: WriterData['limits'] | undefined;
  /** True for one job, with one reader: it opens sooner, the first searches take longer, and nothing is swept unless it is asked for. */
  readonly isBrief?: boolean | undefined;
  /** Whether readers search made-up texts once, before their first call; by default, unless `isBrief`. */
  readonly warmsUp?: boolean | undefined;
  readonly table: StaticTable;
  /** The embedder of the vectors that adds bring. */
  readonly embedderIdentity: EmbedderIdentity;
  /** The time for which turns that left their window stay findable, in milliseconds; 90 days by default. */
  readonly recallMs?: number | undefined;
  /** The window policy of sessions without one of their own; CACHED by default. */
  readonly windowPolicy?: WindowPolicy | undefined;
  /** The file of the audit log's head; `audit.head` in the folder by default. */
  readonly auditHead?: string | undefined;
  /** The remote index that mirrors long-term memories, as one text that identifies it; absent if there is none. */
  readonly mirror?: string | undefined;
  /** Which long-term memories share a cap; if absent, it stays as it is, and in a new store those of one user and agent do. */
  readonly capScope?: WriterData['capScope'];
  /** True if changes are noted for a standby. */
  readonly isShipping?: boolean | undefined;
  /** The bytes on the disk that are reserved for deletions, for when it is full; 32 MB by default, 0 for none. */
  readonly reserveBytes?: number | undefined;
  /** Names the backups that there are, for the person who must restore a damaged store. */
  readonly restoreAdvice?: (() => Promise<string>) | undefined;
  /** Called with the number of messages whose session had expired, when they are swept. */
  readonly onExpired?: ((count: number) => void) | undefined;
  readonly clock: Clock;
  readonly log: SqliteLog;
};

/** The part of Pino's logger that is used. Nothing of a memory is ever passed. */
export interface SqliteLog {
  warn(facts: object, message: string): void;
  error(facts: object, message: string): void;
}

export interface SqliteStores {
  readonly changes: ChangeLog;
  readonly context: ContextStore;
  readonly responses: ResponseCache;
  readonly facts: FactStore;
  /** Counts the facts of all users by state, without confirmations that are not written yet. */
  factStates(nowMs: number, call: CallContext): Promise<Readonly<Record<FactState, number>>>;
  readonly stores: Readonly<Record<Exclude<StoredType, 'ENTITY'>, MemoryStore>> & { readonly ENTITY: GraphStore };
  readonly collections: CollectionStore;
  readonly ordered: OrderedDocumentStore;
  /** Long-term memories under an index, and those that it does not show yet. Used only if there is a mirror. */
  readonly local: LocalRecord;
  readonly outbox: Outbox;
  readonly accounts: Accounts;
  readonly alerts: AlertLog;
  /** All data of one user, memories and others. */
  readonly users: SqliteUsers;
  readonly lifecycle: LifecycleStore;
  readonly backups: BackupStore;
  /** The changes for a standby; to be used only if they are noted. */
  readonly shipped: ShippedStore;
  readonly audit: AuditTrail;
  readonly auditFeed: AuditFeed;
  /** Returns undefined while it writes; else the permanent reason why it stopped. Reading goes on. */
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
