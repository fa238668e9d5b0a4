/** The keys of users and the lists of backups, as places that a rotation walks through. */
import { coldPartition } from '../../domain/cold-name.ts';
import type { UserKey } from '../../domain/accounts.ts';
import type { ColdStore } from '../../ports/cold-storage.ts';
import type { MasterKeys } from '../../ports/master-keys.ts';
import type { Manifests } from '../manifests.ts';
import type { Mutex } from '../mutex.ts';
import { namesIn } from '../names-in.ts';
import { KEY_FOLDER, keyIdAt, sealingOfUserKey } from '../user-keys.ts';
import type { SealedPlace } from './rotation.ts';

export type UserKeyPlaceParts = {
  readonly storage: ColdStore;
  readonly masters: MasterKeys;
  /** Yields the users of this server. A key of another user can only be unwrapped by the server that has the user. */
  readonly everybody: () => AsyncIterable<UserKey>;
  /** Reads the logs, and returns the ids of keys that erasures destroyed. */
  readonly destroyedKeyIds: () => Promise<ReadonlySet<string>>;
  readonly turns: Mutex;
};

/**
 * An erasure in this process takes turns with the rotation. One on another server, which shares the keys, may destroy a key between its
 * reading and its writing here: that is in the erase logs by then, and the key is destroyed again.
 */
export function userKeyPlace({ storage, masters, everybody, destroyedKeyIds, turns }: UserKeyPlaceParts): SealedPlace {
  let owners = new Map<string, UserKey>();
  let destroyed: ReadonlySet<string> = new Set();
  /** Partitions whose keys were written by this run, or are those that an erasure destroyed. */
  let doubtful: string[] = [];
  const readOwners = async (): Promise<void> => {
    const found = new Map<string, UserKey>();
    for await (const owner of everybody()) found.set(coldPartition(owner), owner);
    owners = found;
  };
  return {
    name: 'USER_KEYS',
    turns,
    readOwners,

    async *list(call) {
      await readOwners();
      destroyed = await destroyedKeyIds();
      yield* namesIn(storage, KEY_FOLDER, call);
    },

    async look(partition, call) {
      const sealing = await sealingOfUserKey(storage, partition, owners.get(partition), masters, call);
      if (sealing === undefined) return undefined;
      const { keyId, by, renew } = sealing;
      if (destroyed.has(keyId)) {
        doubtful.push(partition);
        return undefined;
      }
      if (renew === undefined) return { by };
      return {
        by,
        async renew() {
          doubtful.push(partition);
          await renew();
        },
      };
    },

    async settle(call) {
      const partitions = doubtful;
      doubtful = [];
      if (partitions.length === 0) return;
      destroyed = await destroyedKeyIds();
      for (const partition of partitions) {
        const id = await keyIdAt(storage, partition, call);
        if (id !== undefined && destroyed.has(id)) await storage.delete(KEY_FOLDER + partition, call);
      }
    },
  };
}

export function backupPlace(manifests: Manifests, turns: Mutex): SealedPlace {
  return {
    name: 'BACKUPS',
    turns,
    async *list(call) {
      yield* await manifests.ids(call);
    },
    async look(id, call) {
      const by = await manifests.sealedBy(id, call);
      return by === undefined
        ? undefined
        : { by, renew: async () => manifests.write(await manifests.read(id, call), call) };
    },
  };
}
