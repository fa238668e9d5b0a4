/** Declares what retention, the sleep cycle and the archive need of stores. Nothing here can be asked for by a caller's id alone. */
import type { Archived, ArchiveReason, Eviction } from '../domain/archived.ts';
import type { UserKey } from '../domain/accounts.ts';
import type { Life } from '../domain/importance.ts';
import type { FilterSource, CallContext } from './stores.ts';
import type { MemoryRecord, Scope } from '../domain/memory.ts';
import type { PortableMemory } from '../domain/portable.ts';
import type { RetentionOverride } from '../domain/retention.ts';
import type { RetiredType } from '../policy/memory-types.ts';

/** A memory that may have to be archived, and the properties by which it is chosen. */
export type Candidate = UserKey & {
  /** Its number in the embedded store; 0 if it is stored in another. */
  readonly memoryNo: number;
  readonly id: string;
  readonly agentId: string;
  /** The number of the pool of long-term memories that share a cap with this one. */
  readonly poolNo: number | undefined;
  /** The time from which its age counts. */
  readonly sinceMs: number;
  /** The importance that the last sleep cycle computed; undefined for types other than long-term memory. */
  readonly importance: number | undefined;
  /** Whether it is pinned, and therefore stays. */
  readonly isPinned: boolean;
  /** Whether it was restored after it had been merged, and is not merged again until it is written. */
  readonly isApart: boolean;
};

/** A memory that is to be archived, and why. */
export type Chosen = Candidate & {
  readonly reason: ArchiveReason;
  /** The id of the memory that stays; set for a duplicate. */
  readonly duplicateOf?: string | undefined;
};

/** A memory as it was read; another version of it has other content. */
export type WholeMemory = UserKey & { readonly memoryNo: number; readonly memory: PortableMemory };

/** An object of the archive, and how many of its memories nobody has restored. */
export type ArchiveObject = UserKey & { readonly object: string; readonly isComplete: boolean; readonly left: number };

export type ArchivedQuery = UserKey & {
  readonly type: RetiredType | undefined;
  readonly filter: FilterSource | undefined;
  readonly pageSize: number;
  readonly after: { readonly archiveMs: number; readonly id: string } | undefined;
  /** Lists only memories that a call from this scope may name. */
  readonly within?: Scope | undefined;
  /** Lists in the reverse order. */
  readonly newestFirst?: boolean | undefined;
};

export type ArchivedPage = {
  readonly archived: readonly Archived[];
  readonly next: { readonly archiveMs: number; readonly id: string } | undefined;
};

/** The place of an archived memory. */
export type ArchivedAddress = { readonly id: string; readonly object: string; readonly line: number };

/**
 * Long-term memories that share a cap: those of one user and agent, in all namespaces; or, if policy/lifecycle.ts's CapScope says so,
 * those of all users of an agent of a tenant, which then have no `userId`. Memories that no agent wrote are each user's own in either
 * case.
 */
export type PoolOver = {
  readonly poolNo: number;
  readonly tenant: string;
  readonly agentId: string;
  readonly userId: string | undefined;
  readonly count: number;
};

export type LifeToScore = Life & {
  readonly memoryNo: number;
  readonly importance: number;
  readonly hasGraduated: boolean;
};
export type Weight = { readonly memoryNo: number; readonly importance: number; readonly hasGraduated: boolean };

/** The life of a memory, for explaining why it is still there. */
export type ExplainedLife = Life & { readonly importance: number; readonly hasGraduated: boolean };

/** A long-term memory that a sleep cycle has not compared with others since it was written. */
export type Uncompared = Candidate & { readonly memory: PortableMemory };

/**
 * Records which of a store's memories are archived, and where. The records are kept beside the memories, so that a memory leaves one and
 * enters the other in one transaction. `UserMemories.putBack` ends the archiving of a memory in its own transaction, and the age of the
 * memory begins anew.
 */
export interface ArchivingStore {
  /** Returns memories that are old enough and not pinned, oldest first; if the page is full, more may follow. */
  retirable(
    query: {
      readonly type: RetiredType;
      readonly cutoffMs: number;
      readonly after: Pick<Candidate, 'sinceMs' | 'memoryNo' | 'id'> | undefined;
      readonly limit: number;
    },
    call: CallContext,
  ): Promise<readonly Candidate[]>;
  /** Writes the counts of accesses of a type's memories that are not written yet, so that the memories are read with them. */
  settle(type: RetiredType, call: CallContext): Promise<void>;
  /** Reads complete memories of one user and type: those that still exist, by number and by id. */
  whole(
    whose: UserKey,
    memories: readonly Pick<Candidate, 'memoryNo' | 'id'>[],
    call: CallContext,
  ): Promise<readonly Pick<WholeMemory, 'memory'>[]>;

  /** Notes an object before it is put, so that an object that a crash leaves behind is found. */
  beginArchive(object: string, whose: UserKey, call: CallContext): Promise<void>;
  /**
   * Deletes memories from the store and notes their places in the archive, in one transaction; those that have changed stay. Returns
   * the ids of those that were deleted.
   */
  evict(
    order: { readonly object: string; readonly whose: UserKey; readonly evictions: readonly Eviction[] },
    call: CallContext,
  ): Promise<readonly string[]>;
  completeArchive(object: string, call: CallContext): Promise<void>;
  /** Returns objects of this server that are incomplete or have no memories left: those of these types, and perhaps of others. */
  looseObjects(types: readonly RetiredType[], call: CallContext): Promise<readonly ArchiveObject[]>;
  /** Forgets an object after it was deleted. */
  forgetObject(object: string, call: CallContext): Promise<void>;
  /**
   * Lists memories by the time at which they were archived, then by id. A page looks at a bounded number and may be short, or empty, before
   * the end.
   */
  archived(query: ArchivedQuery, call: CallContext): Promise<ArchivedPage>;
  /** Returns the places of these memories; those that are not archived are left out. */
  archivedAddresses(whose: UserKey, ids: readonly string[], call: CallContext): Promise<readonly ArchivedAddress[]>;
}

export const RUN_KINDS = ['RETENTION', 'SLEEP_CYCLE', 'BACKUP', 'VERIFICATION', 'RESTORE'] as const;

/** A run that is over. It holds no ids and no content. */
export type PastRun = {
  readonly kind: (typeof RUN_KINDS)[number];
  /** The tenant whose data it was about; '' if it was about all. */
  readonly tenant: string;
  readonly startMs: number;
  readonly tookMs: number;
  readonly counts: Readonly<Record<string, number>>;
  /** The reason of the error that ended it; '' if it came to its end. */
  readonly error: string;
  /** The schedule or the caller that began it; absent if the run was kept by a version of the server that did not record this. */
  readonly begunBy?: RunStarter | undefined;
};

/** The schedule, or the credential of a call with the tenant that it belongs to. */
export type RunStarter = 'SCHEDULE' | { readonly tenant: string; readonly credential: string };

export interface LifecycleStore extends ArchivingStore {
  retention(call: CallContext): Promise<readonly RetentionOverride[]>;
  /** Sets the tenant's retention; undefined days restore the default. */
  setRetention(tenant: string, type: RetiredType, days: number | undefined, call: CallContext): Promise<void>;

  /** The time of a job's last run; undefined if it never ran. */
  lastRun(job: string, call: CallContext): Promise<number | undefined>;
  noteRun(job: string, atMs: number, call: CallContext): Promise<void>;
  /** Keeps a run among the last of its kind, as many as policy/lifecycle.ts says. */
  keepRun(run: PastRun, call: CallContext): Promise<void>;
  /** Returns the kept runs, newest first. */
  pastRuns(call: CallContext): Promise<readonly PastRun[]>;

  /** Returns long-term memories by number, with the data from which their importance is computed. */
  toScore(afterNo: number, limit: number, call: CallContext): Promise<readonly LifeToScore[]>;
  /** Stores the importance of memories, and whether they have graduated. */
  setImportance(weights: readonly Weight[], call: CallContext): Promise<void>;
  explain(whose: UserKey, id: string, call: CallContext): Promise<ExplainedLife | undefined>;
  /** Lists pools that have more than the cap, in the order of their numbers, after this one. */
  poolsOver(cap: number, afterNo: number, call: CallContext): Promise<readonly PoolOver[]>;
  /** Returns those of the memories that still exist. */
  candidates(memoryNos: readonly number[], call: CallContext): Promise<readonly Candidate[]>;
  /**
   * Returns the least important memories of one pool that are not pinned, the least important first and the older first if equal, after
   * this one.
   */
  lowest(
    poolNo: number,
    after: Pick<Candidate, 'importance' | 'memoryNo'> | undefined,
    limit: number,
    call: CallContext,
  ): Promise<readonly Candidate[]>;
  uncompared(afterNo: number, limit: number, call: CallContext): Promise<readonly Uncompared[]>;
  /**
   * Returns other memories of the same user and namespace that are about as similar as the same text would be, best first. Does not
   * count as use.
   */
  near(memory: Uncompared, call: CallContext): Promise<readonly MemoryRecord[]>;
  /** Returns the importance of these memories, as the last sleep cycle left it. */
  candidatesById(ids: readonly string[], call: CallContext): Promise<readonly Candidate[]>;
  /** Notes memories as compared, but for those that were written or removed since they were read. */
  noteCompared(memories: readonly WholeMemory[], call: CallContext): Promise<void>;
}
