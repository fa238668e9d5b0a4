/** Repeats of requests that Redis remembers. */
import { decideRepeat, type PriorRequest } from '../../domain/decide/repeat.ts';
import type { Outcome, RequestId } from '../../domain/intents.ts';
import { openAnswer, sealAnswer, storedRequest } from '../sealed-answer.ts';

/** As decideRepeat. An earlier version stored the body's hash itself. */
export function isRepeat(
  prior: PriorRequest | undefined,
  requestId: RequestId | undefined,
  nowMs: number,
): Outcome<boolean> {
  const isOfEarlierVersion = requestId !== undefined && prior?.bodyHash === requestId.bodyHash;
  const stored = requestId === undefined || isOfEarlierVersion ? requestId : storedRequest(requestId);
  return decideRepeat(prior, stored, nowMs);
}

/** A content that a repeat does not bring, readable to the same request alone, as base64. It outlives the memory. */
export function sealContent(requestId: RequestId, content: string): string {
  return sealAnswer(requestId, content).toString('base64');
}

export function openContent(requestId: RequestId, sealed: string): string {
  return openAnswer(requestId, Buffer.from(sealed, 'base64'));
}
