/**
 * Verifies the access tokens (JWT, RFC 7519) of an identity provider, as RFC 8725 (best current practices) and RFC 9068 (access tokens)
 * ask: algorithms from a list of asymmetric ones, issuer, audience and times always, a type that is no other kind of token's.
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
  /** CREDENTIAL_INVALID where it is not a token that holds, BACKEND_UNAVAILABLE where that cannot be told now. */
  callerOf(token: string, nowMs: number): Caller | RecordaError | Promise<Caller | RecordaError>;
  close(): void;
};

/** Three parts in base64url: not encrypted, not JSON. */
const COMPACT = /^[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+$/;
/** `typ` of access tokens, lower case, without `application/`; other kinds, such as logout tokens, are none (RFC 8725, 3.11). */
const TYPES = ['jwt', 'at+jwt'];

/** `refusal` is what all callers are told whose token does not hold. */
export function tokenVerifier(
  config: TokenConfig,
  log: Log,
  refusal: () => RecordaError,
  pace?: KeysPace,
): TokenVerifier {
  const { issuer, keysUrl, clockSkewSeconds } = config;
  /** By a hash of the token, so that no token lies in memory for long. */
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
      // Bound to a key of its holder (RFC 7800), which nothing here asks for: whoever stole it could use it.
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
      if (token.length > TOKENS.bytes || !COMPACT.test(token)) return refused('it is too long, or no signed token');
      const hash = createHash('sha256').update(token).digest('base64');
      const known = verified.get(hash);
      if (known === undefined || !keys.areHeld()) return verify(token, hash, nowMs);
      return nowMs < known.untilMs ? known.caller : refused('it has expired');
    },
    close: () => keys.close(),
  };
}

/** A token that names no key is not known to be of a new one: where no key is its own, they are fetched before it is refused. */
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
