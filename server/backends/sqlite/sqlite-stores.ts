/** What the embedded store is opened with, and what it gives. */
import type { ReembedCommand, ReembedStep } from '../../embedders/reembed.ts';
import type { StaticTable } from '../../embedders/static/static-table.ts';
import type { WindowPolicy } from '../../domain/context/turn.ts';
import type { ContextStore, FactStore, ResponseCache } from '../../ports/context.ts';
import type { AuditTrail } from '../../ports/audit.ts';
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
  /** Made if it is missing. One process at a time. */
  readonly dataDir: string;
  readonly quotas?: WriterData['quotas'] | undefined;
  readonly limits?: WriterData['limits'] | undefined;
  /** For one job, with one reader: opens sooner, the first searches take longer, and nothing is swept but when it is asked for. */
  readonly isBrief?: boolean | undefined;
  /** Whether readers search made-up texts once, before they are asked; by default, but where `isBrief`. */
  readonly warmsUp?: boolean | undefined;
  readonly table: StaticTable;
  /** The embedder of the vectors that adds bring. */
  readonly embedderIdentity: EmbedderIdentity;
  /** How long turns that left their window stay findable; 90 days. */
  readonly recallMs?: number | undefined;
  /** How windows of sessions are cut of which nobody said; CACHED. */
  readonly windowPolicy?: WindowPolicy | undefined;
  /** The file of the audit log's head; `audit.head` of the folder. */
  readonly auditHead?: string | undefined;
  /** The index of another machine that mirrors long-term memories, as one text that is no other's; absent: none. */
  readonly mirror?: string | undefined;
  /** Which long-term memories share a cap; as they do, in a new store those of one user and agent. */
  readonly capScope?: WriterData['capScope'];
  /** Whether changes are noted for a standby. */
  readonly isShipping?: boolean | undefined;
  /** Room on the disk that is held back for deletions, for when it is full; 32 MB. 0: none. */
  readonly reserveBytes?: number | undefined;
  /** Says which backups there are, for whoever must restore a store that is damaged. */
  readonly restoreAdvice?: (() => Promise<string>) | undefined;
  /** Hears of messages whose session was over, when they are swept. */
  readonly onExpired?: ((count: number) => void) | undefined;
  readonly clock: Clock;
  readonly log: SqliteLog;
};

/** Pino's, as far as this needs it. Nothing of a memory is ever passed. */
export interface SqliteLog {
  warn(facts: object, message: string): void;
  error(facts: object, message: string): void;
}

export interface SqliteStores {
  readonly changes: ChangeLog;
  readonly context: ContextStore;
  readonly responses: ResponseCache;
  readonly facts: FactStore;
  readonly stores: Readonly<Record<Exclude<StoredType, 'ENTITY'>, MemoryStore>> & { readonly ENTITY: GraphStore };
  readonly collections: CollectionStore;
  readonly ordered: OrderedDocumentStore;
  /** Long-term memories under an index, and what it does not show yet. Asked only where there is a mirror. */
  readonly local: LocalRecord;
  readonly outbox: Outbox;
  readonly accounts: Accounts;
  readonly alerts: AlertLog;
  /** All of one user, memories and whatever else. */
  readonly users: SqliteUsers;
  readonly lifecycle: LifecycleStore;
  readonly backups: BackupStore;
  /** The changes that a standby takes; to be used only where they are noted. */
  readonly shipped: ShippedStore;
  readonly audit: AuditTrail;
  /** Undefined while it writes; else why it stopped, for good. Reading goes on. */
  failure(): Error | undefined;
  /** Whether that is because it is damaged: then what reading answers is whole, but may not be all. */
  isDamaged(): boolean;
  /** Reads all of it for damage. Rejects with STORE_DAMAGED; nothing is written then from now on. */
  check(call: CallContext): Promise<void>;
  /** Whether its disk is full: then only deletions are written, until there is room again. */
  isFull(): boolean;
  /** Runs once, when it stops writing. */
  onFailure(listener: (why: Error) => void): void;
  /** Deletes what has expired and empties the log of deleted text. Runs by itself every minute; resolves to the rows deleted. */
  sweep(): Promise<number>;
  /** Keeps what indexes have read that have not changed since the last time. Runs by itself after a sweep. */
  pack(): Promise<void>;
  /** Takes a change to another embedder one step further, among other writes. */
  reembed(command: ReembedCommand): Promise<ReembedStep>;
  /** Finishes the writes that wait, then lets go of the file and the folder. */
  close(): Promise<void>;
}
