/** Every credential that a server takes: API keys, and tokens of an identity provider. */
import type { Caller } from '../domain/caller.ts';
import { RecordaError } from '../domain/errors.ts';
import type { Log } from '../ports/telemetry.ts';
import type { KeysPace } from './issuer-keys.ts';
import { keyRing } from './key-ring.ts';
import type { TokenConfig } from './token-config.ts';

export interface Credentials {
  /**
   * Whoever shows this, as the `authorization` header has it; where there is none, whoever has a certificate of these names.
   * CREDENTIAL_INVALID where nobody does.
   */
  callerOf(
    authorization: string | undefined,
    nowMs: number,
    certificate?: () => readonly string[],
  ): Caller | RecordaError | Promise<Caller | RecordaError>;
  close(): void;
}

export type CredentialsConfig = {
  readonly apiKeysFile: string | undefined;
  readonly tokens: TokenConfig | undefined;
};

/** Undefined where everybody may call. Rejects where the file of keys cannot be read. */
export async function openCredentials(
  { apiKeysFile, tokens }: CredentialsConfig,
  log: Log,
  pace?: KeysPace,
): Promise<Credentials | undefined> {
  if (apiKeysFile === undefined && tokens === undefined) return undefined;
  const ring = apiKeysFile === undefined ? undefined : keyRing(apiKeysFile, log);
  if (tokens === undefined) return ring;
  const { tokenVerifier } = await import('./token-verifier.ts');
  const refusal = (): RecordaError => tokenInvalid(tokens.issuer, ring !== undefined);
  const verifier = tokenVerifier(tokens, log, refusal, pace);
  return {
    callerOf(authorization, nowMs, certificate) {
      const [, shown = ''] = /^Bearer (.+)$/i.exec(authorization ?? '') ?? [];
      if (shown !== '' && !shown.startsWith('rk_')) return verifier.callerOf(shown, nowMs);
      const caller = ring?.callerOf(authorization, nowMs, certificate);
      return caller === undefined || caller instanceof RecordaError ? refusal() : caller;
    },
    close() {
      ring?.close();
      verifier.close();
    },
  };
}

/** One message for all: why a credential does not hold is in the server's log, at debug. */
function tokenInvalid(issuer: string, withKeys: boolean): RecordaError {
  return new RecordaError(
    'CREDENTIAL_INVALID',
    `This server takes ${withKeys ? 'an API key or ' : ''}a token of ${issuer}, as the metadata \`authorization: Bearer …\`; none came, or it does not hold (any more). Get a new one.`,
  );
}
