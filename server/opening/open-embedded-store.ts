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
import { restoreAdvice } from './restore-advice.ts';

export async function openEmbeddedStore(
  options: RecordaOptions,
  basics: Basics,
  live: OpenedEmbedder,
): Promise<EmbeddedStore> {
  const { openSqlite } = await import('../backends/sqlite/open-sqlite.ts');
  const { recallMs, windowPolicy, auditHead, longTerm, reserveBytes, cold, standby } = options;
  const { warmTierScope: capScope = SLEEP_CYCLE.capScope } = options;
  const store: SqliteOptions = {
    ...basics,
    recallMs,
    windowPolicy,
    auditHead,
    reserveBytes,
    capScope,
    isShipping: standby !== undefined,
    embedderIdentity: live.embedder.identity,
    mirror: longTerm && mirrorName(longTerm),
    restoreAdvice: () => restoreAdvice(cold, basics.dataDir),
    onExpired: (count) => basics.telemetry.lifecycle({ kind: 'DELETED', type: 'SHORT_TERM', reason: 'EXPIRED', count }),
  };
  return openUpgraded(() => openSqlite(store), { dataDir: basics.dataDir, live, log: basics.log });
}
