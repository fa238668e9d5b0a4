/**
 * Tokens that this server mints for the holder of a key: `rt_` and a JWT (RFC 7519) that is signed with the server's own key. A token is
 * valid until it expires, as long as the key that minted it is valid and may do as much, and until it is revoked.
 */
import { createHash, randomBytes } from 'node:crypto';
import { jwtVerify, SignJWT } from 'jose';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { ACCESSES, isNoWider, type Caller } from '../domain/caller.ts';
import { MINTING, TOKENS } from '../policy/serving.ts';
import type { Log } from '../ports/telemetry.ts';
import type { Minted, MintOrder } from '../ports/token-mint.ts';
import type { KeyRing } from './key-ring.ts';
import type { MintKey } from './mint-key.ts';
import { MINTED_PREFIX } from './minted-prefix.ts';

/** All these tokens have this, and no others do (RFC 8725, 3.11), so that tokens of different kinds are never taken for one another. */
const KIND = { issuer: 'recorda', audience: 'recorda', typ: 'recorda+jwt' } as const;
const ALGORITHM = 'HS256';

const claims = z.object({
  sub: z.string(),
  jti: z.string(),
  iat: z.number(),
  exp: z.number(),
  tenant: z.string(),
  /** The id of the key that minted it. */
  key: z.string(),
  agent: z.string().optional(),
  session: z.string().optional(),
  namespace: z.string().optional(),
  access: z.enum(ACCESSES).optional(),
});
type Claims = z.output<typeof claims>;

/** Mints a token, which is not kept. */
export async function mint(key: MintKey, { userId, nowMs, ttlSeconds, ...said }: MintOrder): Promise<Minted> {
  const id = randomBytes(MINTING.idBytes).toString('hex');
  const seconds = Math.floor(nowMs / 1000);
  const token = await new SignJWT(said)
    .setProtectedHeader({ alg: ALGORITHM, typ: KIND.typ })
    .setIssuer(KIND.issuer)
    .setAudience(KIND.audience)
    .setSubject(userId)
    .setJti(id)
    .setIssuedAt(seconds)
    .setExpirationTime(seconds + ttlSeconds)
    .sign(await key.make());
  return { text: MINTED_PREFIX + token, id, expireMs: (seconds + ttlSeconds) * 1000 };
}

export type MintedTokens = {
  /** Returns undefined if the token belongs to nobody, or is no longer valid. */
  callerOf(text: string, nowMs: number): Caller | undefined | Promise<Caller | undefined>;
};

export function mintedTokens(key: MintKey, ring: KeyRing, log: Log): MintedTokens {
  /** The claims of tokens whose signature was verified, by a hash, so that no token lies in memory for long. */
  const signed = new LRUCache<string, Claims>({ max: TOKENS.verified });

  async function verify(text: string, hash: string, nowMs: number): Promise<Caller | undefined> {
    const secret = await key.read().catch((err: unknown) => {
      log.error({ err }, 'the key that tokens are signed with cannot be read; no such token is valid');
      return undefined;
    });
    if (secret === undefined) return undefined;
    try {
      const { payload } = await jwtVerify(text.slice(MINTED_PREFIX.length), secret, {
        ...KIND,
        algorithms: [ALGORITHM],
        currentDate: new Date(nowMs),
      });
      const said = claims.parse(payload);
      signed.set(hash, said);
      return holder(said, ring, nowMs);
    } catch (error) {
      log.debug({ why: (error as Error).message }, 'a token was refused');
      return undefined;
    }
  }

  return {
    callerOf(text, nowMs) {
      if (text.length > TOKENS.bytes) return undefined;
      const hash = createHash('sha256').update(text).digest('base64');
      const known = signed.get(hash);
      return known === undefined ? verify(text, hash, nowMs) : holder(known, ring, nowMs);
    },
  };
}

/** Returns the holder of a token. This is done at each call, since the key may have been revoked or restricted since. */
function holder(said: Claims, ring: KeyRing, nowMs: number): Caller | undefined {
  const { sub, jti, iat, exp, tenant, agent, session, namespace, access } = said;
  const minter = ring.keyOf(said.key, nowMs);
  if (minter === undefined || minter.tenant !== tenant || nowMs >= exp * 1000) return undefined;
  if (ring.isRevoked({ tokenId: jti, tenant, userId: sub, mintedMs: iat * 1000 })) return undefined;
  const caller: Caller = {
    tenant,
    keyId: minter.keyId,
    keyName: minter.keyName,
    tokenId: jti,
    expireMs: Math.min(exp * 1000, minter.expireMs ?? Infinity),
    role: 'agent',
    userIds: [sub],
    ...(agent !== undefined && { agentIds: [agent] }),
    ...(namespace !== undefined && { namespaces: [namespace] }),
    ...(session !== undefined && { sessionIds: [session] }),
    ...(access !== undefined && { access }),
    // The limits of the key apply to the key and its tokens together.
    ...(minter.allowance && { allowance: minter.allowance }),
  };
  return isNoWider(caller, minter) ? caller : undefined;
}
