/** LookupResponse and StoreResponse. */
import {
  callKey,
  keptMs,
  marked,
  questionKey,
  type Refusal,
  type ResponseKey,
} from '../../domain/context/responses.ts';
import type {
  LookupResponseRequest,
  LookupResponseResponse,
  ResponseKey as KeyMessage,
  StoreResponseRequest,
  StoreResponseResponse,
} from '../../../proto/gen/recorda/v1/context.ts';
import type { ServiceCall } from '../call.ts';
import { toScope } from '../scope.ts';
import type { ContextDependencies } from './dependencies.ts';

export function cacheResponses({ responses, embed, embedderName }: ContextDependencies) {
  const vectorOf = ({ kind, question }: ResponseKey): Float32Array | undefined =>
    kind === 'FACT' ? embed(question) : undefined;

  async function lookupResponse(request: LookupResponseRequest, call: ServiceCall): Promise<LookupResponseResponse> {
    const key = toKey(request.key!);
    const { locale } = request.key!;
    const scope = toScope(call.tenant, request.scope);
    const asked = { scope, key, locale, vector: vectorOf(key), embedderName, nowMs: call.nowMs };
    // This also covers answers that may not be stored: what is found under such a key asks for the same, and was stored because
    // it lasts.
    const found = await responses.find(asked, call);
    return {
      match: found === undefined ? 'RESPONSE_MATCH_UNSPECIFIED' : `RESPONSE_MATCH_${found.match}`,
      answer: found?.answer ?? '',
      shown: found === undefined ? '' : found.match === 'EXACT' ? found.answer : marked(found.answer, key.question),
      storedQuestion: found?.question ?? '',
      similarity: found?.similarity ?? 0,
      storeTime: found && new Date(found.storedMs),
      rule: key.rule,
      latencyMs: call.elapsedMs(),
    };
  }

  async function storeResponse(request: StoreResponseRequest, call: ServiceCall): Promise<StoreResponseResponse> {
    const key = toKey(request.key!);
    const { kind } = key;
    const refused = (rule: string, refusal: Refusal): StoreResponseResponse => ({
      isStored: false,
      rule,
      refusal: `RESPONSE_REFUSAL_${refusal}`,
      expireTime: undefined,
      latencyMs: call.elapsedMs(),
    });
    if (kind === undefined) return refused(key.rule, key.refusal);
    const isCall = request.key!.asked!.$case === 'toolCall';
    if (key.isCallersWord && !request.isIdempotent) return refused(isCall ? 'not-idempotent' : key.rule, key.refusal);
    const { nowMs } = call;
    const expireMs = nowMs + keptMs(kind);
    const { answer, factIds } = request;
    const { locale } = request.key!;
    const scope = toScope(call.tenant, request.scope);
    const stored = { scope, key: { ...key, kind }, locale, answer, vector: vectorOf(key), factIds, nowMs, expireMs };
    if (!(await responses.store(stored, call))) return refused('cache-away', 'CACHE_AWAY');
    return {
      isStored: true,
      rule: key.rule,
      refusal: 'RESPONSE_REFUSAL_UNSPECIFIED',
      expireTime: new Date(expireMs),
      latencyMs: call.elapsedMs(),
    };
  }

  return { lookupResponse, storeResponse };
}

function toKey({ asked }: KeyMessage): ResponseKey {
  if (asked!.$case === 'question') return questionKey(asked!.value);
  const { name, argumentsJson } = asked!.value;
  return callKey({ name, argumentsJson: argumentsJson === '' ? '{}' : argumentsJson });
}
