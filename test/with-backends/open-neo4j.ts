/** Opens Neo4j's stores for tests. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Raised } from '../../server/domain/accounts.ts';
import { openNeo4j, type Neo4jOptions, type OpenedNeo4j } from '../../server/backends/neo4j/open-neo4j.ts';
import { QUOTAS, type Quotas, GLOBAL_LIMITS } from '../../server/policy/limits.ts';
import type { Quota } from '../../server/policy/memory-types.ts';
import { memoryIndex } from '../../server/retrieval/memory-index.ts';
import { silentLog } from '../../server/ports/telemetry.ts';
import { encoder, movableClock, table } from '../backends/sqlite/temporary-store.ts';

export type OpenedForTest = OpenedNeo4j & { readonly raised: readonly Raised[] };

/** If a quota is given, it holds for everything. Waits for Neo4j. */
export async function openForTest(
  options: Pick<Neo4jOptions, 'address'> & Partial<Neo4jOptions> & { readonly quota?: Quota | undefined },
): Promise<OpenedForTest> {
  const { quota, ...rest } = options;
  const quotas = quota === undefined ? QUOTAS : everyQuota(quota);
  const raised: Raised[] = [];
  const opened = await openNeo4j({
    newIndex: () => memoryIndex(encoder),
    embed: (text) => encoder.embed(text),
    dimensions: table.identity.dimensions,
    quotasOf: () => Promise.resolve(quotas),
    limits: GLOBAL_LIMITS,
    onAlerts: (more) => raised.push(...more),
    clock: movableClock(),
    log: silentLog,
    ...rest,
  });
  // On a busy machine it takes a while to create the schema of a new database.
  while (!opened.isThere()) await sleep(20);
  return { ...opened, raised };
}

function everyQuota(quota: Quota): Quotas {
  return Object.fromEntries(Object.keys(QUOTAS).map((name) => [name, quota])) as Quotas;
}
