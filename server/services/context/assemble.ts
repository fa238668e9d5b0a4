/** AssembleContext. */
import { hash } from 'node:crypto';
import { assemblePrompt, stablePrefix } from '../../domain/context/assemble.ts';
import { clipText } from '../../domain/context/clip.ts';
import type { Materials } from '../../domain/context/materials.ts';
import { neededExtras } from '../../domain/context/notes.ts';
import type { Degradation } from '../../domain/context/prompt.ts';
import { render } from '../../domain/context/render/render.ts';
import { compileSystem } from '../../domain/context/system-prompt.ts';
import { cachedFrom, modelCount, tokenModel } from '../../domain/context/tokens.ts';
import { isNear } from '../../domain/context/usage.ts';
import { contextTooLarge, RecordaError, systemPromptNotFound } from '../../domain/errors.ts';
import type { Scope } from '../../domain/memory.ts';
import { pendingCalls } from '../../domain/context/window-blocks.ts';
import { NOTES, PROMPT, RECALL } from '../../policy/context.ts';
import type { AssembleContextRequest, AssembleContextResponse } from '../../../proto/gen/recorda/v1/context.ts';
import type { ServiceCall } from '../call.ts';
import { toScope } from '../scope.ts';
import type { ContextDependencies } from './dependencies.ts';
import type { SessionEvent } from './session-news.ts';
import { factsFor, promptFacts } from './prompt-facts.ts';
import { summaries } from './summaries.ts';
import { fromBlock, fromOmission, fromSealed, toExtra, toFormat, toToolResult } from './translate.ts';

export function assembleContext(dependencies: ContextDependencies) {
  const { store, facts, tokens, usage, news } = dependencies;
  const { ofFlush } = summaries(dependencies);

  /** The prompt is built; a window that could not be sealed now is the next time. */
  const seal = async (scope: Scope, upTo: number, call: ServiceCall): Promise<void> => {
    try {
      const written = await ofFlush(scope, call, upTo);
      const { sealed } = await store.flush({ scope, ends: false, nowMs: call.nowMs, upTo, summaries: written }, call);
      news.tell(
        scope,
        sealed.map((segment) => ({ $case: 'sealed', value: fromSealed(segment) })),
      );
    } catch (error) {
      if (!(error instanceof RecordaError)) throw error;
    }
  };

  return async function (request: AssembleContextRequest, call: ServiceCall): Promise<AssembleContextResponse> {
    const { model, newTurn, systemPromptVersion } = request;
    const limit = request.maxTokens ?? PROMPT.tokens;
    const { maxRecallTokens } = request;
    const scope = toScope(call.tenant, request.scope);
    const { encoding } = tokenModel(model);
    /** While others read: what is counted once is remembered. */
    const countAhead = async (): Promise<void> => {
      await tokens.load(encoding);
      tokens.count(newTurn, encoding);
    };
    const [view, found] = await Promise.all([
      store.read(
        {
          scope,
          text: newTurn,
          recalled: turnsToFind(maxRecallTokens ?? PROMPT.recall),
          systemVersion: systemPromptVersion,
          model,
          nowMs: call.nowMs,
        },
        call,
      ),
      factsFor(facts, scope, newTurn, call),
      countAhead(),
    ]);
    const known = promptFacts(found, view.window, scope.sessionId);
    const { system } = view;
    if (system === undefined && systemPromptVersion !== '') {
      throw systemPromptNotFound(scope.agentId, systemPromptVersion);
    }
    const { needed, omitted } = neededExtras(request.extras.map(toExtra), view.notes);
    const counter = modelCount(model, tokens.count, view.learnt);
    const materials: Materials = {
      system: system === undefined ? '' : compileSystem(system),
      systemVersion: system?.version ?? '',
      segments: view.segments,
      window: view.window,
      extras: needed,
      facts: known.facts,
      recalled: view.recalled,
      order: request.order === 'BLOCK_ORDER_FACTS_FIRST' ? 'FACTS_FIRST' : 'STABLE_FIRST',
      lastError: request.isRetry ? clipText(view.lastError, NOTES.errorTokens, counter.count) : '',
      newTurn,
      toolResults: request.toolResults.map(toToolResult),
      omitted: [...omitted, ...known.omitted],
      degradations: known.degradations,
    };
    const prompt = assemblePrompt(materials, { tokens: limit, recall: maxRecallTokens }, counter);
    if (typeof prompt === 'number') {
      usage.over(scope);
      news.tell(scope, [budget(prompt, limit, [])]);
      throw contextTooLarge(prompt, limit);
    }
    const naive =
      Math.ceil(view.totalTokens * counter.factor) + counter.count(materials.system) + counter.count(newTurn);
    usage.built(scope, prompt, limit, naive);
    news.tell(scope, [budget(prompt.tokens, limit, prompt.degradations)]);
    if (prompt.sealUpTo !== undefined) await seal(scope, prompt.sealUpTo, call);
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
      degradations: prompt.degradations.map(fromDegradation),
      prefix: {
        hash: sha256(render(prompt.blocks.slice(0, prefix.count), format)),
        tokenCount: prefix.tokens,
        cachedFromTokenCount: enough,
        isCacheable: prefix.tokens >= enough,
      },
      digest: sha256(payload),
      countFactor: counter.factor,
      pendingToolCallIds: [...pendingCalls(view.window, new Set(materials.toolResults.map(({ call: { id } }) => id)))],
      latencyMs: call.elapsedMs(),
    };
  };
}

function fromDegradation(name: Degradation) {
  return `DEGRADATION_${name}` as const;
}

function budget(tokenCount: number, maxTokens: number, degradations: readonly Degradation[]): SessionEvent {
  const value = {
    tokenCount,
    maxTokens,
    isNearLimit: isNear(tokenCount, maxTokens),
    isOverLimit: tokenCount > maxTokens,
    degradations: degradations.map(fromDegradation),
  };
  return { $case: 'prompt', value };
}

/** So many that they fill the block. */
function turnsToFind(recallTokens: number): number {
  if (recallTokens === 0) return 0;
  return Math.min(Math.max(Math.ceil(recallTokens / RECALL.tokensPerHit), RECALL.leastHits), RECALL.mostHits);
}

function sha256(text: string): string {
  return hash('sha256', text, 'base64url');
}
