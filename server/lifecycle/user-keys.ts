/** Keys of users, wrapped by the master key, as small objects of a storage apart from the backups': `keys/<place of the user>`. */
import { LRUCache } from 'lru-cache';
import { orAbort } from '../domain/abort.ts';
import { coldPartition } from '../domain/cold-name.ts';
import { coldObjectDamaged, RecordaError } from '../domain/errors.ts';
import { COLD } from '../policy/lifecycle.ts';
import type { ColdStore, KeyOwner, DataKey, UserKeys } from '../ports/cold-storage.ts';
import type { CallContext } from '../ports/stores.ts';
import { bytesOf, streamOf } from './chunks.ts';
import { newDataKey, unwrapKey, wrapKey, type WrappedKey } from './wrapped-key.ts';

const PURPOSE = 'recorda user key';

/** Is a folder of the storage of keys, and of cold storage, where an earlier version put keys. */
export const KEY_FOLDER = 'keys/';

export type UserKeysOptions = {
  /** Is called before a key is read or made: settles once keys that lay elsewhere are here. It is called again if it rejects. */
  readonly ready?: (() => Promise<void>) | undefined;
  /** Rejects if the user must have a key that is not here. */
  readonly beforeMaking?: ((owner: KeyOwner, call: CallContext) => Promise<void>) | undefined;
};

/** `master` is called when the first key is needed. */
export function userKeys(
  storage: ColdStore,
  master: () => Promise<Uint8Array>,
  { ready = async () => undefined, beforeMaking = async () => undefined }: UserKeysOptions = {},
): UserKeys {
  let isReady: Promise<void> | undefined;
  const becomeReady = ({ signal }: CallContext): Promise<void> => {
    isReady ??= ready().catch((error: unknown) => {
      isReady = undefined;
      throw error;
    });
    return orAbort(isReady, signal);
  };
  const held = new LRUCache<string, DataKey>({ max: COLD.keysAtHand, ttl: COLD.keysAtHandMs });
  let masterBytes: Promise<Uint8Array> | undefined;
  const masterKey = (): Promise<Uint8Array> =>
    (masterBytes ??= master().catch((error: unknown) => {
      masterBytes = undefined;
      throw error;
    }));

  async function read(owner: KeyOwner, call: CallContext): Promise<DataKey | undefined> {
    const name = nameOf(owner);
    const chunks = await storage.get(name, call);
    if (chunks === undefined) return undefined;
    const key = unwrapKey(parsed(name, await bytesOf(chunks)), contextOf(owner), await masterKey());
    held.set(name, key);
    return key;
  }

  return {
    async of(owner, call) {
      await becomeReady(call);
      const known = held.get(nameOf(owner)) ?? (await read(owner, call));
      if (known !== undefined) return known;
      await beforeMaking(owner, call);
      const made = newDataKey();
      const wrapped = Buffer.from(JSON.stringify(wrapKey(made, contextOf(owner), await masterKey())));
      const put = await storage.put(nameOf(owner), streamOf(wrapped), { ifAbsent: true }, call);
      if (put !== undefined) {
        held.set(nameOf(owner), made);
        return made;
      }
      // Another server wrote its key first, and that one stays.
      const theirs = await read(owner, call);
      if (theirs === undefined) throw coldObjectDamaged(nameOf(owner));
      return theirs;
    },

    async find(owner, call) {
      await becomeReady(call);
      return held.get(nameOf(owner)) ?? (await read(owner, call));
    },

    async idOf(owner, call) {
      await becomeReady(call);
      return keyIdAt(storage, coldPartition(owner), call);
    },

    async destroy(owner, call) {
      await becomeReady(call);
      held.delete(nameOf(owner));
      return storage.delete(nameOf(owner), call);
    },

    ready: becomeReady,
  };
}

function nameOf(owner: KeyOwner): string {
  return KEY_FOLDER + coldPartition(owner);
}

/**
 * Returns the id of the key that lies there for a user, by the user's place; undefined also if it is damaged. Needs no master key.
 */
export async function keyIdAt(storage: ColdStore, partition: string, call: CallContext): Promise<string | undefined> {
  const chunks = await storage.get(KEY_FOLDER + partition, call);
  if (chunks === undefined) return undefined;
  try {
    return parsed(KEY_FOLDER + partition, await bytesOf(chunks)).id;
  } catch (error) {
    if (error instanceof RecordaError && error.reason === 'COLD_OBJECT_DAMAGED') return undefined;
    throw error;
  }
}

/** Binds a key to this user: one that was moved to another does not open. */
function contextOf({ tenant, userId }: KeyOwner): readonly string[] {
  return [PURPOSE, tenant, userId];
}

function parsed(name: string, bytes: Uint8Array): WrappedKey {
  try {
    const { id, nonce, key } = JSON.parse(Buffer.from(bytes).toString()) as Partial<WrappedKey>;
    if (typeof id === 'string' && typeof nonce === 'string' && typeof key === 'string') return { id, nonce, key };
  } catch {
    // The next line reports it.
  }
  throw coldObjectDamaged(name);
}
