/** The port over the threads: the writer sets, readers tell. */
import type { Accounts, AlertLog } from '../../../ports/limits.ts';
import type { BatchChannel } from '../threads/batch-channel.ts';
import type { ReaderPool } from '../threads/reader-pool.ts';
import type { WriterApi } from '../threads/thread-api.ts';

export function sqliteAccounts(writer: BatchChannel<WriterApi>, readers: ReaderPool): Accounts {
  const ofTenant = (tenant: string) => readers.of({ tenant, userId: '' });
  return {
    plans: (whose, { signal }) => readers.of(whose).call('plans', whose, signal),
    setPlan: (change, nowMs, { signal, origin }) => writer.call('setPlan', { change, nowMs }, signal, origin),
    use: (query, { signal }) => readers.of(query).call('use', query, signal),
    quotasSet: (name, { signal }) => ofTenant('').call('quotasSet', { name }, signal),
    userIdsAfter: (tenant, after, limit, { signal }) =>
      ofTenant(tenant).call('userIdsAfter', { tenant, after, limit }, signal),
    usersOf: (tenant, userIds, { signal }) => ofTenant(tenant).call('usersOf', { tenant, userIds }, signal),
    ownersOver: (query, { signal }) => readers.of(query).call('ownersOver', query, signal),
    tierCounts: (tenant, others, { signal }) => ofTenant(tenant).call('tierCounts', { tenant, others }, signal),
    samples: (whose, { signal }) => readers.of(whose).call('samples', whose, signal),
    globalUse: ({ signal }) => ofTenant('').call('globalUse', {}, signal),
  };
}

export function sqliteAlertLog(writer: BatchChannel<WriterApi>, readers: ReaderPool): AlertLog {
  const listeners = new Set<() => void>();
  writer.onNews(() => {
    for (const listener of listeners) listener();
  });
  const anybody = () => readers.of({ tenant: '', userId: '' });
  return {
    list: (query, { signal }) => readers.of(query).call('alerts', query, signal),
    after: (after, limit, { signal }) => anybody().call('alertsAfter', { after, limit }, signal),
    bounds: ({ signal }) => anybody().call('alertBounds', {}, signal),
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    raise: (raised, nowMs) => writer.call('raiseAlerts', { raised, nowMs }),
    markDelivered: (sequence) => writer.call('alertsDelivered', { sequence }),
  };
}
