/** What services need of each store that holds data of users: to count it, export it, import it and erase it. */
import type { UserKey } from '../domain/accounts.ts';
import type { MemoryType } from '../domain/memory.ts';
import type { PortableMemory } from '../domain/portable.ts';
import type { PortableRow } from '../domain/portable-rows.ts';
import type { CallContext } from './stores.ts';

/** How much of a user an erasure target holds, or held. `place` names it as receipts do, like `sqlite/long_term`: the backend, and what it is there. */
export type TargetCount = { readonly place: string; readonly count: number };

export type PortablePage = {
  readonly memories: readonly PortableMemory[];
  /** Where the next page begins; absent: there is none. */
  readonly next?: string | undefined;
};

export type PutBack = {
  readonly taken: number;
  /** Left out: there already, in the place of another of the same key, or expired. */
  readonly skipped: number;
};

/** Ids that are taken: by the user who is asked for, or by others, of whichever tenant. */
export type TakenIds = { readonly own: readonly string[]; readonly others: readonly string[] };

/** What a store of memories does with everything of one user, of all agents, sessions and namespaces. Every MemoryStore has it. */
export interface UserMemories {
  count(whose: UserKey, call: CallContext): Promise<number>;
  /**
   * Leaves nothing of what was acknowledged before, nor of what was made of it: indexes, caches, remembered answers, logs. Another
   * user's memories stay as they are. Says how many memories went; again it is harmless, and after a crash the next call goes on.
   */
  erase(whose: UserKey, call: CallContext): Promise<number>;
  /** All that stands, in an order that depends on the memories alone. `after` is the `next` of the page before. */
  page(whose: UserKey, after: string | undefined, call: CallContext): Promise<PortablePage>;
  /**
   * Puts memories back as they were: ids, times, versions, counts of accesses. No quota refuses them here. One that
   * is there already is left as it is. May reject with FIELD_INVALID where an id is another user's: ids are no two memories'.
   */
  putBack(whose: UserKey, memories: readonly PortableMemory[], call: PutBackCall): Promise<PutBack>;
  /** How `putBack` goes along with an import. */
  readonly importedBy: ImportedBy;
  /** Which of these ids somebody has. Absent where each user has ids apart, or UserRows says it. */
  readonly takenIds?: (whose: UserKey, ids: readonly string[], call: CallContext) => Promise<TakenIds>;
}

/**
 * TRANSACTION: with the import's id, memories are kept back and applied with everything else that UserImports has. NETWORK: at once, in
 * a store of its own, which may fail. MEMORY: at once, in this process, where nothing fails.
 */
export type ImportedBy = 'TRANSACTION' | 'NETWORK' | 'MEMORY';

/** With `importId`, it is part of an import, and what the embedded store has of it counts in what UserImports answers. */
export type PutBackCall = CallContext & { readonly importId?: string | undefined };

/** What lies in the embedded store, put back together. */
export interface UserImports {
  /**
   * Runs `gather`, and then applies what that put back under the `importId` of its call: in one transaction, all of it or nothing. May
   * run `gather` again. Where this rejects, or the process ends before it resolves, nothing of it is there; a caller who gave
   * up meanwhile may find all of it.
   */
  together(whose: UserKey, gather: (call: PutBackCall) => Promise<void>, call: CallContext): Promise<PutBack>;
}

/** A store from which a user can be erased. The composition root lists them all. */
export interface ErasureTarget {
  /** As receipts name it: `sqlite`, `files/logs`. */
  readonly name: string;
  /** What it has of the user; of these types alone where they are named. A target of no type holds nothing then. */
  count(whose: UserKey, types: readonly MemoryType[] | undefined, call: CallContext): Promise<readonly TargetCount[]>;
  /** As UserMemories.erase. `erasureId` is the same when it is done again. */
  erase(
    whose: UserKey,
    types: readonly MemoryType[] | undefined,
    erasureId: string,
    call: CallContext,
  ): Promise<readonly TargetCount[]>;
}

/** What there is of a user beside memories. */
export interface UserRows {
  /** In the order in which they are put back. `after` is the `next` of the page before. */
  page(
    whose: UserKey,
    after: string | undefined,
    call: CallContext,
  ): Promise<{ readonly rows: readonly PortableRow[]; readonly next?: string | undefined }>;
  /** As UserMemories.putBack. Throws QUOTA_EXCEEDED, and puts none, where that is to be `withinQuotas` and would not. */
  putBack(whose: UserKey, rows: readonly PortableRow[], call: PutBackCall, withinQuotas?: boolean): Promise<PutBack>;
  /** Which of these ids, of memories, turns or facts, somebody has in the embedded store. */
  takenIds(whose: UserKey, ids: readonly string[], call: CallContext): Promise<TakenIds>;
}

/**
 * What an export has so that its lines can come back under the ids that they had: a code for the ids of each line, which only who has the
 * server's master key can make, for this user alone.
 */
export interface IdMacs {
  signer(whose: UserKey): Promise<(ids: readonly string[]) => string>;
  verifier(whose: UserKey): Promise<(ids: readonly string[], mac: string) => boolean>;
}

/** Rows of a kind that lies elsewhere than in the embedded store, under each user apart. */
export type RowsApart = Omit<UserRows, 'takenIds'>;

/** What one erasure took, and where. The text is what was signed. */
export type ErasureReceipt = {
  /** JSON: id, tenant, user, types, times, places with their counts. */
  readonly text: string;
  /** Ed25519 over the text's UTF-8. */
  readonly signature: Uint8Array;
  /** PEM. */
  readonly publicKey: string;
};

export type ErasureStep = { readonly erased: readonly TargetCount[] } | { readonly receipt: ErasureReceipt };

/** An erasure as the erase logs have it: sealed bytes, the same in each. */
export type ErasureEntry = { readonly id: string; readonly entry: Uint8Array };

/** An erasure that a store has seen, and whether it has the logs' entry as well. */
export type SeenErasure = { readonly id: string; readonly hasEntry: boolean };

/** An erasure that is under way; of all types where none are named. */
export type BegunErasure = {
  readonly id: string;
  readonly whose: UserKey;
  readonly types: readonly MemoryType[] | undefined;
  /** What the erase logs have of it. Absent: a store of an earlier version began it. */
  readonly entry?: Uint8Array | undefined;
};

/** Erases users from all targets at once. */
export interface Erasures {
  /** What there is, target by target. */
  found(whose: UserKey, types: readonly MemoryType[] | undefined, call: CallContext): Promise<readonly TargetCount[]>;
  /**
   * One step for each target, then the receipt. Once begun it goes to its end, also where nobody waits for it any more or the process
   * ends: then when the next one starts.
   */
  erase(whose: UserKey, types: readonly MemoryType[] | undefined, call: CallContext): AsyncIterable<ErasureStep>;
  /** Whether this server signed the text. */
  verify(receipt: Omit<ErasureReceipt, 'publicKey'>): Promise<{ readonly isOurs: boolean; readonly publicKey: string }>;
}
