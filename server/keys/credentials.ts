/** Checks every credential that a server accepts: API keys, and tokens of an identity provider. */
import type { Caller } from '../domain/caller.ts';
import { RecordaError } from '../domain/errors.ts';
import type { Log } from '../ports/telemetry.ts';
import type { KeysPace } from './issuer-keys.ts';
import { credentialInvalid, keyRing, bearerOf, type KeyRing } from './key-ring.ts';
import { openMintKey, type MintKey, type MintKeyConfig } from './mint-key.ts';
import { MINTED_PREFIX } from './minted-prefix.ts';
import type { MintedTokens } from './minted-tokens.ts';
import type { TokenConfig } from './token-config.ts';

/** Where a credential comes from. */
export type Sender = {
  /** The address of the other end of the connection. */
  readonly address: string;
  /** The method that is called, like `recorda.v1.MemoryService/AddMemory`. */
  readonly method: string;
};

export interface Credentials {
  /**
   * Returns the holder of this `authorization` header; if there is none, the holder of a certificate with these names.
   * Returns CREDENTIAL_INVALID if there is no holder. `sender` is absent when a credential that was accepted before is checked again.
   */
  callerOf(
    authorization: string | undefined,
    nowMs: number,
    certificate?: () => readonly string[],
    sender?: Sender,
  ): Caller | RecordaError | Promise<Caller | RecordaError>;
  /** Returns the tenant of the API key with this id, even if it has expired; undefined if there is no such key. */
  tenantOf(keyId: string): string | undefined;
  close(): void;
}

export type CredentialsConfig = Partial<MintKeyConfig> & {
  readonly apiKeysFile: string | undefined;
  readonly tokens: TokenConfig | undefined;
};

/** Returns undefined if everybody may call. Rejects if the file of keys cannot be read. */
export async function openCredentials(
  { apiKeysFile, tokens, dataDir, mintKey }: CredentialsConfig,
  log: Log,
  pace?: KeysPace,
): Promise<Credentials | undefined> {
  if (apiKeysFile === undefined && tokens === undefined) return undefined;
  const ring = apiKeysFile === undefined ? undefined : openRing(apiKeysFile, log, dataDir, mintKey);
  if (tokens === undefined) return ring;
  const { tokenVerifier } = await import('./token-verifier.ts');
  const refusal = (): RecordaError => tokenInvalid(tokens.issuer, ring !== undefined);
  const verifier = tokenVerifier(tokens, log, refusal, pace);
  return {
    callerOf(authorization, nowMs, certificate) {
      const shown = bearerOf(authorization);
      const isOurs = shown === '' || shown.startsWith('rk_') || shown.startsWith(MINTED_PREFIX);
      if (!isOurs) return verifier.callerOf(shown, nowMs);
      const known = (caller: Caller | RecordaError | undefined): Caller | RecordaError =>
        caller === undefined || caller instanceof RecordaError ? refusal() : caller;
      const asked = ring?.callerOf(authorization, nowMs, certificate);
      return asked instanceof Promise ? asked.then(known) : known(asked);
    },
    tenantOf: (keyId) => ring?.tenantOf(keyId),
    close() {
      ring?.close();
      verifier.close();
    },
  };
}

/** Without a data folder there is no key that tokens could be signed with. */
function openRing(
  apiKeysFile: string,
  log: Log,
  dataDir: string | undefined,
  mintKey: string | undefined,
): Credentials {
  const ring = keyRing(apiKeysFile, log);
  return dataDir === undefined ? ring : withMinted(ring, openMintKey({ dataDir, mintKey }), log);
}

/** Also accepts the tokens that keys of the ring have minted. The code that reads them is loaded with the first one. */
function withMinted(ring: KeyRing, key: MintKey, log: Log): Credentials {
  let minted: MintedTokens | undefined;
  return {
    callerOf(authorization, nowMs, certificate) {
      const shown = bearerOf(authorization);
      if (!shown.startsWith(MINTED_PREFIX)) return ring.callerOf(authorization, nowMs, certificate);
      const known = (caller: Caller | undefined): Caller | RecordaError => caller ?? credentialInvalid();
      if (minted !== undefined) {
        const caller = minted.callerOf(shown, nowMs);
        return caller instanceof Promise ? caller.then(known) : known(caller);
      }
      return (async () => {
        const { mintedTokens } = await import('./minted-tokens.ts');
        minted ??= mintedTokens(key, ring, log);
        return known(await minted.callerOf(shown, nowMs));
      })();
    },
    tenantOf: (keyId) => ring.tenantOf(keyId),
    close: () => ring.close(),
  };
}

/** All refusals have the same message; the server's log has the reason, at debug. */
function tokenInvalid(issuer: string, withKeys: boolean): RecordaError {
  return new RecordaError(
    'CREDENTIAL_INVALID',
    `This server requires ${withKeys ? 'an API key or ' : ''}a token of ${issuer}, as the metadata \`authorization: Bearer …\`; it is missing or not valid (any more). Get a new one.`,
  );
}
