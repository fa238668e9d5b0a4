/** Recognises repeats of requests that Redis remembers. */
import { orThrow } from '../../domain/decide/outcome.ts';
import { decideRepeat, type PriorRequest } from '../../domain/decide/repeat.ts';
import type { RequestId } from '../../domain/intents.ts';
import { REDIS } from '../../policy/backends.ts';
import { REQUEST_ID_TTL_MS } from '../../policy/lifecycle.ts';
import { openAnswer, sealAnswer, storedRequest } from '../sealed-answer.ts';

/** The remembered state of a request, if any. */
export type Prior = (PriorRequest & { readonly outcome: unknown }) | undefined;

/** A request to be remembered, with the answer to a repeat; content is sealed. */
export type NewRequest = { readonly requestId: RequestId; readonly outcome: object };

/** The time for which Redis remembers a request, in milliseconds. */
export const REQUEST_KEPT_MS = REQUEST_ID_TTL_MS + REDIS.expirySlackMs;

/** Returns the first outcome if this is a repeat. Throws REQUEST_ID_REUSED. */
export function repeated<T>(
  { requestId, nowMs }: { readonly requestId?: RequestId | undefined; readonly nowMs: number },
  prior: Prior,
): T | undefined {
  // An earlier version stored the body's hash itself.
  const isOfEarlierVersion = requestId !== undefined && prior?.bodyHash === requestId.bodyHash;
  const stored = requestId === undefined || isOfEarlierVersion ? requestId : storedRequest(requestId);
  return orThrow(decideRepeat(prior, stored, nowMs)) ? (prior?.outcome as T) : undefined;
}

export function readPrior(text: string | null): Prior {
  return text === null ? undefined : (JSON.parse(text) as Prior);
}

/** Returns the request's text in Redis; '' for none. */
export function spelledRequest(request: NewRequest | undefined, nowMs: number): string {
  if (request === undefined) return '';
  const { requestId, outcome } = request;
  return JSON.stringify({ bodyHash: storedRequest(requestId).bodyHash, atMs: nowMs, outcome });
}

/** Seals, as base64, content that a repeat does not bring, so that only the same request can open it. It outlives the memory. */
export function sealContent(requestId: RequestId, content: string): string {
  return sealAnswer(requestId, content).toString('base64');
}

export function openContent(requestId: RequestId, sealed: string): string {
  return openAnswer(requestId, Buffer.from(sealed, 'base64'));
}
