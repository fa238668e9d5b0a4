/** What the main thread asks of the writer and of the readers. Everything here passes between threads by structured clone. */
import type { WriterApiOfFile } from './thread-api-of-file.ts';
import type {
  Alert,
  AlertBounds,
  AlertQuery,
  OverQuery,
  OwnerUse,
  PlanChange,
  Raised,
  Sample,
  TierCounts,
  TypeUse,
  UseQuery,
  UserUse,
  Whose,
} from '../../../domain/accounts.ts';
import type {
  AddIntent,
  AddOperation,
  Remaining,
  RemoveIntent,
  Removed,
  Updated,
  UpdateIntent,
} from '../../../domain/intents.ts';
import type {
  ContextQuota,
  MemoryQuota,
  MemoryRecord,
  MemoryType,
  Payload,
  QuotaName,
  Scope,
  WorkingPayload,
} from '../../../domain/memory.ts';
import type {
  Appended,
  AppendIntent,
  Flushed,
  FlushIntent,
  OutputIntent,
  PricingIntent,
  PutSystemPrompt,
  KeptSystemPrompt,
  UsageIntent,
} from '../../../domain/context/intents.ts';
import type { LearntFactor } from '../../../domain/context/usage.ts';
import type { ReadTurn, WindowPolicy } from '../../../domain/context/turn.ts';
import type { Quotas } from '../../../policy/limits.ts';
import type { Plans, QuotaOverride } from '../../../domain/quotas/effective-quota.ts';
import type { GlobalLimits, TierName } from '../../../policy/tiers.ts';
import type { CapScope } from '../../../policy/sleep-cycle.ts';
import type {
  ChangePage,
  ChangesQuery,
  Collection,
  CollectionPut,
  EmbedderIdentity,
  ListQuery,
  MemoryRef,
  PutCollectionIntent,
  RecordPage,
  RetrieveQuery,
  Traversal,
  TraverseQuery,
} from '../../../ports/stores.ts';
import type { ReembedOrder, ReembedStep } from '../../../embedders/reembed.ts';
import type { StaticTable } from '../../../embedders/static/static-table.ts';
import type { ReaderApiOfResponses, WriterApiOfResponses } from './thread-api-of-responses.ts';
import type { ReaderApiOfFacts, WriterApiOfFacts } from './thread-api-of-facts.ts';
import type { ReaderApiOfSessions } from './thread-api-of-sessions.ts';
import type { ReaderApiOfUsers, WriterApiOfUsers } from './thread-api-of-users.ts';
import type { KeepingReads, KeepingWrites } from './keeping-api.ts';
import type { FoundHits } from './found-rows.ts';
import type { HitPart } from './hit-parts.ts';
import type { Slices } from './slices.ts';
import type { Access } from '../../access-tally.ts';
import type { StoredText } from '../../stored-text.ts';
import type { KnownThere, OutboxReaderApi, OutboxWriterApi } from './outbox-api.ts';
import type { WireError } from './wire-error.ts';

/** The types that this backend keeps. */
export type StoredType = Exclude<MemoryType, 'WORKING'>;
/** What its owners are of. */
export type OwnerType = Exclude<MemoryQuota, 'WORKING'>;
/** Those, and what is counted of users beside memories. */
export type LedgerType = OwnerType | ContextQuota;
/** What indexes are of. */
export type IndexedType = StoredType | 'RECALL' | 'FACT';
export type StoredPayload = Exclude<Payload, WorkingPayload>;

export type WriterData = {
  readonly dataDir: string;
  /** Of the vectors that adds bring; absent: whatever the store is of. */
  readonly embedder?: EmbedderIdentity | undefined;
  /** Of users for whom nobody set others. */
  readonly quotas: Quotas;
  readonly limits: GlobalLimits;
  /** The file that the audit log's head is kept in; one of the data folder's by default. */
  readonly auditHead?: string | undefined;
  /** Room on the disk that is held back for deletions; absent: none. */
  readonly reserveBytes?: number | undefined;
  /** The index that long-term memories are mirrored to, as one text; absent: none. */
  readonly mirror?: string | undefined;
  /** Which long-term memories share a cap; absent: as they do. */
  readonly capScope?: CapScope | undefined;
};

/** An add, its content in stored form. */
export type AddOrder = Omit<AddIntent, 'payload' | 'metadata'> & {
  /** Of messages and texts without the content. */
  readonly payload: StoredPayload;
  readonly text: StoredText;
  readonly metadataJson: string | undefined;
  readonly sizeBytes: number;
};

/** The answer to an add, apart from what the intent holds. Remembered as it is for repeats: no content. */
export type AddFacts = {
  readonly id: string;
  readonly createTimeMs: number;
  readonly expireTimeMs?: number | undefined;
  readonly saidMs?: number | undefined;
  readonly sizeBytes: number;
  readonly storedBytes: number;
  readonly isCompressed: boolean;
  readonly operation: AddOperation;
  readonly remaining: Remaining;
  readonly prunedCount: number;
  readonly evictedCount: number;
  readonly removedIds: readonly string[];
  /** What an add became that went into another memory. Not remembered: its content is the snapshot's. */
  readonly merged?: MemoryRecord | undefined;
  /** Of a repeated add that is kept as JSON: what was added then. */
  readonly payload?: Payload | undefined;
};

/** A turn whose content is in stored form. */
export type TurnOrder = Omit<ReadTurn, 'content'> & { readonly text: StoredText; readonly sizeBytes: number };

/** A flush, and how windows of sessions are cut of which nobody said. */
export type FlushOrder = FlushIntent & { readonly defaultPolicy: WindowPolicy };

export type AppendOrder = Omit<AppendIntent, 'turns'> & {
  readonly turns: readonly TurnOrder[];
  /** That made the turns' vectors. */
  readonly embedderName: string;
  /** Of sessions of which nobody said. */
  readonly defaultPolicy: WindowPolicy;
};

/** Of a memory under an index of another machine. */
type Known = { readonly known?: KnownThere | undefined };

export type UpdateOrder = UpdateIntent &
  Known & {
    readonly type: StoredType;
    /** Of the patch's content. */
    readonly text?: StoredText | undefined;
  };

export type RemoveOrder = RemoveIntent & Known & { readonly type: StoredType };

export type WireOutcome<T> =
  { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: WireError };

export type Swept = { readonly rows: number; readonly more: boolean };
/** With the messages that expired since the sweep before. */
export type SweptAll = Swept & { readonly expired: number };

export type WriterApi = WriterApiOfFile &
  OutboxWriterApi &
  KeepingWrites &
  WriterApiOfResponses &
  WriterApiOfUsers &
  WriterApiOfFacts & {
    /** Before anything else. */
    open(data: WriterData): void;
    add(orders: readonly AddOrder[]): readonly WireOutcome<AddFacts>[];
    update(order: UpdateOrder): Updated;
    remove(order: RemoveOrder): Removed;
    putCollection(intent: PutCollectionIntent): CollectionPut;
    removeCollection(argument: { readonly scope: Scope; readonly name: string }): void;
    /** Of memories that are gone meanwhile nothing is kept. */
    touch(argument: { readonly accesses: readonly Access[] }): void;
    appendTurns(order: AppendOrder): Appended;
    flushSession(order: FlushOrder): Flushed;
    putSystemPrompt(put: PutSystemPrompt): KeptSystemPrompt;
    notePricing(intent: PricingIntent): void;
    reportOutput(intent: OutputIntent): void;
    addUsage(intent: UsageIntent): void;
    learnFactor(argument: { readonly tenant: string; readonly model: string; readonly seen: number }): LearntFactor;
    /** Deletes a few rows of what has expired; turns that left their window where they came before `oldestTurnMs`. */
    sweep(argument: { readonly nowMs: number; readonly oldestTurnMs: number }): SweptAll;
    /** Empties the log if anything was deleted or overwritten since it last was; true unless readers kept it from doing so. */
    scrub(argument: Record<string, never>): boolean;
    /** Takes a change to another embedder one step further. */
    reembed(step: ReembedOrder): ReembedStep;
    /** Of memory that this store does not keep. */
    raiseAlerts(order: { readonly raised: readonly Raised[]; readonly nowMs: number }): void;
    /** Up to this one. */
    alertsDelivered(argument: { readonly sequence: number }): void;
    setPlan(order: { readonly change: PlanChange; readonly nowMs: number }): void;
    /** Begins to keep what an index has read; the pieces follow. Answers the pack's number. */
    beginPack(pack: PackFacts): number;
    addPiece(piece: { readonly packNo: number; readonly piece: number; readonly bytes: Uint8Array }): void;
    /** From now on a cold index opens from this one; the owner's older ones go with the next sweep. */
    endPack(argument: { readonly packNo: number }): void;
    close(argument: Record<string, never>): void;
  };

/** What an index has read: of which memories, up to which of the user's revisions, in which form. */
export type PackFacts = {
  readonly ownerNo: number;
  readonly userNo: number;
  readonly revision: number;
  readonly format: string;
};

export type PackStep = 'NOTHING' | 'GOES_ON' | (PackFacts & { readonly pieces: number });

export type ReaderData = {
  readonly file: string;
  /** For texts that are stored without a vector; its arrays are shared, not copied, where they lie in shared memory. */
  readonly table: StaticTable;
  /** What this reader's indexes may take. */
  readonly indexBytes: number;
  /** It opens sooner, and its first searches take longer. */
  readonly isBrief?: boolean | undefined;
};

export type SlicedPage = Omit<RecordPage, 'records'> & { readonly records: Slices<readonly MemoryRecord[]> };

export type SlicedTraversal = {
  readonly entities: Slices<Traversal['entities']>;
  readonly relationships: Slices<Traversal['relationships']>;
  readonly isTruncated: boolean;
};

export type ReaderApi = OutboxReaderApi &
  KeepingReads &
  ReaderApiOfResponses &
  ReaderApiOfUsers &
  ReaderApiOfFacts &
  ReaderApiOfSessions & {
    /** Before anything else. */
    open(data: ReaderData): void;
    get(argument: {
      readonly type: StoredType;
      readonly ref: MemoryRef;
      readonly nowMs: number;
    }): MemoryRecord | undefined;
    list(argument: { readonly type: StoredType; readonly query: ListQuery }): SlicedPage;
    traverse(query: TraverseQuery): SlicedTraversal;
    findEntities(argument: { readonly query: RetrieveQuery; readonly clockMs: number }): Slices<readonly HitPart[]>;
    /** `clockMs` is for expiry; the query's `nowMs` is what its words mean by now. */
    retrieve(argument: {
      readonly type: StoredType;
      readonly query: RetrieveQuery;
      readonly clockMs: number;
    }): Slices<FoundHits>;
    changeBounds(argument: { readonly scope: Scope }): { readonly oldest: number; readonly newest: number };
    changes(argument: { readonly query: ChangesQuery }): ChangePage;
    /** Makes an index ready for a search; false where it is too large to lie in a second reader. */
    warm(argument: { readonly type: IndexedType; readonly scope: Scope; readonly clockMs: number }): boolean;
    /** Takes an index a few changes further before it is asked; answers whether more are left. */
    follow(argument: { readonly type: IndexedType; readonly scope: Scope; readonly clockMs: number }): boolean;
    collection(argument: { readonly scope: Scope; readonly name: string }): Collection | undefined;
    collections(query: { readonly scope: Scope; readonly pageSize: number; readonly after?: string | undefined }): {
      readonly collections: Slices<readonly Collection[]>;
      readonly next?: string | undefined;
    };
    plans(argument: Whose): Plans;
    use(argument: UseQuery): readonly TypeUse[];
    quotasSet(argument: { readonly name: QuotaName }): readonly (Whose & QuotaOverride)[];
    userIdsAfter(argument: {
      readonly tenant: string;
      readonly after: string;
      readonly limit: number;
    }): readonly string[];
    usersOf(argument: { readonly tenant: string; readonly userIds: readonly string[] }): readonly UserUse[];
    /** Owners with more than this; of one user, or of the tenant's. */
    ownersOver(argument: OverQuery): readonly OwnerUse[];
    /** Users by tier; those of whom none is set have that of the `others`. */
    tierCounts(argument: { readonly tenant: string; readonly others: TierName }): TierCounts;
    alerts(argument: AlertQuery): readonly Alert[];
    /** Of all tenants. */
    alertsAfter(argument: { readonly after: number; readonly limit: number }): readonly Alert[];
    alertBounds(argument: Record<string, never>): AlertBounds;
    samples(argument: Whose): readonly Sample[];
    globalUse(argument: Record<string, never>): readonly TypeUse[];
    /** Goes on packing an index that is worth it; the pieces of one that is packed can be had until the next call. */
    pack(argument: { readonly evenIfChanging: boolean }): PackStep;
    packPiece(argument: { readonly piece: number }): Uint8Array;
    close(argument: Record<string, never>): void;
  };
