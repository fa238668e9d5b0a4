/** What the services need of every place that holds something of users: to say what there is, give it out, take it back, erase it. */
import type { Whose } from './domain/accounts.ts';
import type { MemoryType } from './domain/memory.ts';
import type { PortableMemory } from './domain/portable.ts';
import type { CallContext } from './ports.ts';

/** How much of a user a place has, or had. Its name is like `sqlite/long_term`: the backend, and what it is there. */
export type PlaceCount = { readonly place: string; readonly count: number };

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

/** What a store of memories does with everything of one user, of all agents, sessions and namespaces. Every MemoryStore has it. */
export interface UserMemories {
  count(whose: Whose, call: CallContext): Promise<number>;
  /**
   * Leaves nothing of what was acknowledged before, nor of what was made of it: indexes, caches, remembered answers, logs. Another
   * user's memories stay as they are. Says how many memories went; again it is harmless, and after a crash the next call goes on.
   */
  erase(whose: Whose, call: CallContext): Promise<number>;
  /** All that stands, in an order that depends on the memories alone. `after` is the `next` of the page before. */
  page(whose: Whose, after: string | undefined, call: CallContext): Promise<PortablePage>;
  /**
   * Puts memories back as they were: ids, times, versions, counts of accesses. No quota refuses them. One that
   * is there already is left as it is. May reject with FIELD_INVALID where an id is another user's: ids are no two memories'.
   */
  putBack(whose: Whose, memories: readonly PortableMemory[], call: CallContext): Promise<PutBack>;
}

/** A place from which a user can be erased. The composition root lists them all. */
export interface ErasablePlace {
  /** As receipts name it: `sqlite`, `files/logs`. */
  readonly name: string;
  /** What it has of the user; of these types alone where they are named. A place that is of no type has nothing then. */
  count(whose: Whose, types: readonly MemoryType[] | undefined, call: CallContext): Promise<readonly PlaceCount[]>;
  /** As UserMemories.erase. `erasureId` is the same when it is done again. */
  erase(
    whose: Whose,
    types: readonly MemoryType[] | undefined,
    erasureId: string,
    call: CallContext,
  ): Promise<readonly PlaceCount[]>;
}
