/**
 * Puts credentials that are refused on record, and keys that are used from an address from which they were not used before; and locks
 * out keys that are refused too often.
 */
import { join } from 'node:path';
import type { Caller } from '../domain/caller.ts';
import { RecordaError } from '../domain/errors.ts';
import type { SecurityEventKind, SecurityLog } from '../ports/security.ts';
import type { Log } from '../ports/telemetry.ts';
import { readKey } from './api-key.ts';
import { openCredentials, type Credentials, type CredentialsConfig } from './credentials.ts';
import { bearerOf } from './key-ring.ts';
import { ADDRESSES_FILE, knownAddresses, type KnownAddresses } from './known-addresses.ts';
import { lockedOut, lockOuts, type LockOutConfig, type LockOuts } from './lock-outs.ts';
import { networkOf } from './network-of.ts';

type RecordedParts = { readonly security: SecurityLog; readonly addresses: KnownAddresses; readonly locks: LockOuts };

/** Returns undefined if everybody may call. Rejects if the file of keys cannot be read. */
export async function openRecordedCredentials(
  config: CredentialsConfig & { readonly dataDir: string; readonly lockOut: LockOutConfig },
  log: Log,
  security: SecurityLog,
): Promise<Credentials | undefined> {
  const credentials = await openCredentials(config, log);
  if (credentials === undefined) return undefined;
  const addresses = knownAddresses(join(config.dataDir, ADDRESSES_FILE), log);
  return recordedCredentials(credentials, { security, addresses, locks: lockOuts(config.lockOut) });
}

/**
 * Returns the same credentials, apart from lock-outs. Uses without a `sender`, such as the checks of a stream in progress, are not
 * recorded.
 */
function recordedCredentials(credentials: Credentials, { security, addresses, locks }: RecordedParts): Credentials {
  const record = (kind: SecurityEventKind, tenant: string, credential: string, { method, network }: From): void =>
    security.record({ kind, tenant, credential, method, userId: '', why: network });

  function refused(shown: Shown, certificate: () => readonly string[], from: From): RecordaError | undefined {
    const { authorization, keyId, leftMs } = shown;
    const isShown = authorization !== undefined || certificate().length > 0;
    const kind = leftMs > 0 ? 'LOCK_OUT' : isShown ? 'CREDENTIAL' : 'NO_CREDENTIAL';
    record(kind, credentials.tenantOf(keyId) ?? '', keyId, from);
    if (leftMs > 0) return lockedOut(leftMs);
    if (keyId !== '') locks.failed(keyId, from.network);
    return undefined;
  }

  function used({ tenant, keyId, tokenId }: Caller, from: From): void {
    // Tokens belong to people, who move about.
    if (keyId === '' || tokenId !== undefined || keyId.startsWith('tk_')) return;
    locks.succeeded(keyId, from.network);
    if (addresses.isNew(keyId, from.network)) record('NEW_ADDRESS', tenant, keyId, from);
  }

  return {
    ...credentials,
    callerOf(authorization, nowMs, certificate = () => [], sender) {
      if (sender === undefined) return credentials.callerOf(authorization, nowMs, certificate);
      const from = { method: sender.method, network: networkOf(sender.address) };
      const keyId = readKey(bearerOf(authorization))?.id ?? '';
      const leftMs = keyId === '' ? 0 : locks.leftMs(keyId, from.network);
      const shown = { authorization, keyId, leftMs };
      // Where the key was used before, such as behind a proxy that its holder shares with others, the right secret goes on holding.
      if (leftMs > 0 && !addresses.isKnown(keyId, from.network)) return refused(shown, certificate, from)!;
      const asked = credentials.callerOf(authorization, nowMs, certificate);
      const noted = (caller: Caller | RecordaError): Caller | RecordaError => {
        if (!(caller instanceof RecordaError)) used(caller, from);
        else if (caller.reason === 'CREDENTIAL_INVALID') return refused(shown, certificate, from) ?? caller;
        return caller;
      };
      return asked instanceof Promise ? asked.then(noted) : noted(asked);
    },
    close() {
      credentials.close();
      addresses.close();
    },
  };
}

/** Where a call comes from. */
type From = { readonly method: string; readonly network: string };

/** The credentials that a call shows: the id of an API key, or '', and for how long that key is locked out. */
type Shown = { readonly authorization: string | undefined; readonly keyId: string; readonly leftMs: number };
