/**
 * Cold storage: where archive and backups are stored, independent of the machine that serves; and similar storage, apart from it, for
 * users' keys.
 */
import type { CallContext } from './stores.ts';

/** An object in cold storage. */
export type ColdObject = {
  readonly name: string;
  /** The size of the content. */
  readonly bytes: number;
};

export type ColdQuery = {
  /** The prefix of the names; '' for all names. */
  readonly prefix: string;
  /** Lists only names after this one, byte for byte. */
  readonly after?: string | undefined;
  readonly limit: number;
};

export type ColdPage = {
  readonly objects: readonly ColdObject[];
  /** The cursor of the next page; absent at the end. */
  readonly next?: string | undefined;
};

/**
 * Stores objects by name. Names are parts of `a-z 0-9 . _ -`, each beginning with a letter or digit, joined by `/`; at most 512 characters
 * (domain/cold-name.ts). Everything in it is sealed, so that its readers learn
 * nothing but sizes, except for the anchors of the audit log, which only state hashes.
 *
 * Every method rejects with BACKEND_UNAVAILABLE if the store is unavailable, never with a driver's error, and soon once `call.signal`
 * aborts.
 */
export interface ColdStore {
  /** The name of the backend in spans and reports: `files`, `azure-blob`, …. */
  readonly backend: string;
  /**
   * Stores an object as it streams in. When it resolves, the object is durable and complete; until then, and also if it rejects or the
   * process ends, readers see what was there before. If `chunks` throws, it rejects with that error. With `ifAbsent` it resolves to
   * undefined and changes nothing if the name exists: of several concurrent calls, one learns that it was the first.
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
  /** Rejects if the store cannot be written and read. */
  check(call: CallContext): Promise<void>;
}

/** A user of a tenant. */
export type KeyOwner = { readonly tenant: string; readonly userId: string };

/** A user's own key, 32 bytes. After it was destroyed, the user gets another key with another id. */
export type DataKey = { readonly id: string; readonly bytes: Uint8Array };

/**
 * The keys of users, with which their stored data is sealed, wrapped by the server's master key. They are stored apart from what they seal:
 * restoring a copy of the data restores no key. Destroying a key makes everything that was sealed with it unreadable, wherever copies of it
 * are. Rejects with MASTER_KEY_MISMATCH if the master key is not the one that wrapped them.
 */
export interface UserKeys {
  /** Returns the user's key, and creates one if the user has none. USER_KEY_MISSING if something was sealed with a key that is not here. */
  of(owner: KeyOwner, call: CallContext): Promise<DataKey>;
  /** Returns the user's key; undefined if the user has none. */
  find(owner: KeyOwner, call: CallContext): Promise<DataKey | undefined>;
  /** Returns the id of the user's key; undefined if the user has none. */
  idOf(owner: KeyOwner, call: CallContext): Promise<string | undefined>;
  /** Destroys the user's key for good. Returns false if the user had none. */
  destroy(owner: KeyOwner, call: CallContext): Promise<boolean>;
  /** Resolves once every key that earlier versions kept elsewhere has been moved here. */
  ready(call: CallContext): Promise<void>;
}

/**
 * Keys of users for their rows in a database that several servers share. Each has a name of its own, so that a user who was erased and comes
 * back has another key at another place, whichever server makes it. `place` is the user's partition (domain/cold-name.ts). Rejects as
 * UserKeys does.
 */
export interface RowKeys {
  /** Makes a key, which is durable when the promise resolves. */
  make(place: string): Promise<DataKey>;
  /** USER_KEY_MISSING if there is no such key, and no trace of one that was destroyed. */
  find(place: string, id: string): Promise<DataKey | 'DESTROYED'>;
  /** Destroys a key for good, and leaves a trace of it: what it sealed is known to be erased, and not to lack its key. */
  destroy(place: string, id: string): Promise<void>;
  /** Yields the keys that are there, without those that were destroyed. */
  all(): AsyncIterable<{ readonly place: string; readonly id: string }>;
  /** Returns those of these keys that are not there, and of which there is no trace either. */
  missingOf<K extends { readonly place: string; readonly id: string }>(some: readonly K[]): Promise<readonly K[]>;
  /** Tells whether their storage has nothing at all, as a folder has that is not mounted. */
  isEmpty(): Promise<boolean>;
}

/** Keeps data of users, sealed with their keys, under names of their own: `users/<digest of tenant and user>/…`. */
export interface EncryptedObjectStore {
  /** Compresses, seals and stores an object; durable when it resolves. */
  put(owner: KeyOwner, name: string, chunks: AsyncIterable<Uint8Array>, call: CallContext): Promise<ColdObject>;
  /**
   * Streams what was put; undefined if there is none. The iteration throws COLD_OBJECT_DAMAGED if it is not what this user put under this
   * name with the user's present key, and USER_KEY_MISSING if the user has no key.
   */
  get(owner: KeyOwner, name: string, call: CallContext): Promise<AsyncIterable<Uint8Array> | undefined>;
  /** Lists objects, with their names as given to `put`. */
  list(owner: KeyOwner, query: ColdQuery, call: CallContext): Promise<ColdPage>;
  delete(owner: KeyOwner, name: string, call: CallContext): Promise<boolean>;
  /**
   * Deletes all objects of a user's partition (domain/cold-name.ts) with these prefixes, which an older copy brought back, but not the key;
   * returns how many there were.
   */
  purge(partition: string, prefixes: readonly string[], call: CallContext): Promise<number>;
  /** True if nobody has anything there. */
  isEmpty(call: CallContext): Promise<boolean>;
  /** Erases all objects of the user, and the key last; returns how many objects there were, and whether there was a key. */
  erase(owner: KeyOwner, call: CallContext): Promise<{ readonly objects: number; readonly hadKey: boolean }>;
}
