/**
 * Working memory in the process's own memory: gone with it, and never behind a disk or a scan. Its calls run to their end
 * in one turn of the event loop, so nothing can come between a decision and its effect.
 */
import { abortError, stopSignal } from '../../domain/abort.ts';
import type { OwnerUse, Raised, Whose } from '../../domain/accounts.ts';
import { decideAlerts } from '../../domain/decide/alerts.ts';
import { NO_USAGE } from '../../domain/decide/quota.ts';
import { decideRemove } from '../../domain/decide/remove.ts';
import { decideSetEntry } from '../../domain/decide/set-entry.ts';
import { decideUpdate } from '../../domain/decide/update.ts';
import { filterWithin } from '../../domain/filter.ts';
import { RecordaError } from '../../domain/errors.ts';
import type { AddIntent, Added, Outcome, RemoveIntent, Removed, Updated, UpdateIntent } from '../../domain/intents.ts';
import { sizeBytes, type Scope } from '../../domain/memory.ts';
import type { QuotaOverride } from '../../domain/quotas/effective-quota.ts';
import { isWithin } from '../../domain/scope.ts';
import { FILTER_BUDGETS } from '../../policy/filters.ts';
import { MAX_REMOVED_IDS, QUOTAS, type Quota } from '../../policy/limits.ts';
import { WORKING } from '../../policy/working.ts';
import { inTurns } from '../../ports/in-turns.ts';
import type { TypeAccounts } from '../../ports/limits.ts';
import type { CallContext, Clock, WorkingStore } from '../../ports/stores.ts';
import { byAge } from '../by-age.ts';
import { quotasAtHand } from '../quotas-at-hand.ts';
import { appliedRequests } from './applied-requests.ts';
import { workingOfUser } from './working-of-user.ts';
import { workingOwner, type WorkingOwner, type WorkingRecord } from './working-owner.ts';
import { workingOwners, type IndexParts } from './working-owners.ts';

export type WorkingStoreOptions = IndexParts & {
  /** Of users for whom nobody set another. */
  readonly quota?: Quota | undefined;
  /** Every quota that was set when this is opened. */
  readonly quotasSet?: readonly (Whose & QuotaOverride)[] | undefined;
  /** Told when a quota is nearly full. */
  readonly onAlerts?: ((raised: readonly Raised[], nowMs: number) => void) | undefined;
  /** What all owners' entries together may take. */
  readonly heldBytes?: number | undefined;
  readonly clock: Clock;
};

export function workingStore({
  quota: everyones = QUOTAS.WORKING,
  quotasSet = [],
  onAlerts = () => undefined,
  heldBytes = WORKING.heldBytes,
  clock,
  ...indexParts
}: WorkingStoreOptions): WorkingStore & { readonly accounts: TypeAccounts } {
  const owners = workingOwners(indexParts);
  const plans = quotasAtHand('WORKING', { quota: everyones, quotasSet });
  const requests = appliedRequests();

  /** Tells what a change of its entries, or of its quota, crosses. */
  function look(owner: WorkingOwner, nowMs: number): void {
    const { told, crossings } = decideAlerts(owner.told, owner.usage, plans.quota(owner.of));
    owner.told = told;
    if (crossings.length === 0) return;
    const { tenant, userId, agentId: place } = owner.of;
    onAlerts(
      crossings.map((crossing): Raised => ({ tenant, userId, place, name: 'WORKING', ...crossing })),
      nowMs,
    );
  }

  function lookAt(scope: Scope, nowMs: number): void {
    const owner = owners.get(scope);
    if (owner !== undefined) look(owner, nowMs);
  }

  function addOne(intent: AddIntent): Outcome<Added> {
    const owner = owners.get(intent.scope) ?? workingOwner(intent.scope);
    const quota = plans.quota(intent.scope);
    const size = sizeBytes(intent.payload, intent.metadata);
    const wish = { ...intent, payload: intent.payload as WorkingRecord['payload'] };
    const existing = owner.sameKey(wish);
    const leastRecentlyUsed = owner.leastRecentlyUsed(existing?.id);
    const decision = decideSetEntry({ usage: owner.usage, quota, existing, leastRecentlyUsed }, intent, size);
    if (!decision.ok) return decision;
    if (owners.heldBytes + size > heldBytes) return { ok: false, error: full() };
    const { operation, removed, remaining } = decision.value;
    const record: WorkingRecord = {
      id: existing?.id ?? intent.id,
      // The key, and with it user, agent and task, are the same; where it came from is the new one's.
      scope: intent.scope,
      payload: wish.payload,
      source: intent.source,
      metadata: intent.metadata,
      createTimeMs: existing?.createTimeMs ?? intent.nowMs,
      updateTimeMs: Math.max(existing?.updateTimeMs ?? 0, intent.nowMs),
      version: (existing?.version ?? 0) + 1,
      importance: intent.importance ?? existing?.importance,
      ...accessesOf(existing),
      sizeBytes: size,
      storedBytes: size,
      isCompressed: false,
    };
    const removedIds = removed.map(({ id }) => id);
    owners.store(record);
    owners.drop(intent.scope, removedIds);
    lookAt(intent.scope, intent.nowMs);
    const evicted = { evictedCount: removedIds.length, removedIds: removedIds.slice(0, MAX_REMOVED_IDS) };
    return { ok: true, value: { record, operation, remaining, prunedCount: 0, ...evicted } };
  }

  function updateOne(intent: UpdateIntent): Outcome<Updated> {
    const found = owners.find(intent.scope, intent.id);
    const quota = plans.quota(intent.scope);
    const decision = decideUpdate({ record: found?.record, usage: found?.owner.usage ?? NO_USAGE, quota }, intent);
    if (!decision.ok) return decision;
    const { record, remaining } = decision.value;
    const updated = { ...record, storedBytes: record.sizeBytes } as WorkingRecord;
    owners.store(updated);
    lookAt(updated.scope, intent.nowMs);
    return { ok: true, value: { record: updated, remaining } };
  }

  function removeOne(intent: RemoveIntent): Outcome<Removed> {
    const found = owners.find(intent.scope, intent.id);
    const quota = plans.quota(intent.scope);
    const decision = decideRemove({ record: found?.record, usage: found?.owner.usage ?? NO_USAGE, quota }, intent);
    if (!decision.ok) return decision;
    if (found !== undefined) {
      owners.drop(found.record.scope, [intent.id]);
      lookAt(found.record.scope, intent.nowMs);
    }
    return { ok: true, value: { remaining: decision.value.remaining, removedRelationships: 0 } };
  }

  return {
    type: 'WORKING',
    backend: 'process',
    capabilities: { durability: 'VOLATILE', isLogged: false },
    ofUser: workingOfUser(owners, requests),

    accounts: {
      names: ['WORKING'],
      setPlan: (change, nowMs, call) =>
        inOneTurn(call, () => {
          plans.set(change);
          for (const owner of owners.ownersOf(change)) look(owner, nowMs);
        }),
      use: (query, call) => inOneTurn(call, () => [owners.use(query)]),
      userIdsAfter: (tenant, after, limit, call) => inOneTurn(call, () => owners.userIdsAfter(tenant, after, limit)),
      globalUse: (call) => inOneTurn(call, () => [owners.useOfAll()]),
      ownersOver: ({ limit, quota, ...whose }, call) =>
        inOneTurn(call, () => {
          const found: OwnerUse[] = [];
          for (const { usage, of } of owners.ownersOf(whose)) {
            if (usage.count <= quota.count && usage.bytes <= quota.bytes) continue;
            found.push({ tenant: of.tenant, userId: of.userId, name: 'WORKING', place: of.agentId, ...usage });
            if (found.length === limit) break;
          }
          return found;
        }),
    },

    async add(intents, { signal }) {
      if (signal.aborted) throw abortError(signal);
      // Each in one turn, to the last of them: what is done is told to the audit log when all are.
      return inTurns(intents, stopSignal(), (intent) => requests.once(intent, () => addOne(intent)));
    },
    update: (intent, call) => inOneTurn(call, () => settle(requests.once(intent, () => updateOne(intent)))),
    remove: (intent, call) => inOneTurn(call, () => settle(requests.once(intent, () => removeOne(intent)))),

    get: ({ scope, id }, nowMs, call) =>
      inOneTurn(call, () => {
        const found = owners.find(scope, id);
        if (found === undefined || !isWithin(found.record, scope)) return undefined;
        found.owner.touch(id, nowMs);
        return found.record;
      }),

    list: ({ scope, filter, named, pageSize, descending, after, nowMs }, call) =>
      inOneTurn(call, () => {
        const accepts =
          filter === undefined ? () => true : filterWithin(filter, FILTER_BUDGETS.loop, () => performance.now());
        const sign = descending ? -1 : 1;
        const owner = owners.get(scope);
        const records = [...(owner?.all() ?? [])]
          .filter((record) => isWithin(record, scope) && (named?.key ?? record.payload.key) === record.payload.key)
          .filter((record) => accepts(record))
          .filter((record) => after === undefined || sign * byAge(record, after) > 0)
          .toSorted((a, b) => sign * byAge(a, b));
        const page = records.slice(0, pageSize);
        const next = records.length > pageSize ? page.at(-1) : undefined;
        // To ask for one key is to use it; to list them all is not.
        if (named?.key !== undefined) for (const { id } of page) owner?.touch(id, nowMs);
        return { records: page, ...(next && { next }) };
      }),

    retrieve: ({ scope, filter, text, vector, topK, minSimilarity, explain, nowMs }, call) =>
      inOneTurn(call, () => {
        const owner = owners.get(scope);
        if (owner === undefined) return [];
        const passes =
          filter === undefined ? () => true : filterWithin(filter, FILTER_BUDGETS.loop, () => performance.now());
        const accepts = (id: string): boolean => {
          const record = owner.get(id);
          return record !== undefined && isWithin(record, scope) && passes(record);
        };
        const query = { text, vector, topK, accepts, minSimilarity, explain, nowMs };
        const clockMs = clock.now();
        return owners
          .indexOf(owner)
          .search(query)
          .map(({ id, score, similarity, signals }) => {
            const record = owner.get(id)!;
            owner.touch(id, clockMs);
            return { record, score, similarity, signals };
          });
      }),

    clearTask: (scope, call) =>
      inOneTurn(call, () => {
        const ids = [...(owners.get(scope)?.all() ?? [])]
          .filter(({ scope: of }) => of.taskId === scope.taskId)
          .filter(({ scope: of }) => scope.namespace === '' || of.namespace === scope.namespace)
          .map(({ id }) => id);
        owners.drop(scope, ids);
        // So that it is told again when it fills again; nothing is crossed by what goes.
        const owner = owners.get(scope);
        if (owner !== undefined) owner.told = decideAlerts(owner.told, owner.usage, plans.quota(scope)).told;
        return ids.length;
      }),
  };
}

/** What is counted of an entry outlives its values. */
function accessesOf(existing: WorkingRecord | undefined): Partial<WorkingRecord> {
  const { accessCount, lastAccessTimeMs } = existing ?? {};
  return accessCount === undefined ? {} : { accessCount, lastAccessTimeMs };
}

/** Does the work now, unless nobody waits for it any more. */
async function inOneTurn<T>({ signal }: CallContext, work: () => T): Promise<T> {
  if (signal.aborted) throw abortError(signal);
  return work();
}

function full(): RecordaError {
  return new RecordaError(
    'OVERLOADED',
    'The working memory of this server is full. End tasks that are over (EndTask), then try again.',
    { retryAfterMs: WORKING.retryMs },
  );
}

/** An outcome as a call answers it. */
function settle<T>(outcome: Outcome<T>): T {
  if (!outcome.ok) throw outcome.error;
  return outcome.value;
}
