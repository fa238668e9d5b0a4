/** Declares what services need of each store that holds data of users, to count it, export it, import it and erase it. */
import type { UserKey } from '../domain/accounts.ts';
import type { MemoryType } from '../domain/memory.ts';
import type { PortableMemory } from '../domain/portable.ts';
import type { PortableRow } from '../domain/portable-rows.ts';
import type { CallContext } from './stores.ts';

/**
 * The amount of a user's data that an erasure target holds, or held. `place` is its name in receipts, such as `sqlite/long_term`: the
 * backend, and the data there.
 */
export type TargetCount = { readonly place: string; readonly count: number };

export type PortablePage = {
  readonly memories: readonly PortableMemory[];
  /** The cursor of the next page; absent at the end. */
  readonly next?: string | undefined;
};

export type PutBack = {
  readonly taken: number;
  /** The number of rows that were left out: they exist already, their key has another, or they have expired. */
  readonly skipped: number;
};

/** Ids that are taken: by the user in question, or by others, of any tenant. */
export type TakenIds = { readonly own: readonly string[]; readonly others: readonly string[] };

/** Handles everything that a store of memories has of one user, of all agents, sessions and namespaces. Every MemoryStore has it. */
export interface UserMemories {
  count(whose: UserKey, call: CallContext): Promise<number>;
  /**
   * Erases everything that was acknowledged before and everything that was derived from it: indexes, caches, remembered answers, logs.
   * Another user's memories are not changed. Returns how many memories were erased; a repeat is harmless, and after a crash the next call
   * continues.
   */
  erase(whose: UserKey, call: CallContext): Promise<number>;
  /** Lists all memories that exist, in an order that depends on the memories alone. `after` is the `next` of the page before. */
  page(whose: UserKey, after: string | undefined, call: CallContext): Promise<PortablePage>;
  /**
   * Restores memories as they were: ids, times, versions, counts of accesses. No quota refuses them here. Existing ones are left unchanged.
   * May reject with FIELD_INVALID if an id is another user's, since no two memories share an id.
   */
  putBack(whose: UserKey, memories: readonly PortableMemory[], call: PutBackCall): Promise<PutBack>;
  /** Tells how `putBack` takes part in an import. */
  readonly importedBy: ImportedBy;
  /** Returns those of the ids that are in use. Absent if each user has ids of their own, or UserRows tells it. */
  readonly takenIds?: (whose: UserKey, ids: readonly string[], call: CallContext) => Promise<TakenIds>;
}

/**
 * The way in which memories are imported. TRANSACTION: with the import's id, they are held back and applied with everything else that
 * UserImports has. NETWORK: at once, to a separate store, which may fail. MEMORY: at once, in this process, where nothing fails.
 */
export type ImportedBy = 'TRANSACTION' | 'NETWORK' | 'MEMORY';

/** With `importId` the call is part of an import, and what the embedded store takes counts in the answer of UserImports. */
export type PutBackCall = CallContext & { readonly importId?: string | undefined };

/** Puts rows and memories of the embedded store back in one transaction. */
export interface UserImports {
  /**
   * Runs `gather`, and then applies what it put back under the `importId` of its call, in one transaction: all of it or nothing. It may run
   * `gather` again. If it rejects, or the process ends before it resolves, nothing of it is there, except that a caller who cancels may
   * find all of it.
   */
  together(whose: UserKey, gather: (call: PutBackCall) => Promise<void>, call: CallContext): Promise<PutBack>;
}

/** A store from which a user can be erased. The composition root lists them all. */
export interface ErasureTarget {
  /** The name in receipts: `sqlite`, `files/logs`. */
  readonly name: string;
  /** Counts what the target has of the user, or of these types alone. A target without types then has nothing. */
  count(whose: UserKey, types: readonly MemoryType[] | undefined, call: CallContext): Promise<readonly TargetCount[]>;
  /** Erases as UserMemories.erase does. `erasureId` stays the same when the erasure is repeated. */
  erase(
    whose: UserKey,
    types: readonly MemoryType[] | undefined,
    erasureId: string,
    call: CallContext,
  ): Promise<readonly TargetCount[]>;
}

/** Handles a user's data other than memories. */
export interface UserRows {
  /** Returns rows in the order in which they are to be put back. `after` is the `next` of the page before. */
  page(
    whose: UserKey,
    after: string | undefined,
    call: CallContext,
  ): Promise<{ readonly rows: readonly PortableRow[]; readonly next?: string | undefined }>;
  /** Puts rows back as UserMemories.putBack does. Throws QUOTA_EXCEEDED, and puts none back, if they must be `withinQuotas` and are not. */
  putBack(whose: UserKey, rows: readonly PortableRow[], call: PutBackCall, withinQuotas?: boolean): Promise<PutBack>;
  /**
   * Returns those of the ids, of memories, facts or turns that can be recalled, that are in use in the embedded store. Turns of a session
   * that recalls none are known by their session alone.
   */
  takenIds(whose: UserKey, ids: readonly string[], call: CallContext): Promise<TakenIds>;
}

/**
 * Makes the codes by which lines of an export can come back under their old ids: one for the ids of each line and for this user alone,
 * which only the owner of the server's master key can make.
 */
export interface IdMacs {
  signer(whose: UserKey): Promise<(ids: readonly string[]) => string>;
  verifier(whose: UserKey): Promise<(ids: readonly string[], mac: string) => boolean>;
}

/** Rows of a kind that is stored elsewhere than in the embedded store, separately for each user. */
export type RowsApart = Omit<UserRows, 'takenIds'>;

/** The receipt of one erasure: what was erased, and where. The text is exactly what was signed. */
export type ErasureReceipt = {
  /** The text as JSON: id, tenant, user, types, times, places with their counts. */
  readonly text: string;
  /** The Ed25519 signature of the text's UTF-8. */
  readonly signature: Uint8Array;
  /** The public key, in PEM. */
  readonly publicKey: string;
};

export type ErasureStep = { readonly erased: readonly TargetCount[] } | { readonly receipt: ErasureReceipt };

/** An erasure in the erase logs: sealed bytes, the same in each. */
export type ErasureEntry = { readonly id: string; readonly entry: Uint8Array };

/** An erasure that a store has processed, and whether it has the logs' entry as well. */
export type SeenErasure = { readonly id: string; readonly hasEntry: boolean };

/** An erasure that is under way; of all types if none are named. */
export type BegunErasure = {
  readonly id: string;
  readonly whose: UserKey;
  readonly types: readonly MemoryType[] | undefined;
  /** The entry of the erase logs. Absent if a store of an earlier version began the erasure. */
  readonly entry?: Uint8Array | undefined;
};

/** Erases users from all targets at once. */
export interface Erasures {
  /** Returns what there is, target by target. */
  found(whose: UserKey, types: readonly MemoryType[] | undefined, call: CallContext): Promise<readonly TargetCount[]>;
  /**
   * Yields one step for each target, then the receipt. Once begun, an erasure is completed even if nobody waits for it any longer or the
   * process ends: then at the next start.
   */
  erase(whose: UserKey, types: readonly MemoryType[] | undefined, call: CallContext): AsyncIterable<ErasureStep>;
  /** Tells whether this server signed the text. */
  verify(receipt: Omit<ErasureReceipt, 'publicKey'>): Promise<{ readonly isOurs: boolean; readonly publicKey: string }>;
}
