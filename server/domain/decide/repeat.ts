/**
 * Decides on repeated requests. Only applied requests are remembered: a refused request changed nothing, so its repeat is tried again
 * and may succeed once there is room.
 */
import { REQUEST_ID_TTL_MS } from '../../policy/lifecycle.ts';
import { fieldErrors } from '../errors.ts';
import type { Outcome, RequestId } from '../intents.ts';
import { decided, refused } from './outcome.ts';

/** The store's record of an applied request: ids are unique within a tenant and user. */
export type PriorRequest = { readonly bodyHash: string; readonly atMs: number };

/** Tells whether this repeats a request that was applied, and must get the same answer. */
export function decideRepeat(
  prior: PriorRequest | undefined,
  requestId: RequestId | undefined,
  nowMs: number,
): Outcome<boolean> {
  if (requestId === undefined || prior === undefined || prior.atMs + REQUEST_ID_TTL_MS <= nowMs) return decided(false);
  if (prior.bodyHash === requestId.bodyHash) return decided(true);
  const description =
    'was used with another body. Take a new id for each request, and the same only to repeat one unchanged.';
  return refused(fieldErrors([{ field: 'request_id', description }], 'REQUEST_ID_REUSED'));
}
