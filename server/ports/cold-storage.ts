/** Cold storage: where archive and backups lie, whatever becomes of the machine that serves; and the like, apart from it, for users' keys. */
import type { CallContext } from './stores.ts';

/** An object as it lies there. */
export type ColdObject = {
  readonly name: string;
  /** The size of what was put. */
  readonly bytes: number;
};

export type ColdQuery = {
  /** Whole names begin with it; '' for all. */
  readonly prefix: string;
  /** Lists only names after this one, byte for byte. */
  readonly after?: string | undefined;
  readonly limit: number;
};

export type ColdPage = {
  readonly objects: readonly ColdObject[];
  /** The place at which the next page begins; absent at the end. */
  readonly next?: string | undefined;
};

/**
 * Keeps objects by name. Names are parts of `a-z 0-9 . _ -`, each beginning with a letter or digit, joined by `/`; at most 512
 * characters (domain/cold-name.ts). Never holds what is not sealed, so who reads it learns nothing but sizes.
 *
 * Every method rejects with BACKEND_UNAVAILABLE where the store is away, never with a driver's error, and soon once `call.signal`
 * aborts.
 */
export interface ColdStore {
  /** The name of the backend in spans and reports: `files`, `azure-blob`, …. */
  readonly backend: string;
  /**
   * Takes an object as it streams in. When it resolves the object is durable, and whole: until then, and for good where it rejects
   * or the process ends, readers see what was there before. Where `chunks` throws, so does it. With `ifAbsent` it resolves to
   * undefined, and changes nothing, where there is one of this name: of several at once, one is told that it was the first.
   */
  put(
    name: string,
    chunks: AsyncIterable<Uint8Array>,
    options: { readonly ifAbsent: boolean },
    call: CallContext,
  ): Promise<ColdObject | undefined>;
  /**
   * Streams the object as it was put; undefined if there is none. Compares it with the checksum that was stored with it: if they differ,
   * the iteration throws COLD_OBJECT_DAMAGED, at the latest at its end.
   */
  get(name: string, call: CallContext): Promise<AsyncIterable<Uint8Array> | undefined>;
  /** Lists objects in the order of their names, byte for byte. Each object that stays as it is, is listed once. */
  list(query: ColdQuery, call: CallContext): Promise<ColdPage>;
  /** Deletes the object for good. Returns false if there was none. */
  delete(name: string, call: CallContext): Promise<boolean>;
  /** Rejects where it cannot be written and read. */
  check(call: CallContext): Promise<void>;
}

/** A user of a tenant. */
export type KeyOwner = { readonly tenant: string; readonly userId: string };

/** A user's own key, 32 bytes. Another one, and another id, after it was destroyed. */
export type DataKey = { readonly id: string; readonly bytes: Uint8Array };

/**
 * The keys that what is kept of users is sealed with, wrapped by the server's master key. They lie apart from what they seal: who puts
 * back a copy of that puts back no key. A key that is destroyed takes everything with it that was sealed with it, wherever copies of
 * that lie. Rejects with MASTER_KEY_MISMATCH where the master key is another than the one that wrapped them.
 */
export interface UserKeys {
  /** Makes one where the user has none. USER_KEY_MISSING where something was sealed with one that is not here. */
  of(owner: KeyOwner, call: CallContext): Promise<DataKey>;
  /** Undefined where the user has none. */
  find(owner: KeyOwner, call: CallContext): Promise<DataKey | undefined>;
  /** The id of the user's key; undefined where the user has none. */
  idOf(owner: KeyOwner, call: CallContext): Promise<string | undefined>;
  /** Destroys the user's key for good. Returns false if the user had none. */
  destroy(owner: KeyOwner, call: CallContext): Promise<boolean>;
  /** Resolves once every key that earlier versions kept elsewhere is here. */
  ready(call: CallContext): Promise<void>;
}

/** Keeps data of users, sealed with their keys, under names of their own: `users/<digest of tenant and user>/…`. */
export interface EncryptedObjectStore {
  /** Compresses, seals and keeps; durable when it resolves. */
  put(owner: KeyOwner, name: string, chunks: AsyncIterable<Uint8Array>, call: CallContext): Promise<ColdObject>;
  /**
   * Streams what was put; undefined if there is none. The iteration throws COLD_OBJECT_DAMAGED if it is not what this user put under this
   * name with the user's present key, and USER_KEY_MISSING if the user has no key.
   */
  get(owner: KeyOwner, name: string, call: CallContext): Promise<AsyncIterable<Uint8Array> | undefined>;
  /** Names as `put` had them. */
  list(owner: KeyOwner, query: ColdQuery, call: CallContext): Promise<ColdPage>;
  delete(owner: KeyOwner, name: string, call: CallContext): Promise<boolean>;
  /**
   * Deletes from a user's partition (domain/cold-name.ts) everything whose name begins so, but not the key: what an older copy brought back. How
   * many objects there were.
   */
  purge(partition: string, prefixes: readonly string[], call: CallContext): Promise<number>;
  /** True if nobody has anything there. */
  isEmpty(call: CallContext): Promise<boolean>;
  /** Everything of the user, the key last of all. How many objects there were, and whether there was a key. */
  erase(owner: KeyOwner, call: CallContext): Promise<{ readonly objects: number; readonly hadKey: boolean }>;
}
