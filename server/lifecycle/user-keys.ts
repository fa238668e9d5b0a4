/** Keys of users, wrapped by a master key, as small objects of a storage apart from the backups': `keys/<place of the user>`. */
import { orAbort } from '../domain/abort.ts';
import { coldPartition } from '../domain/cold-name.ts';
import { coldObjectDamaged } from '../domain/errors.ts';
import type { ColdStore, KeyOwner, DataKey, UserKeys } from '../ports/cold-storage.ts';
import type { MasterKeys } from '../ports/master-keys.ts';
import type { CallContext } from '../ports/stores.ts';
import { bytesOf, streamOf } from './chunks.ts';
import { currentKey, isHere } from './master-keys/candidates.ts';
import type { Sealing } from './master-keys/rotation.ts';
import { keyCache } from './key-cache.ts';
import { newDataKey, unwrapKey, wrapKey, wrappedBy, type WrappedKey } from './wrapped-key.ts';

const PURPOSE = 'recorda user key';

/** The folder of keys in their storage, and in cold storage, where an earlier version put them. */
export const KEY_FOLDER = 'keys/';

export type UserKeysOptions = {
  /** Is called before a key is read or made: settles once keys that were stored elsewhere are here. It is called again if it rejects. */
  readonly ready?: (() => Promise<void>) | undefined;
  /** Rejects if the user must have a key that is not here. */
  readonly beforeMaking?: ((owner: KeyOwner, call: CallContext) => Promise<void>) | undefined;
  /** How long a key is cached, in milliseconds; 0 caches none. */
  readonly cachedMs?: number | undefined;
};

/** `masters` is asked when the first key is needed. */
export function userKeys(
  storage: ColdStore,
  masters: MasterKeys,
  { ready = async () => undefined, beforeMaking = async () => undefined, cachedMs }: UserKeysOptions = {},
): UserKeys {
  let isReady: Promise<void> | undefined;
  const becomeReady = ({ signal }: CallContext): Promise<void> => {
    isReady ??= ready().catch((error: unknown) => {
      isReady = undefined;
      throw error;
    });
    return orAbort(isReady, signal);
  };
  const held = keyCache<DataKey>(cachedMs);

  async function read(owner: KeyOwner, call: CallContext): Promise<DataKey | undefined> {
    const name = nameOf(owner);
    const chunks = await storage.get(name, call);
    if (chunks === undefined) return undefined;
    const key = await unwrapKey(parsed(name, await bytesOf(chunks)), contextOf(owner), masters);
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
      const wrapped = await wrapKey(made, contextOf(owner), await currentKey(masters));
      const text = Buffer.from(JSON.stringify(wrapped));
      const put = await storage.put(nameOf(owner), streamOf(text), { ifAbsent: true }, call);
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
 * Returns the id of the key that is stored there for a user, by the user's place; undefined also if it is damaged. Needs no master key.
 */
export async function keyIdAt(storage: ColdStore, partition: string, call: CallContext): Promise<string | undefined> {
  const chunks = await storage.get(KEY_FOLDER + partition, call);
  return chunks === undefined ? undefined : readWrapped(await bytesOf(chunks))?.id;
}

/**
 * Tells how the key at a user's place is wrapped; undefined if there is none, or if it is damaged. Only with its owner can it be wrapped
 * anew.
 */
export async function sealingOfUserKey(
  storage: ColdStore,
  partition: string,
  owner: KeyOwner | undefined,
  masters: MasterKeys,
  call: CallContext,
): Promise<(Sealing & { readonly keyId: string }) | undefined> {
  const name = KEY_FOLDER + partition;
  const chunks = await storage.get(name, call);
  if (chunks === undefined) return undefined;
  const wrapped = readWrapped(await bytesOf(chunks));
  if (wrapped === undefined) return undefined;
  const { id: keyId, by } = wrapped;
  if (owner === undefined) return { keyId, by: by ?? '' };
  const context = contextOf(owner);
  const known = await wrappedBy(wrapped, context, masters);
  if (known === undefined) return undefined;
  if (!(await isHere(masters, known))) return { keyId, by: known };
  return {
    keyId,
    by: known,
    async renew() {
      const anew = await wrapKey(await unwrapKey(wrapped, context, masters), context, await currentKey(masters));
      await storage.put(name, streamOf(Buffer.from(JSON.stringify(anew))), { ifAbsent: false }, call);
    },
  };
}

/** Binds a key to this user: one that was moved to another does not open. */
function contextOf({ tenant, userId }: KeyOwner): readonly string[] {
  return [PURPOSE, tenant, userId];
}

function parsed(name: string, bytes: Uint8Array): WrappedKey {
  const wrapped = readWrapped(bytes);
  if (wrapped === undefined) throw coldObjectDamaged(name);
  return wrapped;
}

/** Returns undefined if the bytes are damaged. */
function readWrapped(bytes: Uint8Array): WrappedKey | undefined {
  try {
    const { id, by, nonce, key } = JSON.parse(Buffer.from(bytes).toString()) as Partial<WrappedKey>;
    const isWhole = [by ?? '', nonce ?? '', id, key].every((text) => typeof text === 'string');
    if (isWhole) return { id, by, nonce, key } as WrappedKey;
  } catch {
    // It is no JSON.
  }
  return undefined;
}
