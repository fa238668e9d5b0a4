/** All owners of working memory, each with the index of its entries. */
import { LRUCache } from 'lru-cache';
import type { TypeUse, UseQuery, UserKey } from '../../domain/accounts.ts';
import { byBytes } from '../../domain/by-bytes.ts';
import { NO_USAGE, type Usage } from '../../domain/decide/quota.ts';
import type { Scope } from '../../domain/memory.ts';
import { searchText } from '../../domain/search-text.ts';
import { WORKING } from '../../policy/limits.ts';
import type { IndexDocument, MemoryIndex } from '../../retrieval/memory-index.ts';
import { byAge } from '../by-age.ts';
import { workingOwner, type OwnerScope, type WorkingOwner, type WorkingRecord } from './working-owner.ts';

export type IndexParts = {
  /** Makes an empty index, and has the embedder that goes with it. */
  readonly newIndex: () => MemoryIndex;
  readonly embed: (text: string) => Float32Array;
};

/** An entry and its owner. */
export type Found = { readonly owner: WorkingOwner; readonly record: WorkingRecord };

export interface WorkingOwners {
  /** The estimated bytes of all entries. */
  readonly heldBytes: number;
  /** Returns the owner of a scope's user and agent, if it has entries. */
  get(scope: OwnerScope): WorkingOwner | undefined;
  /** Returns the entry with this id among those of the scope's user, and of its agent if it names one. */
  find(scope: Scope, id: string): Found | undefined;
  /** Adds an entry, or replaces the one with its id. */
  store(record: WorkingRecord): void;
  /** Removes entries of the scope's user and agent. */
  drop(scope: OwnerScope, ids: readonly string[]): void;
  /** Returns the use of a user and agent, of a user, of an agent, or of a tenant, where the others are ''. */
  use(query: UseQuery): TypeUse;
  /** Returns the use of all tenants. */
  useOfAll(): TypeUse;
  /** Returns users with entries, by the bytes of their ids, after this one. */
  userIdsAfter(tenant: string, after: string, limit: number): readonly string[];
  /** Returns the owners of a user, or of a tenant where userId is ''. */
  ownersOf(whose: UserKey): Iterable<WorkingOwner>;
  /** Returns the index of an owner's entries, which is made if it is not ready. */
  indexOf(owner: WorkingOwner): MemoryIndex;
}

/** A user's owners, by agent. */
type Agents = Map<string, WorkingOwner>;

export function workingOwners({ newIndex, embed }: IndexParts): WorkingOwners {
  const tree = ownerTree();
  const { ownerOf, ownersOf } = tree;
  /** The use of tenants, and of their agents. */
  const totals = new Map<string, Usage>();
  const indexes = new LRUCache<WorkingOwner, MemoryIndex>({
    max: WORKING.indexes,
    dispose: (index) => index.release(),
  });
  let heldBytes = 0;

  /** Runs a change of an owner's entries, and updates the totals. */
  function accounted(owner: WorkingOwner, change: () => void): void {
    const before = owner.usage;
    change();
    const { count, bytes } = owner.usage;
    const grown = { count: count - before.count, bytes: bytes - before.bytes };
    heldBytes += grown.bytes + grown.count * WORKING.entryBytes;
    const { tenant, agentId } = owner.of;
    for (const key of new Set([totalKey(tenant, ''), totalKey(tenant, agentId)])) {
      const total = plus(totals.get(key) ?? NO_USAGE, grown);
      if (total.count === 0) totals.delete(key);
      else totals.set(key, total);
    }
  }

  function toDocument(record: WorkingRecord): IndexDocument {
    const text = searchText(record.payload);
    return { id: record.id, text, speaker: '', sessionId: '', createTimeMs: record.createTimeMs, vector: embed(text) };
  }

  return {
    get heldBytes() {
      return heldBytes;
    },
    get: ownerOf,
    find(scope, id) {
      const one = ownerOf(scope);
      const named = one === undefined ? [] : [one];
      for (const owner of scope.agentId === '' ? ownersOf(scope) : named) {
        const record = owner.get(id);
        if (record !== undefined) return { owner, record };
      }
      return undefined;
    },
    store(record) {
      const owner = ownerOf(record.scope) ?? tree.open(record.scope);
      accounted(owner, () => owner.set(record));
      indexes.get(owner)?.put([toDocument(record)]);
    },
    drop(scope, ids) {
      const owner = ownerOf(scope);
      if (owner === undefined) return;
      accounted(owner, () => ids.forEach((id) => owner.delete(id)));
      indexes.get(owner)?.remove(ids);
      if (owner.usage.count > 0) return;
      indexes.delete(owner);
      tree.close(scope);
    },
    ownersOf,
    use({ tenant, userId, agentId }) {
      if (userId === '') {
        const total = totals.get(totalKey(tenant, agentId)) ?? NO_USAGE;
        return { name: 'WORKING', ...total, owners: 0, fullest: NO_USAGE };
      }
      return useOf([...ownersOf({ tenant, userId })].filter(({ of }) => agentId === '' || of.agentId === agentId));
    },
    useOfAll() {
      const all = tree.tenants().map((tenant) => totals.get(totalKey(tenant, '')) ?? NO_USAGE);
      return { name: 'WORKING', ...all.reduce(plus, NO_USAGE), owners: 0, fullest: NO_USAGE };
    },
    userIdsAfter(tenant, after, limit) {
      const later = tree.userIds(tenant).filter((userId) => byBytes(userId, after) > 0);
      return later.toSorted(byBytes).slice(0, limit);
    },
    indexOf(owner) {
      const ready = indexes.get(owner);
      if (ready !== undefined) return ready;
      const index = newIndex();
      index.put([...owner.all()].toSorted(byAge).map(toDocument));
      indexes.set(owner, index);
      return index;
    },
  };
}

/** Returns the key of a total: an agent whose id is '' counts for its tenant alone. */
function totalKey(tenant: string, agentId: string): string {
  return JSON.stringify([tenant, agentId]);
}

/** Keeps the owners that have entries, by tenant, user and agent. */
function ownerTree() {
  const tenants = new Map<string, Map<string, Agents>>();
  const usersOf = (tenant: string) => tenants.get(tenant) ?? new Map<string, Agents>();
  const ownerOf = ({ tenant, userId, agentId }: OwnerScope) => tenants.get(tenant)?.get(userId)?.get(agentId);

  function open(scope: Scope): WorkingOwner {
    const owner = workingOwner(scope);
    const users = usersOf(scope.tenant);
    tenants.set(scope.tenant, users);
    const ofUser: Agents = users.get(scope.userId) ?? new Map();
    users.set(scope.userId, ofUser.set(scope.agentId, owner));
    return owner;
  }

  function close(scope: OwnerScope): void {
    const users = usersOf(scope.tenant);
    const ofUser = users.get(scope.userId);
    ofUser?.delete(scope.agentId);
    if (ofUser?.size === 0) users.delete(scope.userId);
    if (users.size === 0) tenants.delete(scope.tenant);
  }

  function* ownersOf({ tenant, userId }: UserKey): Generator<WorkingOwner> {
    const users = usersOf(tenant);
    if (userId !== '') yield* users.get(userId)?.values() ?? [];
    else for (const of of users.values()) yield* of.values();
  }

  return {
    ownerOf,
    ownersOf,
    open,
    close,
    tenants: (): readonly string[] => [...tenants.keys()],
    userIds: (tenant: string): readonly string[] => [...usersOf(tenant).keys()],
  };
}

function useOf(of: readonly WorkingOwner[]): TypeUse {
  const usages = of.map(({ usage }) => usage);
  const fullest = { count: most(usages, 'count'), bytes: most(usages, 'bytes') };
  return { name: 'WORKING', ...usages.reduce(plus, NO_USAGE), owners: of.length, fullest };
}

function most(usages: readonly Usage[], measure: keyof Usage): number {
  return usages.reduce((largest, usage) => Math.max(largest, usage[measure]), 0);
}

function plus(sum: Usage, { count, bytes }: Usage): Usage {
  return { count: sum.count + count, bytes: sum.bytes + bytes };
}
