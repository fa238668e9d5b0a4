/**
 * Repeated requests. Only what was applied is remembered: a request that was refused changed nothing, so its repeat is tried
 * again and may succeed once there is room.
 */
import { REQUEST_ID_TTL_MS } from '../../policy/lifecycle.ts';
import { fieldErrors } from '../errors.ts';
import type { Outcome, RequestId } from '../intents.ts';
import { decided, refused } from './outcome.ts';

/** What the store remembers of an applied request: ids belong to a tenant and user. */
export type PriorRequest = { readonly bodyHash: string; readonly atMs: number };

/** Whether this is the repeat of a request that was applied, to be answered as that was. */
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
