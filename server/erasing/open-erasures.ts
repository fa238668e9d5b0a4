/** Every place that holds something of users, and what it takes to erase them from all. */
import type { Whose } from '../domain/accounts.ts';
import { RecordaError } from '../domain/errors.ts';
import { masterKey } from '../keeping/master-key.ts';
import { ERASING } from '../policy/erasing.ts';
import type { ColdStore } from '../ports/cold-storage.ts';
import type { ErasablePlace, Erasures } from '../ports/users.ts';
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

/**
 * What was erased stays so: resolves once nothing of it is left in the store, which may be an older copy. Where cold storage, or a place
 * that is to be emptied, does not answer, a server starts all the same and does it as soon as that is back.
 */
export async function openErasures(options: ErasingOptions): Promise<Erasures & { close(): void }> {
  const { dataDir, cold, places, store, fence, clock, newUuid, log } = options;
  const written = eraseLog(cold, () => masterKey(options.masterKey, dataDir));
  const { replay, ...port } = erasures({
    places,
    store,
    log: written,
    signer: receiptSigner(dataDir),
    fence,
    clock,
    newUuid,
  });
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;
  const again = async (): Promise<void> => {
    await written.ask();
    const count = await replay();
    if (count > 0) log.info({ count }, 'Erased again: erasures that a crash cut short, or that the store had not seen');
    await store.finish();
  };
  let told = '';
  /** Said once for each reason: it is asked every few seconds. */
  const tell = ({ message }: Error): void => {
    if (message === told) return;
    told = message;
    log.error(
      { error: message },
      'Nobody knows whether all that was erased is gone: this server may show what an older copy of its store had, until what is away answers. It is asked again and again',
    );
  };
  const later = (): void => {
    if (isClosed) return;
    const retry = (error: Error): void => {
      tell(error);
      later();
    };
    timer = setTimeout(() => void again().catch(retry), ERASING.replayAgainMs).unref();
  };
  try {
    await again();
  } catch (error) {
    if (!isAway(error)) throw error;
    tell(error);
    later();
  }
  return {
    ...port,
    close() {
      isClosed = true;
      clearTimeout(timer);
    },
  };
}

function isAway(error: unknown): error is RecordaError {
  return error instanceof RecordaError && ['BACKEND_UNAVAILABLE', 'DEADLINE_EXCEEDED'].includes(error.reason);
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
