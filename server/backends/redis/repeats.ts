/** Repeats of requests that Redis remembers. */
import { orThrow } from '../../domain/decide/outcome.ts';
import { decideRepeat, type PriorRequest } from '../../domain/decide/repeat.ts';
import type { RequestId } from '../../domain/intents.ts';
import { REDIS } from '../../policy/backends.ts';
import { REQUEST_ID_TTL_MS } from '../../policy/lifecycle.ts';
import { openAnswer, sealAnswer, storedRequest } from '../sealed-answer.ts';

/** What Redis remembers of the request that was asked about, if anything. */
export type Prior = (PriorRequest & { readonly outcome: unknown }) | undefined;

/** To be remembered: what a repeat is answered with; content is sealed. */
export type NewRequest = { readonly requestId: RequestId; readonly outcome: object };

/** How long Redis remembers a request. */
export const REQUEST_KEPT_MS = REQUEST_ID_TTL_MS + REDIS.expirySlackMs;

/** The first outcome, where this is a repeat. Throws REQUEST_ID_REUSED. */
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

/** As Redis keeps it; '' for nothing. */
export function spelledRequest(request: NewRequest | undefined, nowMs: number): string {
  if (request === undefined) return '';
  const { requestId, outcome } = request;
  return JSON.stringify({ bodyHash: storedRequest(requestId).bodyHash, atMs: nowMs, outcome });
}

/** A content that a repeat does not bring, readable to the same request alone, as base64. It outlives the memory. */
export function sealContent(requestId: RequestId, content: string): string {
  return sealAnswer(requestId, content).toString('base64');
}

export function openContent(requestId: RequestId, sealed: string): string {
  return openAnswer(requestId, Buffer.from(sealed, 'base64'));
}
