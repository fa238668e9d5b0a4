/** Opens the stores of all memory types, each in its own place, and the middleware in front of them. */
import { accountsOfTypes } from '../backends/accounts-of-types.ts';
import type { MemoryType } from '../domain/memory.ts';
import { embedderKey } from '../embedders/embedder-key.ts';
import { removeWanted } from '../embedders/wanted-embedder.ts';
import type { EmbeddedStore } from '../ports/embedded-store.ts';
import type { AccountsInParts } from '../ports/limits.ts';
import type { GraphStore, MemoryStore, WorkingStore } from '../ports/stores.ts';
import type { RecordaOptions } from './recorda-options.ts';
import { audited } from '../stores/middleware/audited.ts';
import { embeddedTexts } from '../stores/middleware/embedded-texts.ts';
import { erasureBarrier, type ErasureBarrier } from '../stores/middleware/erasure-barrier.ts';
import { observed } from '../stores/middleware/observed.ts';
import { requestIds } from '../stores/middleware/request-ids.ts';
import { secondLook } from '../stores/middleware/second-look.ts';
import { withMiddleware, type StoreMiddleware } from '../stores/middleware/store-middleware.ts';
import type { Basics } from './basics.ts';
import { openEmbeddedStore } from './open-embedded-store.ts';
import type { Embedders } from './open-embedders.ts';
import { openMirrored, type MirroredStore } from './open-mirrored.ts';
import { openShared, logSharing, type SharedStores } from './open-shared.ts';
import type { OpenStack } from './open-stack.ts';

export type Stores = Readonly<Record<Exclude<MemoryType, 'WORKING' | 'ENTITY'>, MemoryStore>> & {
  readonly WORKING: WorkingStore;
  readonly ENTITY: GraphStore;
};

export type OpenedStores = {
  readonly sqlite: EmbeddedStore;
  readonly shared: SharedStores;
  readonly mirrored: MirroredStore | undefined;
  readonly stores: Stores;
  readonly accounts: AccountsInParts;
  readonly barrier: ErasureBarrier;
};

export async function openStores(
  options: RecordaOptions,
  basics: Basics,
  { live, second }: Embedders,
  opened: OpenStack,
): Promise<OpenedStores> {
  const { dataDir, telemetry, log } = basics;
  const sqlite = opened.use(await openEmbeddedStore(options, basics, live.current));
  // This was requested while no server ran.
  removeWanted(dataDir);
  const mirrored = await openMirrored(options.longTerm, {
    ...basics,
    local: sqlite.local,
    outbox: sqlite.outbox,
    leases: sqlite.leases,
    embedder: embedderKey(basics.encoder.identity),
  });
  if (mirrored !== undefined) opened.use(mirrored);
  const { accounts, alerts } = sqlite;
  const { others } = sqlite;
  const ofShared = { ...basics, dimensions: basics.table.identity.dimensions, accounts, alerts, others };
  const shared = opened.use(await openShared(options, ofShared));
  logSharing(options, log);
  const barrier = erasureBarrier();
  // Calls pass through these from top to bottom.
  const middleware: readonly StoreMiddleware[] = [
    barrier.writes,
    requestIds(),
    audited(sqlite.audit),
    ...(second === undefined ? [] : [secondLook(second, basics)]),
    embeddedTexts(live),
    observed(telemetry),
  ];
  const stores = eachWithMiddleware(
    {
      ...sqlite.stores,
      WORKING: shared.working,
      SHORT_TERM: shared.shortTerm ?? sqlite.stores.SHORT_TERM,
      LONG_TERM: mirrored?.store ?? sqlite.stores.LONG_TERM,
      EPISODIC: shared.graph?.episodic ?? sqlite.stores.EPISODIC,
      ENTITY: shared.graph?.entity ?? sqlite.stores.ENTITY,
    },
    middleware,
  );
  return { sqlite, shared, mirrored, stores, accounts: accountsOfTypes(accounts, shared.accounts), barrier };
}

function eachWithMiddleware(stores: Stores, middleware: readonly StoreMiddleware[]): Stores {
  const named = Object.entries(stores).map(([type, store]) => [type, withMiddleware(store, middleware)]);
  return Object.fromEntries(named) as Stores;
}
