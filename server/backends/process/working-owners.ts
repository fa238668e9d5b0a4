/** All owners of working memory, each with the index of its entries. */
import { LRUCache } from 'lru-cache';
import type { Scope } from '../../domain/memory.ts';
import { searchText } from '../../domain/search-text.ts';
import { WORKING } from '../../policy/working.ts';
import type { IndexDocument, MemoryIndex } from '../../retrieval/memory-index.ts';
import { byAge, workingOwner, type WorkingOwner, type WorkingRecord } from './working-owner.ts';

export type IndexParts = {
  /** An empty index, and the embedder beside it. */
  readonly newIndex: () => MemoryIndex;
  readonly embed: (text: string) => Float32Array;
};

/** Where an entry is. */
export type Found = { readonly owner: WorkingOwner; readonly record: WorkingRecord };

export interface WorkingOwners {
  /** What all entries together take, estimated. */
  readonly heldBytes: number;
  /** The owner of a scope's user and agent, if it has entries. */
  get(scope: Scope): WorkingOwner | undefined;
  /** The entry with this id among those of the scope's user, and agent where it names one. */
  find(scope: Scope, id: string): Found | undefined;
  /** Adds an entry, or puts it in the place of the one with its id. */
  store(record: WorkingRecord): void;
  /** Removes entries of the scope's user and agent. */
  drop(scope: Scope, ids: readonly string[]): void;
  /** The index of an owner's entries, made if it is not ready. */
  indexOf(scope: Scope, owner: WorkingOwner): MemoryIndex;
}

export function workingOwners({ newIndex, embed }: IndexParts): WorkingOwners {
  const owners = new Map<string, WorkingOwner>();
  /** The keys of each user's owners, for calls that name no agent. */
  const ownersOfUser = new Map<string, Set<string>>();
  const indexes = new LRUCache<string, MemoryIndex>({
    max: WORKING.indexes,
    dispose: (index) => index.release(),
  });
  let heldBytes = 0;

  /** Does what changes an owner's entries, and keeps the total. */
  function accounted(owner: WorkingOwner, change: () => void): void {
    const before = owner.usage;
    change();
    const { count, bytes } = owner.usage;
    heldBytes += bytes - before.bytes + (count - before.count) * WORKING.entryBytes;
  }

  const ownerKey = ({ tenant, userId, agentId }: Scope): string => JSON.stringify([tenant, userId, agentId]);
  const userKey = ({ tenant, userId }: Scope): string => JSON.stringify([tenant, userId]);

  function toDocument(record: WorkingRecord): IndexDocument {
    const text = searchText(record.payload);
    return { id: record.id, text, speaker: '', sessionId: '', createTimeMs: record.createTimeMs, vector: embed(text) };
  }

  function open(scope: Scope): WorkingOwner {
    const owner = workingOwner();
    owners.set(ownerKey(scope), owner);
    const user = userKey(scope);
    ownersOfUser.set(user, (ownersOfUser.get(user) ?? new Set()).add(ownerKey(scope)));
    return owner;
  }

  function close(scope: Scope): void {
    const key = ownerKey(scope);
    owners.delete(key);
    indexes.delete(key);
    const keys = ownersOfUser.get(userKey(scope));
    keys?.delete(key);
    if (keys?.size === 0) ownersOfUser.delete(userKey(scope));
  }

  return {
    get heldBytes() {
      return heldBytes;
    },
    get: (scope) => owners.get(ownerKey(scope)),
    find(scope, id) {
      const keys = scope.agentId === '' ? (ownersOfUser.get(userKey(scope)) ?? []) : [ownerKey(scope)];
      for (const key of keys) {
        const owner = owners.get(key);
        const record = owner?.get(id);
        if (owner !== undefined && record !== undefined) return { owner, record };
      }
      return undefined;
    },
    store(record) {
      const key = ownerKey(record.scope);
      const owner = owners.get(key) ?? open(record.scope);
      accounted(owner, () => owner.set(record));
      indexes.get(key)?.put([toDocument(record)]);
    },
    drop(scope, ids) {
      const key = ownerKey(scope);
      const owner = owners.get(key);
      if (owner === undefined) return;
      accounted(owner, () => ids.forEach((id) => owner.delete(id)));
      indexes.get(key)?.remove(ids);
      if (owner.usage.count === 0) close(scope);
    },
    indexOf(scope, owner) {
      const key = ownerKey(scope);
      const ready = indexes.get(key);
      if (ready !== undefined) return ready;
      const index = newIndex();
      index.put([...owner.all()].toSorted(byAge).map(toDocument));
      indexes.set(key, index);
      return index;
    },
  };
}
