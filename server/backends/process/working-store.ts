/**
 * Working memory in the process's own memory: lost with it, and never delayed by a disk or a scan. Its calls run to their end in one turn
 * of the event loop, so nothing can happen between a decision and its effect.
 */
import { abortError, stopSignal } from '../../domain/abort.ts';
import type { OwnerUse, Raised, UserKey } from '../../domain/accounts.ts';
import { decideAlerts } from '../../domain/decide/alerts.ts';
import { outcomeOf } from '../../domain/decide/outcome.ts';
import { filterWithin } from '../../domain/filter.ts';
import type { MemoryRecord } from '../../domain/memory.ts';
import type { QuotaOverride } from '../../domain/quotas/effective-quota.ts';
import { isWithin } from '../../domain/scope.ts';
import { ofTask } from '../../domain/writes/clear.ts';
import { toAdded, toRestored, toSized } from '../../domain/writes/records.ts';
import { writesNow } from '../../domain/writes/run.ts';
import { FILTER_BUDGETS, QUOTAS, WORKING } from '../../policy/limits.ts';
import type { Quota } from '../../policy/memory-types.ts';
import { inTurns } from '../../ports/in-turns.ts';
import type { TypeAccounts } from '../../ports/limits.ts';
import type { CallContext, Clock, FilterSource, WorkingStore } from '../../ports/stores.ts';
import { byAge } from '../by-age.ts';
import { quotaCache } from '../quota-cache.ts';
import { appliedRequests } from './applied-requests.ts';
import { workingOfUser } from './working-of-user.ts';
import type { WorkingOwner } from './working-owner.ts';
import { workingOwners, type IndexParts } from './working-owners.ts';
import { workingTransaction } from './working-transaction.ts';

export type WorkingStoreOptions = IndexParts & {
  /** The quota of users without one of their own. */
  readonly quota?: Quota | undefined;
  /** All quotas that are set when the store is opened. */
  readonly quotasSet?: readonly (UserKey & QuotaOverride)[] | undefined;
  /** Called when a quota is nearly full. */
  readonly onAlerts?: ((raised: readonly Raised[], nowMs: number) => void) | undefined;
  /** The most bytes that the entries of all owners together may take. */
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
  const plans = quotaCache('WORKING', { quota: everyones, quotasSet });
  const requests = appliedRequests();

  /** Raises alerts for a change of an owner's entries, or of its quota. */
  function look(owner: WorkingOwner, nowMs: number): void {
    const { reported, crossings } = decideAlerts(owner.reported, owner.usage, plans.quota(owner.of));
    owner.reported = reported;
    if (crossings.length === 0) return;
    const { tenant, userId, agentId: place } = owner.of;
    onAlerts(
      crossings.map((crossing): Raised => ({ tenant, userId, place, name: 'WORKING', ...crossing })),
      nowMs,
    );
  }

  const quotaOf = (whose: UserKey): Quota => plans.quota(whose);
  const writes = writesNow(workingTransaction({ owners, requests, quotaOf, heldBytes, look }));

  return {
    type: 'WORKING',
    backend: 'process',
    capabilities: { durability: 'VOLATILE', isLogged: false },
    ofUser: workingOfUser(owners, requests, (record) => writes.putBack(toRestored(record, clock.now()))),

    accounts: accountsOf(owners, plans, look),

    async add(intents, { signal }) {
      if (signal.aborted) throw abortError(signal);
      // Each add takes one turn, until all are done: the audit log gets what was done after that.
      return inTurns(intents, stopSignal(), (intent) => outcomeOf(() => toAdded(writes.add(toSized(intent)))));
    },
    update: (intent, call) => inOneTurn(call, () => writes.update(intent)),
    remove: (intent, call) => inOneTurn(call, () => writes.remove(intent)),

    get: ({ scope, id }, nowMs, call) =>
      inOneTurn(call, () => {
        const found = owners.find(scope, id);
        if (found === undefined || !isWithin(found.record, scope)) return undefined;
        found.owner.touch(id, nowMs);
        return found.record;
      }),

    list: ({ scope, filter, named, pageSize, descending, after, nowMs }, call) =>
      inOneTurn(call, () => {
        const accepts = passing(filter);
        const sign = descending ? -1 : 1;
        const owner = owners.get(scope);
        const records = [...(owner?.all() ?? [])]
          .filter((record) => isWithin(record, scope) && (named?.key ?? record.payload.key) === record.payload.key)
          .filter((record) => accepts(record))
          .filter((record) => after === undefined || sign * byAge(record, after) > 0)
          .toSorted((a, b) => sign * byAge(a, b));
        const page = records.slice(0, pageSize);
        const next = records.length > pageSize ? page.at(-1) : undefined;
        // Asking for one key counts as a use; listing all does not.
        if (named?.key !== undefined) for (const { id } of page) owner?.touch(id, nowMs);
        return { records: page, ...(next && { next }) };
      }),

    retrieve: ({ scope, filter, text, vector, topK, minSimilarity, nearOnly, explain, nowMs }, call) =>
      inOneTurn(call, () => {
        const owner = owners.get(scope);
        if (owner === undefined) return [];
        const passes = passing(filter);
        const accepts = (id: string): boolean => {
          const record = owner.get(id);
          return record !== undefined && isWithin(record, scope) && passes(record);
        };
        const query = { text, vector, topK, accepts, minSimilarity, nearOnly, explain, nowMs };
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

    clearTask: (scope, call) => inOneTurn(call, () => writes.clear({ scope, nowMs: clock.now(), goes: ofTask(scope) })),
  };
}

/** Does the work at once, unless the caller has given up. */
async function inOneTurn<T>({ signal }: CallContext, work: () => T): Promise<T> {
  if (signal.aborted) throw abortError(signal);
  return work();
}

/** Returns a test for the filter, within the budget of the event loop. */
function passing(filter: FilterSource | undefined): (record: MemoryRecord) => boolean {
  return filter === undefined ? () => true : filterWithin(filter, FILTER_BUDGETS.loop, () => performance.now());
}

type Look = (owner: WorkingOwner, nowMs: number) => void;

/** Returns the accounts of working memory, for quotas, usage reports and tiers. */
function accountsOf(
  owners: ReturnType<typeof workingOwners>,
  plans: ReturnType<typeof quotaCache>,
  look: Look,
): TypeAccounts {
  return {
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
  };
}
