import { createHash } from 'node:crypto';
import stringify from 'safe-stable-stringify';
import type { RequestId } from '../ports/stores.ts';

/**
 * The request id with a hash of the whole request, in which the order of JSON keys does not count; undefined without an id. `rpc` goes into
 * the hash: a call whose request has the fields of another call's names itself, since neither may be answered as a repeat of the other.
 */
export function requestIdOf(request: { readonly requestId: string }, rpc?: string): RequestId | undefined {
  if (request.requestId === '') return undefined;
  const bodyHash = createHash('sha256')
    .update(stringify(rpc === undefined ? request : [rpc, request]))
    .digest('base64url');
  return { id: request.requestId, bodyHash };
}
