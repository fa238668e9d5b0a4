/** Opens cold storage, the keys of users apart from it, and the erase logs in both. */
import { stopSignal } from '../domain/abort.ts';
import type { UserKey } from '../domain/accounts.ts';
import { coldPartition } from '../domain/cold-name.ts';
import { fieldError, userKeyMissing } from '../domain/errors.ts';
import { eraseLogPlace, type EraseLogPlaceParts } from '../erasing/erase-log-place.ts';
import { eraseLog, erasureEntries } from '../erasing/erase-log.ts';
import { erasureJournal, type EraseAgain, type ErasureJournal, type JournalStore } from '../erasing/erasure-journal.ts';
import { fateOfKeys } from '../erasing/fate-of-keys.ts';
import type { SealedPlace } from '../lifecycle/master-keys/rotation.ts';
import { userKeyPlace } from '../lifecycle/master-keys/sealed-places.ts';
import { moveKeys } from '../lifecycle/move-keys.ts';
import type { Mutex } from '../lifecycle/mutex.ts';
import { KEY_FOLDER, keyIdAt, userKeys } from '../lifecycle/user-keys.ts';
import { folderAt, USERS_FOLDER } from '../lifecycle/encrypted-object-store.ts';
import type { ColdStore, KeyOwner, UserKeys } from '../ports/cold-storage.ts';
import type { KeyService } from '../ports/master-keys.ts';
import type { CallContext } from '../ports/stores.ts';
import { addressesFault, type ColdConfig } from '../settings/storage-settings.ts';
import type { Log } from '../ports/telemetry.ts';
import { openCold, openKeyStorage } from './open-cold.ts';
import { openKeyService } from './open-key-service.ts';

export type ColdAndKeysParts = {
  readonly dataDir: string;
  readonly store: JournalStore & EraseLogPlaceParts['store'] & { everybody(): AsyncIterable<UserKey> };
  readonly log: Log;
};

export type OpenedColdAndKeys = {
  readonly cold: ColdStore;
  readonly keys: UserKeys;
  /** The storage of these keys, and of those of a standby. */
  readonly keyStorage: ColdStore;
  readonly masters: KeyService;
  /** The logs of cold storage and of the keys, in this order. */
  readonly journal: ErasureJournal;
  /** Destroys keys that an older copy of their storage brought back. */
  readonly destroyKeysAgain: EraseAgain;
  /** The places that a rotation of the master key walks through here. Erasures of users' keys take these turns. */
  readonly sealedPlaces: (turns: Mutex) => readonly SealedPlace[];
};

/**
 * If cold storage is down, that is logged and everything else opens. Rejects if keys would lie in cold storage.
 */
export async function openColdAndKeys(
  options: Partial<ColdConfig>,
  { dataDir, store, log }: ColdAndKeysParts,
): Promise<OpenedColdAndKeys> {
  const fault = addressesFault(dataDir, options.cold, options.userKeys);
  if (fault !== undefined) throw fieldError('userKeys', `${fault}.`);
  const cold = await openCold(options.cold, dataDir);
  if (options.cold !== undefined) {
    cold
      .check({ signal: stopSignal() })
      .catch((error: Error) => log.error({ error: error.message }, 'cold storage is unavailable'));
  }
  const masters = await openKeyService({ ...options, dataDir }, log);
  const storage = await openKeyStorage(options.userKeys, dataDir);
  // The earlier places of keys: beside the backups, and the default if another place is named now.
  const before = [cold, ...(options.userKeys === undefined ? [] : [await openKeyStorage(undefined, dataDir)])];
  const logs = [cold, storage].map(eraseLog);
  const entries = erasureEntries(masters);
  const journal = erasureJournal({ logs, store, entries });

  async function ready(): Promise<void> {
    const call = { signal: stopSignal() };
    for (const from of before) {
      if (await hasNone(from, KEY_FOLDER, call)) continue;
      const fateOf = await fateOfKeys(journal, store);
      const { left, ...moves } = await moveKeys({ from, to: storage, fateOf }, call);
      log.info({ ...moves }, 'Keys of users were moved to the place in RECORDA_USER_KEYS, away from the backups');
      if (left > 0) {
        log.warn(
          { left },
          'Unused keys of users were found: each is damaged, or its user was erased or has another key. Delete them once you are sure that they are not needed',
        );
      }
    }
    if (!(await hasNone(cold, USERS_FOLDER, call)) && (await hasNone(storage, KEY_FOLDER, call))) {
      log.error(
        {},
        'Archive and backups contain data that was encrypted with keys that are missing here: set RECORDA_USER_KEYS to their place, or put them back',
      );
    }
  }

  /** Throws if there are objects of the user, which another key sealed: with a new key, the data of one user would be under two. */
  async function beforeMaking(owner: KeyOwner, call: CallContext): Promise<void> {
    const partition = coldPartition(owner);
    if (await hasNone(cold, folderAt(partition), call)) return;
    // An older copy brought it back, and nobody can open it.
    if ((await journal.since())(partition, -Infinity) === 'ALL') return;
    throw userKeyMissing();
  }

  return {
    cold,
    keys: userKeys(storage, masters, { ready, beforeMaking, cachedMs: options.keysCachedMs }),
    keyStorage: storage,
    masters,
    journal,
    async destroyKeysAgain(erasures) {
      const call = { signal: stopSignal() };
      for (const { place, keyId } of erasures) {
        if (keyId === undefined || (await keyIdAt(storage, place, call)) !== keyId) continue;
        await storage.delete(KEY_FOLDER + place, call);
      }
    },
    sealedPlaces: (turns) => [
      userKeyPlace({
        storage,
        masters,
        turns,
        everybody: () => store.everybody(),
        destroyedKeyIds: async () => new Set((await journal.fresh()).flatMap(({ keyId }) => keyId ?? [])),
      }),
      eraseLogPlace({ logs, store, entries }),
    ],
  };
}

async function hasNone(storage: ColdStore, prefix: string, call: CallContext): Promise<boolean> {
  return (await storage.list({ prefix, limit: 1 }, call)).objects.length === 0;
}
