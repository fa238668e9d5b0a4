/**
 * Locks out who shows wrong secrets of a key: for a while, that key is refused from that address, whatever secret comes. From all other
 * addresses it goes on holding, so that nobody can lock out its holder.
 */
import { LRUCache } from 'lru-cache';
import { RecordaError } from '../domain/errors.ts';
import { LOCK_OUTS } from '../policy/serving.ts';

export type LockOutConfig = {
  /** The number of refused attempts after which a key is locked out; 0: none are. */
  readonly failures: number;
  /** How long it stays locked out, and how long after the last failure earlier ones are forgotten. */
  readonly forMs: number;
};

export interface LockOuts {
  /** Returns how many milliseconds the key is still locked out from this address; 0 if it is not. */
  leftMs(keyId: string, address: string): number;
  /** Counts a refused attempt. */
  failed(keyId: string, address: string): void;
  /** Forgets the failures of a key that was accepted. */
  succeeded(keyId: string, address: string): void;
}

type Failures = { count: number; atMs: number };

/** Remembers a bounded number of keys and addresses, whether or not the keys exist: the least recently refused are forgotten. */
export function lockOuts({ failures, forMs }: LockOutConfig, now: () => number = () => performance.now()): LockOuts {
  const refused = new LRUCache<string, Failures>({ max: LOCK_OUTS.remembered });
  const nameOf = (keyId: string, address: string): string => `${keyId} ${address}`;

  function failuresOf(name: string): Failures | undefined {
    const found = refused.get(name);
    if (found === undefined || now() - found.atMs < forMs) return found;
    refused.delete(name);
    return undefined;
  }

  return {
    leftMs(keyId, address) {
      // Nothing is remembered as long as nobody fails, which is nearly always.
      if (refused.size === 0) return 0;
      const found = failuresOf(nameOf(keyId, address));
      return found === undefined || found.count < failures ? 0 : Math.ceil(found.atMs + forMs - now());
    },
    failed(keyId, address) {
      if (failures === 0) return;
      const name = nameOf(keyId, address);
      const found = failuresOf(name);
      // Attempts while it is locked out do not prolong that.
      if (found === undefined) refused.set(name, { count: 1, atMs: now() });
      else if (found.count < failures) Object.assign(found, { count: found.count + 1, atMs: now() });
    },
    succeeded(keyId, address) {
      if (refused.size > 0) refused.delete(nameOf(keyId, address));
    },
  };
}

/** The message does not tell whether there is such a key. */
export function lockedOut(retryAfterMs: number): RecordaError {
  return new RecordaError(
    'RATE_LIMITED',
    'This key was refused too often from this address, so it is locked out there for the time in RetryInfo, whatever its secret. Get the right key; the operator of the server can change RECORDA_LOCK_OUT_FAILURES.',
    { retryAfterMs },
  );
}
