/**
 * Working memory in the process's own memory: gone with it, and never behind a disk or a scan. Its calls run to their end
 * in one turn of the event loop, so nothing can come between a decision and its effect.
 */
import { LRUCache } from 'lru-cache';
import { decideRemove } from '../../domain/decide/remove.ts';
import { decideRepeat, type PriorRequest } from '../../domain/decide/repeat.ts';
import { decideSetEntry } from '../../domain/decide/set-entry.ts';
import { decideUpdate } from '../../domain/decide/update.ts';
import { compileFilter } from '../../domain/filter.ts';
import type { AddIntent, Added, Outcome, Removed, RequestId, Updated } from '../../domain/intents.ts';
import { searchText, sizeBytes, type Scope } from '../../domain/memory.ts';
import { isWithin } from '../../domain/scope.ts';
import { MAX_REMOVED_IDS, QUOTAS, WORKING_INDEXES, WORKING_REQUEST_IDS, type Quota } from '../../policy/limits.ts';
import { REQUEST_ID_TTL_MS } from '../../policy/retention.ts';
import type { WorkingStore } from '../../ports.ts';
import type { MemoryIndex } from '../../retrieval/memory-index.ts';
import { workingOwner, type WorkingOwner, type WorkingRecord } from './working-owner.ts';

export type WorkingStoreOptions = {
  readonly quota?: Quota | undefined;
  /** An empty index, and the embedder beside it. */
  readonly newIndex: () => MemoryIndex;
  readonly embed: (text: string) => Float32Array;
};

type Applied = PriorRequest & { readonly outcome: Added | Updated | Removed };

export function workingStore({ quota = QUOTAS.WORKING, newIndex, embed }: WorkingStoreOptions): WorkingStore {
  const owners = new Map<string, WorkingOwner>();
  /** The keys of each user's owners, for calls that name no agent. */
  const ownersOfUser = new Map<string, Set<string>>();
  const indexes = new LRUCache<string, MemoryIndex>({ max: WORKING_INDEXES });
  const requests = new LRUCache<string, Applied>({ max: WORKING_REQUEST_IDS, ttl: REQUEST_ID_TTL_MS });

  const ownerKey = ({ tenant, userId, agentId }: Scope): string => JSON.stringify([tenant, userId, agentId]);

  const userKey = ({ tenant, userId }: Scope): string => JSON.stringify([tenant, userId]);

  /** Every owner that a scope names: one, or all of a user's where it names no agent. */
  function ownersWithin(scope: Scope): Iterable<string> {
    return scope.agentId === '' ? (ownersOfUser.get(userKey(scope)) ?? []) : [ownerKey(scope)];
  }

  function find(scope: Scope, id: string): { key: string; owner: WorkingOwner; record: WorkingRecord } | undefined {
    for (const key of ownersWithin(scope)) {
      const owner = owners.get(key);
      const record = owner?.get(id);
      if (owner !== undefined && record !== undefined) return { key, owner, record };
    }
    return undefined;
  }

  function indexOf(key: string, owner: WorkingOwner): MemoryIndex {
    let index = indexes.get(key);
    if (index === undefined) {
      index = newIndex();
      index.put([...owner.all()].toSorted(byAge).map(toDocument));
      indexes.set(key, index);
    }
    return index;
  }

  function toDocument(record: WorkingRecord) {
    const text = searchText(record.payload);
    return { id: record.id, text, speaker: '', sessionId: '', createTimeMs: record.createTimeMs, vector: embed(text) };
  }

  function store(key: string, owner: WorkingOwner, record: WorkingRecord): void {
    if (!owners.has(key)) {
      owners.set(key, owner);
      const user = userKey(record.scope);
      ownersOfUser.set(user, (ownersOfUser.get(user) ?? new Set()).add(key));
    }
    owner.set(record);
    indexes.get(key)?.put([toDocument(record)]);
  }

  function drop(key: string, owner: WorkingOwner, scope: Scope, ids: readonly string[]): void {
    for (const id of ids) owner.delete(id);
    indexes.get(key)?.remove(ids);
    if (owner.usage.count > 0) return;
    owners.delete(key);
    indexes.delete(key);
    const user = userKey(scope);
    const keys = ownersOfUser.get(user);
    keys?.delete(key);
    if (keys?.size === 0) ownersOfUser.delete(user);
  }

  /** Runs `change` unless it is the repeat of a request that was applied; then that one's outcome. */
  function once<T extends Added | Updated | Removed>(
    scope: Scope,
    requestId: RequestId | undefined,
    nowMs: number,
    change: () => Outcome<T>,
  ): Outcome<T> {
    if (requestId === undefined) return change();
    const key = JSON.stringify([scope.tenant, scope.userId, requestId.id]);
    const prior = requests.get(key);
    const repeat = decideRepeat(prior, requestId, nowMs);
    if (!repeat.ok) return repeat;
    if (repeat.value) return { ok: true, value: prior!.outcome as T };
    const outcome = change();
    if (outcome.ok) requests.set(key, { bodyHash: requestId.bodyHash, atMs: nowMs, outcome: outcome.value });
    return outcome;
  }

  function addOne(intent: AddIntent): Outcome<Added> {
    const key = ownerKey(intent.scope);
    const owner = owners.get(key) ?? workingOwner();
    const size = sizeBytes(intent.payload, intent.metadata);
    const wish = { ...intent, payload: intent.payload as WorkingRecord['payload'] };
    const existing = owner.sameKey(wish);
    const leastRecentlyUsed = owner.leastRecentlyUsed(existing?.id);
    const decision = decideSetEntry({ usage: owner.usage, quota, existing, leastRecentlyUsed }, intent, size);
    if (!decision.ok) return decision;
    const { operation, removed, remaining } = decision.value;
    const record: WorkingRecord = {
      id: existing?.id ?? intent.id,
      scope: existing?.scope ?? intent.scope,
      payload: wish.payload,
      metadata: intent.metadata,
      createTimeMs: existing?.createTimeMs ?? intent.nowMs,
      updateTimeMs: Math.max(existing?.updateTimeMs ?? 0, intent.nowMs),
      version: (existing?.version ?? 0) + 1,
      sizeBytes: size,
      storedBytes: size,
      isCompressed: false,
    };
    const removedIds = removed.map(({ id }) => id);
    store(key, owner, record);
    drop(key, owner, intent.scope, removedIds);
    const evicted = { evictedCount: removedIds.length, removedIds: removedIds.slice(0, MAX_REMOVED_IDS) };
    return { ok: true, value: { record, operation, remaining, prunedCount: 0, ...evicted } };
  }

  /** An outcome as a call answers it: no copy is made of what both may read and neither may change. */
  function settle<T>(outcome: Outcome<T>): T {
    if (!outcome.ok) throw outcome.error;
    return outcome.value;
  }

  return {
    type: 'WORKING',
    backend: 'process',
    capabilities: { durability: 'VOLATILE' },

    async add(intents) {
      return intents.map((intent) => once(intent.scope, intent.requestId, intent.nowMs, () => addOne(intent)));
    },

    async get({ scope, id }) {
      const found = find(scope, id);
      if (found === undefined || !isWithin(found.record.scope, scope)) return undefined;
      found.owner.touch(id);
      return found.record;
    },

    async list({ scope, filter, pageSize, descending, after }) {
      const accepts = filter === undefined ? undefined : compileFilter(filter);
      const sign = descending ? -1 : 1;
      const records = [...(owners.get(ownerKey(scope))?.all() ?? [])]
        .filter((record) => isWithin(record.scope, scope))
        .filter((record) => after === undefined || sign * byAge(record, after) > 0)
        .filter((record) => accepts === undefined || accepts(record))
        .toSorted((a, b) => sign * byAge(a, b));
      const page = records.slice(0, pageSize);
      return { records: page, next: records.length > pageSize ? page.at(-1) : undefined };
    },

    async update(intent) {
      const { scope, requestId, nowMs } = intent;
      const change = (): Outcome<Updated> => {
        const found = find(scope, intent.id);
        const usage = found?.owner.usage ?? { count: 0, bytes: 0 };
        const decision = decideUpdate({ record: found?.record, usage, quota }, intent);
        if (!decision.ok || found === undefined) return decision;
        const record = { ...decision.value.record, storedBytes: decision.value.record.sizeBytes } as WorkingRecord;
        store(found.key, found.owner, record);
        return { ok: true, value: { record, remaining: decision.value.remaining } };
      };
      return settle(once(scope, requestId, nowMs, change));
    },

    async remove(intent) {
      const { scope, requestId, nowMs } = intent;
      const change = (): Outcome<Removed> => {
        const found = find(scope, intent.id);
        const usage = found?.owner.usage ?? { count: 0, bytes: 0 };
        const decision = decideRemove({ record: found?.record, usage, quota }, intent);
        if (!decision.ok || found === undefined) return decision;
        drop(found.key, found.owner, found.record.scope, [intent.id]);
        return { ok: true, value: { remaining: decision.value.remaining } };
      };
      return settle(once(scope, requestId, nowMs, change));
    },

    async retrieve({ scope, text, topK, filter, minSimilarity, nowMs, explain }) {
      const key = ownerKey(scope);
      const owner = owners.get(key);
      if (owner === undefined) return [];
      const passes = filter === undefined ? () => true : compileFilter(filter);
      const accepts = (id: string): boolean => {
        const record = owner.get(id);
        return record !== undefined && isWithin(record.scope, scope) && passes(record);
      };
      const hits = indexOf(key, owner).search({ text, topK, accepts, minSimilarity, nowMs, explain });
      for (const { id } of hits) owner.touch(id);
      return hits.map(({ id, ...hit }) => ({ record: owner.get(id)!, ...hit }));
    },

    async clearTask(scope) {
      const key = ownerKey(scope);
      const owner = owners.get(key);
      if (owner === undefined) return 0;
      const inTask = ({ scope: of }: WorkingRecord): boolean =>
        of.taskId === scope.taskId && (scope.namespace === '' || of.namespace === scope.namespace);
      const ids = [...owner.all()].filter(inTask).map(({ id }) => id);
      drop(key, owner, scope, ids);
      return ids.length;
    },
  };
}

/** By create time, then id, as every listing. */
function byAge(
  a: { readonly createTimeMs: number; readonly id: string },
  b: { readonly createTimeMs: number; readonly id: string },
): number {
  return a.createTimeMs - b.createTimeMs || (a.id < b.id ? -1 : Number(a.id > b.id));
}
