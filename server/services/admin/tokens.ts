/** The call MintToken. */
import type { MintTokenRequest, MintTokenResponse } from '../../../proto/gen/recorda/v1/tokens.ts';
import { isNoWider, type Access, type Caller } from '../../domain/caller.ts';
import { RecordaError } from '../../domain/errors.ts';
import { MINTING } from '../../policy/serving.ts';
import type { TokenMint } from '../../ports/token-mint.ts';
import type { ServiceCall } from '../call.ts';

export function tokenCalls(mint: TokenMint) {
  /** Permissions have already ensured that a key calls, and that the request names what that key is limited to. */
  async function mintToken(request: MintTokenRequest, call: ServiceCall): Promise<MintTokenResponse> {
    const { caller, tenant, nowMs } = call;
    const access = accessOf(request, caller);
    const { text, id, expireMs } = await mint({
      tenant,
      key: caller.keyId,
      userId: request.userId,
      ...(request.agentId !== '' && { agent: request.agentId }),
      ...(request.sessionId !== '' && { session: request.sessionId }),
      ...(request.namespace !== '' && { namespace: request.namespace }),
      ...(access !== undefined && { access }),
      nowMs,
      ttlSeconds: request.ttlSeconds === 0 ? MINTING.ttlSeconds : request.ttlSeconds,
    });
    const expireTime = new Date(Math.min(expireMs, caller.expireMs ?? Infinity));
    return { token: text, tokenId: id, expireTime, latencyMs: call.elapsedMs() };
  }

  return { mintToken };
}

const ACCESS_OF: Readonly<Record<string, Access | undefined>> = {
  CALLER_ACCESS_READ: 'read',
  CALLER_ACCESS_WRITE: 'write',
};

function accessOf({ access }: MintTokenRequest, caller: Caller): Access | undefined {
  const asked = access === 'CALLER_ACCESS_UNSPECIFIED' ? caller.access : ACCESS_OF[access];
  const wanted: Caller = { ...caller, access: asked };
  if (isNoWider(wanted, caller)) return asked;
  throw new RecordaError(
    'NOT_PERMITTED',
    `Key ${caller.keyId} may only ${caller.access}, and its tokens may do no more. Ask the operator of the server for a key that may do both.`,
  );
}
