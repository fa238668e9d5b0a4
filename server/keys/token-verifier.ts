/**
 * Verifies the access tokens (JWT, RFC 7519) of an identity provider, as RFC 8725 (best current practices) and RFC 9068 (access tokens)
 * require: an asymmetric algorithm of a list, issuer, audience and times always, and no type of another kind of token.
 */
import { createHash } from 'node:crypto';
import { decodeProtectedHeader, errors, jwtVerify, type JWTVerifyOptions, type JWTVerifyResult } from 'jose';
import { LRUCache } from 'lru-cache';
import type { Caller } from '../domain/caller.ts';
import { RecordaError } from '../domain/errors.ts';
import { TOKENS } from '../policy/serving.ts';
import type { Log } from '../ports/telemetry.ts';
import { issuerKeys, type IssuerKeys, type KeysPace } from './issuer-keys.ts';
import { callerOfClaims } from './token-claims.ts';
import type { TokenConfig } from './token-config.ts';

export type TokenVerifier = {
  /** Returns CREDENTIAL_INVALID if the token is not valid, and BACKEND_UNAVAILABLE if that cannot be decided now. */
  callerOf(token: string, nowMs: number): Caller | RecordaError | Promise<Caller | RecordaError>;
  close(): void;
};

/** Three parts in base64url: neither encrypted nor JSON. */
const COMPACT = /^[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+$/;
/**
 * The `typ` of access tokens, in lower case, without `application/`; other kinds, such as logout tokens, are refused (RFC 8725, 3.11).
 */
const TYPES = ['jwt', 'at+jwt'];

/** `refusal` is the error for every caller whose token is not valid. */
export function tokenVerifier(
  config: TokenConfig,
  log: Log,
  refusal: () => RecordaError,
  pace?: KeysPace,
): TokenVerifier {
  const { issuer, keysUrl, clockSkewSeconds } = config;
  /** Verified tokens by their hashes, so that no token lies in memory for long. */
  const verified = new LRUCache<string, { readonly caller: Caller; readonly untilMs: number }>({
    max: TOKENS.verified,
  });
  const keys = issuerKeys({ issuer, keysUrl, log, onChange: () => verified.clear(), pace });

  function refused(why: string): RecordaError {
    log.debug({ why }, 'a token was refused');
    return refusal();
  }

  async function verify(token: string, hash: string, nowMs: number): Promise<Caller | RecordaError> {
    try {
      const options: JWTVerifyOptions = {
        issuer,
        audience: [...config.audiences],
        algorithms: [...config.algorithms],
        clockTolerance: clockSkewSeconds,
        requiredClaims: ['exp', 'sub', 'aud', 'iss'],
        currentDate: new Date(nowMs),
      };
      const { payload, protectedHeader } = await withKeys(token, keys, options);
      const type = protectedHeader.typ?.toLowerCase().replace(/^application\//, '') ?? 'jwt';
      if (!TYPES.includes(type)) return refused('its type is not that of an access token');
      // The token is bound to a key of its holder (RFC 7800), which is never checked here: whoever stole it could use it.
      if (payload['cnf'] !== undefined) return refused('it is bound to a key of its holder');
      const caller = callerOfClaims(payload, config);
      if (typeof caller === 'string') return refused(caller);
      verified.set(hash, { caller, untilMs: caller.expireMs! + clockSkewSeconds * 1000 });
      return caller;
    } catch (error) {
      if (error instanceof RecordaError) return error;
      return refused((error as Error).message);
    }
  }

  return {
    callerOf(token, nowMs) {
      if (token.length > TOKENS.bytes || !COMPACT.test(token))
        return refused('it is too long, or is not a signed token');
      const hash = createHash('sha256').update(token).digest('base64');
      const known = verified.get(hash);
      if (known === undefined || !keys.areHeld()) return verify(token, hash, nowMs);
      return nowMs < known.untilMs ? known.caller : refused('it has expired');
    },
    close: () => keys.close(),
  };
}

/** A token that names no key may have been signed with a new one: if none of the keys fits, they are fetched before it is refused. */
async function withKeys(token: string, keys: IssuerKeys, options: JWTVerifyOptions): Promise<JWTVerifyResult> {
  try {
    return await withEachKey(token, keys, options);
  } catch (error) {
    const isOfNoKey = error instanceof errors.JWSSignatureVerificationFailed;
    if (!isOfNoKey || decodeProtectedHeader(token).kid !== undefined) throw error;
    await keys.fetchAnew();
    return withEachKey(token, keys, options);
  }
}

async function withEachKey(token: string, keys: IssuerKeys, options: JWTVerifyOptions): Promise<JWTVerifyResult> {
  try {
    return await jwtVerify(token, keys.keyOf, options);
  } catch (error) {
    if (!(error instanceof errors.JWKSMultipleMatchingKeys)) throw error;
    let tried = 0;
    for await (const key of error) {
      tried += 1;
      if (tried > TOKENS.keysTried) break;
      try {
        return await jwtVerify(token, key, options);
      } catch (inner) {
        if (!(inner instanceof errors.JWSSignatureVerificationFailed)) throw inner;
      }
    }
    throw new errors.JWSSignatureVerificationFailed();
  }
}
