/** CountTokens. */
import { modelCount, tokenModel } from '../../domain/context/tokens.ts';
import type { CountTokensRequest, CountTokensResponse } from '../../../proto/gen/recorda/v1/context.ts';
import type { ServiceCall } from '../call.ts';
import type { ContextDependencies } from './dependencies.ts';

export function countTokens({ tokens }: ContextDependencies) {
  return async function ({ texts, model }: CountTokensRequest, call: ServiceCall): Promise<CountTokensResponse> {
    const { encoding, factor } = tokenModel(model);
    await tokens.load(encoding);
    const counter = modelCount(model, tokens.count);
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
