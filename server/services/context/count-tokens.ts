/** CountTokens. */
import { modelCount, tokenModel } from '../../domain/context/tokens.ts';
import type { CountTokensRequest, CountTokensResponse } from '../../../proto/gen/recorda/v1/context.ts';
import type { ServiceCall } from '../call.ts';
import type { ContextDependencies } from './dependencies.ts';

export function countTokens({ texts: reader }: ContextDependencies) {
  return async function ({ texts, model }: CountTokensRequest, call: ServiceCall): Promise<CountTokensResponse> {
    const { encoding, factor } = tokenModel(model);
    const counted = await reader.count(texts, encoding, call);
    const known = new Map(texts.map((text, at) => [text, counted[at]!]));
    const counter = modelCount(model, (text) => known.get(text)!);
    const tokenCounts = texts.map(counter.count);
    return {
      tokenCounts,
      countKind: `COUNT_KIND_${counter.kind()}` as const,
      encoding,
      factor,
      latencyMs: call.elapsedMs(),
    };
  };
}
