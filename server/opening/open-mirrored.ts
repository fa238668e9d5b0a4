/** Opens long-term memory with the index that mirrors it, if there is one: its client is loaded only then. */
import type { IndexedOptions } from '../backends/indexed/indexed-memory-store.ts';
import { mirrorOutbox } from '../jobs/outbox.ts';
import type { LongTermAddress } from '../settings/long-term-settings.ts';
import type { Leases } from '../ports/leases.ts';
import type { MemoryStore } from '../ports/stores.ts';
import type { SearchIndex } from '../ports/search.ts';
import type { ErasureTarget } from '../ports/users.ts';
import type { Log, Telemetry } from '../ports/telemetry.ts';
import { withDriver } from './drivers.ts';

export interface MirroredStore {
  readonly store: MemoryStore;
  readonly index: SearchIndex;
  /** Extends the record's place with what the index holds. */
  target(record: ErasureTarget): ErasureTarget;
  /** Tells whether long-term memory answers, as far as it needs the index. */
  isThere(): boolean;
  close(): Promise<void>;
}

type Parts = Omit<IndexedOptions, 'index' | 'isSole'> & {
  readonly leases: Leases;
  readonly log: Log;
  readonly telemetry: Pick<Telemetry, 'outbox'>;
};

/** Identifies an index by one text: a store that was mirrored elsewhere is mirrored again from the start. */
export function mirrorName({ endpoint, index }: LongTermAddress): string {
  return `azure-search ${endpoint} ${index}`;
}

/** Rejects if the service refuses the key, but opens if the service is down. */
export async function openMirrored(
  address: LongTermAddress | undefined,
  { leases, log, telemetry, ...parts }: Parts,
): Promise<MirroredStore | undefined> {
  if (address === undefined) return undefined;
  const { isSole } = address;
  const { openAzureSearch } = await withDriver(
    'azureSearch',
    () => import('../backends/azure-ai-search/open-azure-search.ts'),
  );
  const { indexedMemoryStore } = await import('../backends/indexed/indexed-memory-store.ts');
  const { targetWithIndex } = await import('../backends/indexed/until-erased.ts');
  const index = await openAzureSearch(address, log);
  log.info(
    { longTerm: index.backend, sole: isSole },
    isSole
      ? 'Long-term memory is stored here and mirrored to the index'
      : 'Long-term memory is stored here and found in the index by all servers that use it; writes appear there after a delay',
  );
  const { outbox, clock } = parts;
  const mirroring = mirrorOutbox({ outbox, index, leases, clock, log, telemetry });
  const store = indexedMemoryStore({ ...parts, index, isSole });
  return {
    store,
    index,
    target: (record) => targetWithIndex(record, { store, index, outbox }),
    isThere: () => isSole || index.isThere(),
    async close() {
      await mirroring.stop();
      await index.close();
    },
  };
}
