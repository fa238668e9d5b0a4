/** Master keys, which wrap the keys of users: where they are kept, and what they can do. */

/** Another key as a master key has wrapped it. Only the key service that wrapped it can unwrap it. */
export type Wrapping = { readonly nonce?: string | undefined; readonly key: string };

/** The other purposes for which a master key seals. Each has a key of its own, which is derived from the master key. */
export type KeyPurpose = 'BACKUP_MANIFEST' | 'ERASE_LOG' | 'EXPORT_IDS' | 'STANDBY_HEAD';

/** One version of the master key. Its methods reject with BACKEND_UNAVAILABLE if its service does not answer. */
export interface MasterKey {
  /** Names the key beside what it wrapped, and says nothing about its bytes. At most 200 characters. */
  readonly id: string;
  /** Wraps a key of 32 bytes. `context` is not stored: the same bytes must be given to unwrap it. */
  wrap(key: Uint8Array, context: Uint8Array): Promise<Wrapping>;
  /** Returns undefined if another master key wrapped it, or this one with another context, or if it was changed. */
  unwrap(wrapping: Wrapping, context: Uint8Array): Promise<Uint8Array | undefined>;
  /** Returns 32 bytes, always the same for a purpose. */
  derive(purpose: KeyPurpose): Promise<Uint8Array>;
}

/** The master keys that there are. Several servers may use the same: a key that one of them adds becomes known to the others by a fresh listing. */
export interface MasterKeys {
  /**
   * Lists all keys that can still open something; the first is the current one, which seals everything new. The list may be some time
   * old unless it must be `isFresh`.
   */
  list(isFresh: boolean): Promise<MasterKeyRing>;
}

/** A place that keeps master keys. server/lifecycle/master-keys/README.md says how to add one. */
export interface KeyService extends MasterKeys {
  /** Makes a new current key, which is durable when the promise resolves. Rejects with MASTER_KEY_REFUSED if only the operator can. */
  add(): Promise<void>;
  /** Removes an older key for good. Rejects with MASTER_KEY_REFUSED if only the operator can. */
  remove(id: string): Promise<void>;
}

export type MasterKeyRing = readonly [MasterKey, ...MasterKey[]];
