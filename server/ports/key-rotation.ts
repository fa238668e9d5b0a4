/** Replaces the master key while the server serves. */
import type { CallContext } from './stores.ts';

/** The objects that master keys seal, by place. */
export const SEALED_PLACES = ['USER_KEYS', 'STANDBY_KEYS', 'BACKUPS', 'ERASE_LOG', 'STANDBY_SEGMENTS'] as const;
export type SealedPlaceName = (typeof SEALED_PLACES)[number];

/** The use for which an older master key is still needed. */
export type KeyNeed = {
  /** The id of the key; '' if the object does not name it and this server cannot open the object. */
  readonly keyId: string;
  readonly place: SealedPlaceName;
  readonly count: number;
  /** The time in milliseconds since 1970 at which the last of them expires; undefined if they stay. */
  readonly untilMs?: number | undefined;
};

export type RotationProgress = {
  /** The id of the current key. */
  readonly keyId: string;
  /** Whether this run made it. */
  readonly isNewKey: boolean;
  /** The older keys that there are, newest first. */
  readonly olderKeyIds: readonly string[];
  readonly total: number;
  readonly done: number;
  /** The number of objects among those that were sealed anew with the current key; in a dry run, of those that would be. */
  readonly renewed: number;
  /** On the last step: what the older keys are still needed for. */
  readonly needs: readonly KeyNeed[];
  readonly isDone: boolean;
};

export type Retirement = {
  /** Whether the key was retired, or in a dry run could be: nothing needs it. */
  readonly isPossible: boolean;
  readonly needs: readonly KeyNeed[];
};

export interface KeyRotation {
  /**
   * Seals everything that can be sealed anew with the current key. Makes a new key first, unless an earlier run was interrupted, which it
   * completes. One run goes at a time. Without `force`, changes nothing. Rejects with MASTER_KEY_REFUSED if only the operator can add a
   * key.
   */
  rotate(order: { readonly force: boolean }, call: CallContext): AsyncIterable<RotationProgress>;
  /** Removes an older key if nothing needs it. Rejects with MASTER_KEY_REFUSED if there is no such key or only the operator can remove it. */
  retire(order: { readonly keyId: string; readonly force: boolean }, call: CallContext): Promise<Retirement>;
}
