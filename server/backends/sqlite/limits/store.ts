/** Implements the port over the threads: the writer sets, readers answer. */
import type { Accounts, AlertLog } from '../../../ports/limits.ts';
import type { Remote } from '../engine/batch-channel.ts';
import type { ReaderPool } from '../engine/reader-pool.ts';
import type { AlertReads } from './read-alerts.ts';
import type { LimitWrites } from './writes.ts';
import type { UseReads } from './reads.ts';

export function sqliteAccounts(writer: Remote<LimitWrites>, readers: ReaderPool<UseReads & AlertReads>): Accounts {
  const ofTenant = (tenant: string) => readers.of({ tenant, userId: '' });
  return {
    plans: (whose, { signal }) => readers.of(whose).plans(whose, signal),
    setPlan: (change, nowMs, { signal, origin }) => writer.setPlan({ change, nowMs }, signal, origin),
    use: (query, { signal }) => readers.of(query).use(query, signal),
    quotasSet: (name, { signal }) => ofTenant('').quotasSet({ name }, signal),
    userIdsAfter: (tenant, after, limit, { signal }) => ofTenant(tenant).userIdsAfter({ tenant, after, limit }, signal),
    usersOf: (tenant, userIds, { signal }) => ofTenant(tenant).usersOf({ tenant, userIds }, signal),
    ownersOver: (query, { signal }) => readers.of(query).ownersOver(query, signal),
    tierCounts: (tenant, others, { signal }) => ofTenant(tenant).tierCounts({ tenant, others }, signal),
    samples: (whose, { signal }) => readers.of(whose).samples(whose, signal),
    globalUse: ({ signal }) => ofTenant('').globalUse({}, signal),
  };
}

export function sqliteAlertLog(
  writer: Remote<LimitWrites>,
  readers: ReaderPool<AlertReads>,
  onEvents: (listener: () => void) => void,
): AlertLog {
  const listeners = new Set<() => void>();
  onEvents(() => {
    for (const listener of listeners) listener();
  });
  const anybody = () => readers.of({ tenant: '', userId: '' });
  return {
    list: (query, { signal }) => readers.of(query).alerts(query, signal),
    after: (after, limit, { signal }) => anybody().alertsAfter({ after, limit }, signal),
    bounds: ({ signal }) => anybody().alertBounds({}, signal),
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    raise: (raised, nowMs) => writer.raiseAlerts({ raised, nowMs }),
    markDelivered: (sequence) => writer.alertsDelivered({ sequence }),
  };
}
