import { createHash } from 'node:crypto';
import stringify from 'safe-stable-stringify';
import type { RequestId } from '../ports/stores.ts';

/**
 * Returns the request id with a hash of the whole request, in which the order of JSON keys does not count; undefined without an id. `rpc`
 * is hashed too: a call whose request has the same fields as another call's names itself, so that neither is answered as a repeat of the
 * other.
 */
export function requestIdOf(request: { readonly requestId: string }, rpc?: string): RequestId | undefined {
  if (request.requestId === '') return undefined;
  const bodyHash = createHash('sha256')
    .update(stringify(rpc === undefined ? request : [rpc, request]))
    .digest('base64url');
  return { id: request.requestId, bodyHash };
}
