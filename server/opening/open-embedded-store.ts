/**
 * Chooses the backend of the embedded store and opens it. Beside this, only what works on the file itself names the backend: doctor, the
 * standby, copies before migrations and a change of embedder.
 */
import type { SqliteOptions } from '../backends/sqlite/sqlite-options.ts';
import type { OpenedEmbedder } from '../embedders/open-embedder.ts';
import { SLEEP_CYCLE } from '../policy/lifecycle.ts';
import type { EmbeddedStore } from '../ports/embedded-store.ts';
import type { Basics } from './basics.ts';
import { mirrorName } from './open-mirrored.ts';
import { openUpgraded } from './open-upgraded.ts';
import type { RecordaOptions } from './recorda-options.ts';
import { withDriver } from './drivers.ts';
import { openRowKeys } from './open-row-keys.ts';
import { restoreAdvice } from './restore-advice.ts';

export async function openEmbeddedStore(
  options: RecordaOptions,
  basics: Basics,
  live: OpenedEmbedder,
): Promise<EmbeddedStore> {
  const {
    recallMs,
    windowPolicy,
    auditHead,
    longTerm,
    reserveBytes,
    cold,
    standby,
    store: address,
    keyService,
  } = options;
  const { warmTierScope: capScope = SLEEP_CYCLE.capScope } = options;
  const common = {
    ...basics,
    recallMs,
    windowPolicy,
    auditHead,
    reserveBytes,
    capScope,
    embedderIdentity: live.embedder.identity,
    restoreAdvice: () => restoreAdvice({ cold, store: address, dataDir: basics.dataDir }),
    onExpired: (count) => basics.telemetry.lifecycle({ kind: 'DELETED', type: 'SHORT_TERM', reason: 'EXPIRED', count }),
  } satisfies Partial<SqliteOptions>;
  if (address !== undefined) {
    refuseOwnedByOne(options);
    const { openPostgres } = await withDriver('postgres', () => import('../backends/postgres/open-postgres.ts'));
    return openPostgres({
      ...common,
      address,
      rowKeys: await openRowKeys(options, basics),
      hasKeyService: keyService !== undefined,
    });
  }
  const { openSqlite } = await import('../backends/sqlite/open-sqlite.ts');
  const store: SqliteOptions = {
    ...common,
    isShipping: standby !== undefined,
    mirror: longTerm && mirrorName(longTerm),
  };
  return openUpgraded(() => openSqlite(store), { dataDir: basics.dataDir, live, log: basics.log });
}

/** Throws if something is set that works on the data of one server. */
function refuseOwnedByOne({ longTerm, standby }: RecordaOptions): void {
  const refused = [
    ...(longTerm === undefined ? [] : ['RECORDA_LONG_TERM: its outbox belongs to one server']),
    ...(standby === undefined
      ? []
      : ['RECORDA_STANDBY: it ships the changes of one server; use a standby of PostgreSQL']),
  ];
  if (refused.length > 0) throw new Error(`PostgreSQL holds the data, which excludes ${refused.join(', and ')}.`);
}
