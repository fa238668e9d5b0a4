/** AssembleContext, for a whole prompt. */
import { hash } from 'node:crypto';
import { stablePrefix } from '../../domain/context/assemble.ts';
import { coldCut, isEverCached, usualLimit } from '../../domain/context/cached-window.ts';
import type { SessionQuery, SessionView } from '../../domain/context/intents.ts';
import type { Materials, PartOrder } from '../../domain/context/materials.ts';
import { modelPrice } from '../../domain/context/model-price.ts';
import { farTurnsOmitted } from '../../domain/context/offered-recall.ts';
import { explainBlocks } from '../../domain/context/explain.ts';
import { neededExtras } from '../../domain/context/notes.ts';
import type { Degradation, Prompt } from '../../domain/context/prompt.ts';
import { render } from '../../domain/context/render/render.ts';
import { compileSystem } from '../../domain/context/system-prompt.ts';
import { NO_ERROR, clippedError } from '../../domain/context/clipped-error.ts';
import { usualRecall } from '../../domain/context/usual-recall.ts';
import { modelCount, modelFactor, tokenModel, type ModelCount } from '../../domain/context/tokens.ts';
import { isSamePricing, pricingOf, type PromptPricing } from '../../domain/context/turn.ts';
import { isNear } from '../../domain/context/usage.ts';
import { contextTooLarge, RecordaError, systemPromptNotFound } from '../../domain/errors.ts';
import type { Scope } from '../../domain/memory.ts';
import { pendingCalls } from '../../domain/context/window-blocks.ts';
import { COUNTING, PROMPT, RECALL, SECOND_LOOK } from '../../policy/context.ts';
import type { ModelPrice } from '../../policy/model-prices.ts';
import type { AssembleContextRequest, AssembleContextResponse } from '../../../proto/gen/recorda/v1/context.ts';
import type { ServiceCall } from '../call.ts';
import { toScope } from '../scope.ts';
import type { ContextDependencies } from './dependencies.ts';
import type { SessionEvent } from './session-events.ts';
import { factsFor, promptFacts } from './prompt-facts.ts';
import { promptCosts } from './prompt-costs.ts';
import { viewFor } from './own-session.ts';
import { summaries } from './summaries.ts';
import { fromBlock, fromCost, fromOmission, fromSealed, toExtra, toFormat, toToolResult } from './translate.ts';

export function assemblePrompts(dependencies: ContextDependencies) {
  const { store, facts, texts, usage, sessionEvents, prepared, modelPrices } = dependencies;
  const { tokens } = texts;
  const { seal, cutWhileCold, notePricing } = windowSealing(dependencies);
  const costOf = promptCosts();

  return async function (request: AssembleContextRequest, call: ServiceCall): Promise<AssembleContextResponse> {
    const { model, newTurn, systemPromptVersion, asksToConfirm } = request;
    const scope = toScope(call.tenant, request.scope);
    const { encoding } = tokenModel(model);
    prepared.asked(scope, call.nowMs);
    /** Counts tokens while others read, since counts are remembered. */
    const countAhead = async (): Promise<void> => {
      await tokens.load(encoding);
      if (newTurn.length < COUNTING.aheadUnits) tokens.count(newTurn, encoding);
    };
    const query = queryOf(request, scope, call.nowMs);
    const [seen, found] = await Promise.all([
      store.read(query, call),
      factsFor(facts, scope, newTurn, call, isUnlimited(request) ? PROMPT.nearestFacts : {}),
      countAhead(),
    ]);
    const view = viewFor(await cutWhileCold(seen, query, call), scope.sessionId, call);
    if (view.system === undefined && systemPromptVersion !== '') {
      throw systemPromptNotFound(scope.agentId, systemPromptVersion);
    }
    const { sessionId } = scope;
    const { window, recalled, learnt } = view;
    const known = promptFacts(found, { sessionId, window, recalled, newTurn, asksToConfirm, nowMs: call.nowMs });
    const price = modelPrice(model, modelPrices);
    const pricing = pricingOf(price, modelFactor(model, learnt), view.system?.tokens ?? 0);
    notePricing(scope, view, pricing);
    const limit = request.maxTokens ?? usualLimit(view, pricing);
    const materials = materialsOf(request, view, known, price, modelCount(model, tokens.count, learnt));
    const limits = { tokens: limit, isAsked: request.maxTokens !== undefined, recall: request.maxRecallTokens };
    const built = await texts.buildPrompt({ materials, limits, model, learnt }, call);
    const { prompt, factor, standing } = built;
    if (typeof prompt === 'number') {
      usage.over(scope);
      sessionEvents.publish(scope, [budget(prompt, limit, [])]);
      throw contextTooLarge(prompt, limit);
    }
    const historyTokens = Math.ceil(view.totalTokens * factor) + standing;
    const cost = costOf(scope, model, price, { blocks: prompt.blocks, historyTokens, nowMs: call.nowMs });
    usage.built(scope, prompt, limit, historyTokens, cost);
    sessionEvents.publish(scope, [budget(prompt.tokens, limit, prompt.degradations)]);
    if (prompt.sealUpTo !== undefined) await seal(scope, prompt.sealUpTo, call);
    return {
      ...writtenAs(request, prompt, price),
      countKind: `COUNT_KIND_${built.kind}` as const,
      maxTokens: limit,
      countFactor: factor,
      pendingToolCallIds: [...pendingCalls(window, new Set(materials.toolResults.map(({ call: { id } }) => id)))],
      cost: fromCost(cost),
      cacheMark: 'CACHE_MARK_UNSPECIFIED',
      latencyMs: call.elapsedMs(),
    };
  };
}

/** Seals and cuts a session's window on behalf of its prompts. */
function windowSealing(dependencies: ContextDependencies) {
  const { store, sessionEvents } = dependencies;
  const { ofFlush } = summaries(dependencies);

  /** The prompt is built already; if the window cannot be sealed now, it will be the next time. */
  const seal = async (scope: Scope, upTo: number, call: ServiceCall): Promise<void> => {
    try {
      const written = await ofFlush(scope, call, upTo);
      const { sealed } = await store.flush({ scope, ends: false, nowMs: call.nowMs, upTo, summaries: written }, call);
      sessionEvents.publish(
        scope,
        sealed.map((segment) => ({ $case: 'sealed', value: fromSealed(segment) })),
      );
    } catch (error) {
      if (!(error instanceof RecordaError)) throw error;
    }
  };

  /** A pause has emptied the provider's cache: then a cut costs nothing, and the prompt is built from what remains. */
  const cutWhileCold = async (view: SessionView, query: SessionQuery, call: ServiceCall): Promise<SessionView> => {
    const { window, policy, pricing } = view;
    const cut = policy === 'CACHED' ? coldCut(window, window.at(-1)?.createMs ?? call.nowMs, call.nowMs, pricing) : 0;
    if (cut === 0) return view;
    await seal(query.scope, window[cut - 1]!.turn, call);
    return store.read(query, call);
  };

  /**
   * Stores the pricing by which the window is cut from the next append on. It does so later, so that a prompt waits for no
   * write.
   */
  const notePricing = (scope: Scope, { window, pricing: known }: SessionView, pricing: PromptPricing): void => {
    if (window.length > 0 && !isSamePricing(known, pricing))
      store.notePricing({ scope, pricing }).catch(() => undefined);
  };

  return { seal, cutWhileCold, notePricing };
}

/** Tells whether the caller sets no limit. A caller who sets one wants that room used, so nothing is left out for being far. */
function isUnlimited({ maxTokens, maxRecallTokens }: AssembleContextRequest): boolean {
  return maxTokens === undefined && maxRecallTokens === undefined;
}

/** Returns what a prompt needs to know of its session. */
function queryOf(request: AssembleContextRequest, scope: Scope, nowMs: number): SessionQuery {
  const { model, newTurn, maxTokens, systemPromptVersion } = request;
  const recallTokens = request.maxRecallTokens ?? maxTokens;
  const isAsked = maxTokens !== undefined;
  return {
    scope,
    text: newTurn,
    recalled: turnsToFind(recallTokens ?? usualRecall(newTurn)),
    recallsWindow: isAsked,
    ...(isUnlimited(request) ? PROMPT.nearestTurns : {}),
    looksTwice: isAsked && (recallTokens ?? 0) >= SECOND_LOOK.fromTokens,
    systemVersion: systemPromptVersion,
    model,
    nowMs,
  };
}

/** Returns what a prompt is built from: the session as it was read, and the contents of the request. */
function materialsOf(
  request: AssembleContextRequest,
  view: SessionView,
  known: ReturnType<typeof promptFacts>,
  price: ModelPrice,
  counter: ModelCount,
): Materials {
  const { system } = view;
  const lastError = request.isRetry ? clippedError(view.lastError, counter.count) : NO_ERROR;
  const { needed, omitted } = neededExtras(request.extras.map(toExtra), view.notes, counter);
  return {
    sessionId: request.scope?.sessionId ?? '',
    policy: view.policy,
    price,
    relevance: view.relevance,
    chance: view.chance,
    leftTokens: Math.ceil((view.totalTokens - tokensOf(view.window)) * modelFactor(request.model, view.learnt)),
    system: system === undefined ? '' : compileSystem(system),
    systemVersion: system?.version ?? '',
    segments: view.segments,
    earlierSessions: view.earlierSessions,
    window: view.window,
    extras: needed,
    facts: known.facts,
    recalled: view.recalled,
    planned: view.planned,
    order: partOrder(request, price),
    lastError: lastError.text,
    newTurn: request.newTurn,
    toolResults: request.toolResults.map(toToolResult),
    omitted: [...omitted, ...lastError.omitted, ...farTurnsOmitted(view.far, counter)],
    degradations: [...known.degradations, ...lastError.degradations],
  };
}

/** Returns a prompt in the requested format, with its description. */
function writtenAs(request: AssembleContextRequest, prompt: Prompt, price: ModelPrice) {
  const format = toFormat(request.format);
  const payload = render(prompt.blocks, format);
  const prefix = stablePrefix(prompt);
  const explained = request.explain ? explainBlocks(prompt, price) : undefined;
  return {
    payload,
    blocks: prompt.blocks.map((block, at) => fromBlock(block, format === 'PLAIN', explained?.[at])),
    confirmFactId: prompt.confirms ?? '',
    tokenCount: prompt.tokens,
    omitted: prompt.omitted.map(fromOmission),
    degradations: prompt.degradations.map(fromDegradation),
    prefix: {
      hash: sha256(render(prompt.blocks.slice(0, prefix.count), format)),
      tokenCount: prefix.tokens,
      cachedFromTokenCount: price.leastPrefix,
      isCacheable: prefix.tokens >= price.leastPrefix,
    },
    digest: sha256(payload),
  };
}

/**
 * Under a token limit memory may be most of the prompt, and a model answers better with the question after it; without one
 * it is little, and what is cached counts.
 */
function partOrder({ order, maxTokens }: AssembleContextRequest, price: ModelPrice): PartOrder {
  if (order === 'BLOCK_ORDER_FACTS_FIRST') return 'FACTS_FIRST';
  const saves = order === 'BLOCK_ORDER_UNSPECIFIED' && maxTokens === undefined && isEverCached(price);
  return saves ? 'QUESTION_FIRST' : 'STABLE_FIRST';
}

export function fromDegradation(name: Degradation) {
  return `DEGRADATION_${name}` as const;
}

export function budget(tokenCount: number, maxTokens: number, degradations: readonly Degradation[]): SessionEvent {
  const value = {
    tokenCount,
    maxTokens,
    isNearLimit: isNear(tokenCount, maxTokens),
    isOverLimit: tokenCount > maxTokens,
    degradations: degradations.map(fromDegradation),
  };
  return { $case: 'prompt', value };
}

/** Returns the window's tokens, counted with o200k_base. */
function tokensOf(window: SessionView['window']): number {
  return window.reduce((sum, { tokens }) => sum + tokens, 0);
}

/** Returns the number of turns that fill the block. */
export function turnsToFind(recallTokens: number): number {
  if (recallTokens === 0) return 0;
  return Math.min(Math.max(Math.ceil(recallTokens / RECALL.tokensPerHit), RECALL.leastHits), RECALL.mostHits);
}

export function sha256(text: string): string {
  return hash('sha256', text, 'base64url');
}
