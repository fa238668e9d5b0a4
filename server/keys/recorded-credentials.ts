/** Puts credentials that are refused on record, and keys that are used from an address from which they were not used before. */
import { join } from 'node:path';
import type { Caller } from '../domain/caller.ts';
import { RecordaError } from '../domain/errors.ts';
import type { SecurityLog } from '../ports/security.ts';
import type { Log } from '../ports/telemetry.ts';
import { readKey } from './api-key.ts';
import { openCredentials, type Credentials, type CredentialsConfig, type Sender } from './credentials.ts';
import { bearerOf } from './key-ring.ts';
import { ADDRESSES_FILE, knownAddresses, type KnownAddresses } from './known-addresses.ts';
import { networkOf } from './network-of.ts';

type RecordedParts = { readonly security: SecurityLog; readonly addresses: KnownAddresses };

/** Returns undefined if everybody may call. Rejects if the file of keys cannot be read. */
export async function openRecordedCredentials(
  config: CredentialsConfig & { readonly dataDir: string },
  log: Log,
  security: SecurityLog,
): Promise<Credentials | undefined> {
  const credentials = await openCredentials(config, log);
  if (credentials === undefined) return undefined;
  const addresses = knownAddresses(join(config.dataDir, ADDRESSES_FILE), log);
  return recordedCredentials(credentials, { security, addresses });
}

/** Returns the same credentials. Uses without a `sender`, such as the checks of a stream in progress, are not recorded. */
function recordedCredentials(credentials: Credentials, { security, addresses }: RecordedParts): Credentials {
  function refused(authorization: string | undefined, certificate: () => readonly string[], sender: Sender): void {
    const { method } = sender;
    const isShown = authorization !== undefined || certificate().length > 0;
    const id = readKey(bearerOf(authorization))?.id ?? '';
    const kind = isShown ? 'CREDENTIAL' : 'NO_CREDENTIAL';
    const why = networkOf(sender.address);
    security.record({ kind, tenant: credentials.tenantOf(id) ?? '', credential: id, method, userId: '', why });
  }

  function used({ tenant, keyId, tokenId }: Caller, { method, address }: Sender): void {
    // Tokens belong to people, who move about.
    if (keyId === '' || tokenId !== undefined || keyId.startsWith('tk_')) return;
    const why = networkOf(address);
    if (addresses.isNew(keyId, why))
      security.record({ kind: 'NEW_ADDRESS', tenant, credential: keyId, method, userId: '', why });
  }

  return {
    ...credentials,
    callerOf(authorization, nowMs, certificate = () => [], sender) {
      const asked = credentials.callerOf(authorization, nowMs, certificate, sender);
      if (sender === undefined) return asked;
      const noted = (caller: Caller | RecordaError): Caller | RecordaError => {
        if (!(caller instanceof RecordaError)) used(caller, sender);
        else if (caller.reason === 'CREDENTIAL_INVALID') refused(authorization, certificate, sender);
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
