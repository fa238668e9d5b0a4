import { createHash } from 'node:crypto';
import stringify from 'safe-stable-stringify';
import type { RequestId } from '../ports/stores.ts';

/** The request id with a hash of the whole request, in which the order of JSON keys does not count; undefined without an id. */
export function requestIdOf(request: { readonly requestId: string }): RequestId | undefined {
  if (request.requestId === '') return undefined;
  const bodyHash = createHash('sha256').update(stringify(request)).digest('base64url');
  return { id: request.requestId, bodyHash };
}
