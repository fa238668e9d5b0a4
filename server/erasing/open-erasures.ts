/** Every place that holds something of users, and what it takes to erase them from all. */
import type { Whose } from '../domain/accounts.ts';
import { masterKey } from '../keeping/master-key.ts';
import type { ColdStore } from '../ports/cold-storage.ts';
import type { ErasablePlace } from '../ports/users.ts';
import type { Clock } from '../ports/stores.ts';
import type { Log } from '../telemetry/ports.ts';
import { eraseLog } from './erase-log.ts';
import { erasures, type SeenErasures } from './erasures.ts';
import type { Fence } from './fence.ts';
import { receiptSigner } from './signing-key.ts';

export type ErasingOptions = {
  readonly dataDir: string;
  readonly masterKey: string | undefined;
  readonly cold: ColdStore;
  /** In this order: what a backup or an archive may be made of goes before it. */
  readonly places: readonly ErasablePlace[];
  readonly store: SeenErasures & { finish(): Promise<void> };
  readonly fence: Fence;
  readonly clock: Clock;
  readonly newUuid: () => string;
  readonly log: Log;
};

/** What was erased stays so: resolves once nothing of it is left in the store, which may be an older copy. */
export async function openErasures(options: ErasingOptions) {
  const { dataDir, cold, places, store, fence, clock, newUuid, log } = options;
  const opened = erasures({
    places,
    log: eraseLog(cold, () => masterKey(options.masterKey, dataDir)),
    signer: receiptSigner(dataDir),
    fence,
    clock,
    newUuid,
  });
  const count = await opened.replay(store);
  if (count > 0) log.info({ count }, 'Erased again: the store had users of the erase log');
  await store.finish();
  return opened;
}

/** The files of what is never to be sent to a model. */
export function placeOfFiles(
  name: string,
  files: { count(whose: Whose): Promise<number>; erase(whose: Whose): Promise<number> },
): ErasablePlace {
  const told = (count: number) => (count === 0 ? [] : [{ place: name, count }]);
  // They are of no type of memory.
  return {
    name,
    count: async (whose, types) => (types === undefined ? told(await files.count(whose)) : []),
    erase: async (whose, types) => (types === undefined ? told(await files.erase(whose)) : []),
  };
}
