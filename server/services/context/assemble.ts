/** AssembleContext. */
import { createHash } from 'node:crypto';
import { assemblePrompt, stablePrefix } from '../../domain/context/assemble.ts';
import type { Materials } from '../../domain/context/materials.ts';
import { render } from '../../domain/context/render/render.ts';
import { compileSystem } from '../../domain/context/system-prompt.ts';
import { cachedFrom, modelCount, tokenModel } from '../../domain/context/tokens.ts';
import { contextTooLarge, systemPromptNotFound } from '../../domain/errors.ts';
import { PROMPT, RECALL } from '../../policy/context.ts';
import type { AssembleContextRequest, AssembleContextResponse } from '../../../proto/gen/recorda/v1/context.ts';
import type { ServiceCall } from '../call.ts';
import { toScope } from '../scope.ts';
import type { ContextDependencies } from './dependencies.ts';
import { fromBlock, fromOmission, toExtra, toFormat, toToolResult } from './translate.ts';

export function assembleContext({ store, tokens }: ContextDependencies) {
  return async function (request: AssembleContextRequest, call: ServiceCall): Promise<AssembleContextResponse> {
    const { model, newTurn, systemPromptVersion } = request;
    const limit = request.maxTokens ?? PROMPT.tokens;
    const recallLimit = request.maxRecallTokens ?? PROMPT.recall;
    const scope = toScope(call.tenant, request.scope);
    const [view] = await Promise.all([
      store.read(
        {
          scope,
          text: newTurn,
          recalled: turnsToFind(recallLimit),
          systemVersion: systemPromptVersion,
          nowMs: call.nowMs,
        },
        call,
      ),
      tokens.load(tokenModel(model).encoding),
    ]);
    const { system } = view;
    if (system === undefined && systemPromptVersion !== '') {
      throw systemPromptNotFound(scope.agentId, systemPromptVersion);
    }
    const materials: Materials = {
      system: system === undefined ? '' : compileSystem(system),
      systemVersion: system?.version ?? '',
      segments: view.segments,
      window: view.window,
      extras: request.extras.map(toExtra),
      facts: [],
      recalled: view.recalled,
      lastError: '',
      newTurn,
      toolResults: request.toolResults.map(toToolResult),
      omitted: [],
      degradations: [],
    };
    const counter = modelCount(model, tokens.count);
    const prompt = assemblePrompt(materials, { tokens: limit, recall: recallLimit }, counter.count);
    if (typeof prompt === 'number') throw contextTooLarge(prompt, limit);
    const format = toFormat(request.format);
    const payload = render(prompt.blocks, format);
    const prefix = stablePrefix(prompt);
    const enough = cachedFrom(model);
    return {
      payload,
      blocks: prompt.blocks.map((block) => fromBlock(block, format === 'PLAIN')),
      tokenCount: prompt.tokens,
      countKind: `COUNT_KIND_${counter.kind()}` as const,
      maxTokens: limit,
      omitted: prompt.omitted.map(fromOmission),
      degradations: prompt.degradations.map((name) => `DEGRADATION_${name}` as const),
      prefix: {
        hash: sha256(render(prompt.blocks.slice(0, prefix.count), format)),
        tokenCount: prefix.tokens,
        cachedFromTokenCount: enough,
        isCacheable: prefix.tokens >= enough,
      },
      digest: sha256(payload),
      latencyMs: call.elapsedMs(),
    };
  };
}

/** So many that they fill the block. */
function turnsToFind(recallTokens: number): number {
  if (recallTokens === 0) return 0;
  return Math.min(Math.max(Math.ceil(recallTokens / RECALL.tokensPerHit), RECALL.leastHits), RECALL.mostHits);
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}
