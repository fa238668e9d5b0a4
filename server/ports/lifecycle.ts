/** Declares what retention, the sleep cycle and the archive need of stores. Nothing here can be asked for by a caller's id alone. */
import type { Archived, ArchiveReason, Eviction } from '../domain/archived.ts';
import type { UserKey } from '../domain/accounts.ts';
import type { Life } from '../domain/importance.ts';
import type { FilterSource, CallContext } from './stores.ts';
import type { MemoryRecord, Scope } from '../domain/memory.ts';
import type { PortableMemory } from '../domain/portable.ts';
import type { RetentionOverride } from '../domain/retention.ts';
import type { RetiredType } from '../policy/memory-types.ts';

/** A memory that may have to go, and what it is chosen by. */
export type Candidate = UserKey & {
  /** Its number in the embedded store; 0 where it lives in another. */
  readonly memoryNo: number;
  readonly id: string;
  readonly agentId: string;
  /** The pool of long-term memories that share a cap with this one. */
  readonly poolNo: number | undefined;
  /** The time from which its age counts. */
  readonly sinceMs: number;
  /** The score that the last sleep cycle gave it; undefined for other types than long-term memory. */
  readonly importance: number | undefined;
  /** It stays. */
  readonly isPinned: boolean;
  /** It was restored after it had been merged, and is merged no more until it is written again. */
  readonly isApart: boolean;
};

/** A memory that goes, and why. */
export type Chosen = Candidate & {
  readonly reason: ArchiveReason;
  /** Set for a duplicate: the memory that stays. */
  readonly duplicateOf?: string | undefined;
};

/** A memory as it was read; another version of it has other content. */
export type WholeMemory = UserKey & { readonly memoryNo: number; readonly memory: PortableMemory };

/** An object of the archive, and how many memories are still in it that nobody restored. */
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
 * Long-term memories that share a cap: those of one user and agent, in all namespaces; or, where policy/lifecycle.ts's CapScope says
 * so, those of all users of an agent of a tenant, which have no `userId`. What no agent wrote is each user's own in either case.
 */
export type PoolOver = {
  readonly poolNo: number;
  readonly tenant: string;
  readonly agentId: string;
  readonly userId: string | undefined;
  readonly count: number;
};

export type WeighedLife = Life & {
  readonly memoryNo: number;
  readonly importance: number;
  readonly hasGraduated: boolean;
};
export type Weight = { readonly memoryNo: number; readonly importance: number; readonly hasGraduated: boolean };

/** A memory as it is explained to one who asks why it is still there. */
export type ExplainedLife = Life & { readonly importance: number; readonly hasGraduated: boolean };

/** A long-term memory that a sleep cycle has not compared with others since it was written. */
export type Uncompared = Candidate & { readonly memory: PortableMemory };

/**
 * Records which of a store's memories are archived, and where. The records are kept beside the memories, so that a memory leaves one and
 * enters the other in one transaction. `UserMemories.putBack` ends the archiving of a memory in its own transaction, and the age of the
 * memory begins anew.
 */
export interface ArchivingStore {
  /** Oldest first, without those that are younger or pinned; where it is full, more may come after the last. */
  retirable(
    query: {
      readonly type: RetiredType;
      readonly cutoffMs: number;
      readonly after: Pick<Candidate, 'sinceMs' | 'memoryNo' | 'id'> | undefined;
      readonly limit: number;
    },
    call: CallContext,
  ): Promise<readonly Candidate[]>;
  /** Writes what is counted of memories of a type, and not written yet: those that are read whole bring it along. */
  settle(type: RetiredType, call: CallContext): Promise<void>;
  /** Reads memories of one user and type whole: those that are still there. */
  whole(
    whose: UserKey,
    memories: readonly Pick<Candidate, 'memoryNo' | 'id'>[],
    call: CallContext,
  ): Promise<readonly Pick<WholeMemory, 'memory'>[]>;

  /** Before anything is put: an object that a crash leaves behind is found by it. */
  beginArchive(object: string, whose: UserKey, call: CallContext): Promise<void>;
  /** Takes memories out of the store and notes where they lie, in one transaction; those that changed stay. Which went. */
  evict(
    order: { readonly object: string; readonly whose: UserKey; readonly evictions: readonly Eviction[] },
    call: CallContext,
  ): Promise<readonly string[]>;
  completeArchive(object: string, call: CallContext): Promise<void>;
  /**
   * Objects of this server that are incomplete or of which nothing is left: those of these types, and perhaps of
   * others.
   */
  looseObjects(types: readonly RetiredType[], call: CallContext): Promise<readonly ArchiveObject[]>;
  /** Once the object is gone. */
  forgetObject(object: string, call: CallContext): Promise<void>;
  /**
   * Lists memories by the time at which they were archived, then by id. A page looks at a bounded number and may be short, or empty, before
   * the end.
   */
  archived(query: ArchivedQuery, call: CallContext): Promise<ArchivedPage>;
  /** Returns the places of these memories; those that are not archived are left out. */
  archivedAddresses(whose: UserKey, ids: readonly string[], call: CallContext): Promise<readonly ArchivedAddress[]>;
}

export interface LifecycleStore extends ArchivingStore {
  retention(call: CallContext): Promise<readonly RetentionOverride[]>;
  /** Without days: as the policy has it. */
  setRetention(tenant: string, type: RetiredType, days: number | undefined, call: CallContext): Promise<void>;

  /** The time of a job's last run; undefined if it never ran. */
  lastRun(job: string, call: CallContext): Promise<number | undefined>;
  noteRun(job: string, atMs: number, call: CallContext): Promise<void>;

  /** Long-term memories in the order of their numbers, with what their importance is made of. */
  toWeigh(afterNo: number, limit: number, call: CallContext): Promise<readonly WeighedLife[]>;
  weigh(weights: readonly Weight[], call: CallContext): Promise<void>;
  explain(whose: UserKey, id: string, call: CallContext): Promise<ExplainedLife | undefined>;
  /** Lists pools that have more than the cap, in the order of their numbers, after this one. */
  poolsOver(cap: number, afterNo: number, call: CallContext): Promise<readonly PoolOver[]>;
  /** Returns those of the memories that still exist. */
  candidates(memoryNos: readonly number[], call: CallContext): Promise<readonly Candidate[]>;
  /**
   * The memories of one pool that are not pinned and matter least, the least first, of two alike the older; the next
   * after this one.
   */
  lowest(
    poolNo: number,
    after: Pick<Candidate, 'importance' | 'memoryNo'> | undefined,
    limit: number,
    call: CallContext,
  ): Promise<readonly Candidate[]>;
  uncompared(afterNo: number, limit: number, call: CallContext): Promise<readonly Uncompared[]>;
  /** Others of the same user and namespace that are about as near as the same text would be, the nearest first. Counts as no use. */
  near(memory: Uncompared, call: CallContext): Promise<readonly MemoryRecord[]>;
  /** Returns the importance of these memories, as the last sleep cycle left it. */
  candidatesById(ids: readonly string[], call: CallContext): Promise<readonly Candidate[]>;
  noteCompared(memoryNos: readonly number[], call: CallContext): Promise<void>;
}
