/** AssembleContext, for a tail: for hosts that keep their own history. */
import { explainBlocks } from '../../domain/context/explain.ts';
import type { SessionQuery } from '../../domain/context/intents.ts';
import { modelPrice } from '../../domain/context/model-price.ts';
import { render } from '../../domain/context/render/render.ts';
import { tailCostMeter } from '../../domain/context/tail-cost.ts';
import { markOf, tailLimits, tailMaterials, tailOf, type HostHistory } from '../../domain/context/tail.ts';
import { modelCount, tokenModel } from '../../domain/context/tokens.ts';
import { lastAsked } from '../../domain/context/window-blocks.ts';
import type { Scope } from '../../domain/memory.ts';
import { COUNTING, OVERHEAD, PROMPT, RECALL, SECOND_LOOK, TAIL } from '../../policy/context.ts';
import { RELEVANCE } from '../../policy/relevance.ts';
import type {
  AssembleContextRequest,
  AssembleContextResponse,
  TailOptions,
} from '../../../proto/gen/recorda/v1/context.ts';
import type { ServiceCall } from '../call.ts';
import { toScope } from '../scope.ts';
import { budget, fromDegradation, sha256, turnsToFind } from './assemble.ts';
import type { ContextDependencies } from './dependencies.ts';
import { viewFor } from './own-session.ts';
import { metersOfSessions } from './prompt-costs.ts';
import { factsFor, promptFacts } from './prompt-facts.ts';
import { fromBlock, fromCost, fromOmission, toFormat } from './translate.ts';

export function assembleTails({
  store,
  facts,
  texts,
  usage,
  sessionEvents,
  prepared,
  modelPrices,
}: ContextDependencies) {
  const { tokens } = texts;
  const meterOf = metersOfSessions(tailCostMeter);

  return async function (request: AssembleContextRequest, call: ServiceCall): Promise<AssembleContextResponse> {
    const { model, newTurn, maxRecallTokens } = request;
    const limit = request.maxTokens ?? TAIL.tokens;
    const scope = toScope(call.tenant, request.scope);
    const host = toHostHistory(request.tail);
    const { encoding } = tokenModel(model);
    prepared.asked(scope, call.nowMs);
    const room = Math.min(maxRecallTokens ?? limit, limit);
    const query = queryOf(request, scope, host, { limit, room }, call.nowMs);
    const [seen, found] = await Promise.all([
      store.read(query, call),
      factsFor(facts, scope, newTurn, call, { ...PROMPT.nearestFacts, leastChance: RELEVANCE.tailFacts }),
      tokens.load(encoding),
    ]);
    const view = viewFor(seen, scope.sessionId, call);
    const price = modelPrice(model, modelPrices);
    const { sessionId } = scope;
    const { window, recalled } = view;
    const known = promptFacts(found, { sessionId, window, recalled, newTurn, nowMs: call.nowMs });
    const { learnt } = view;
    const counter = modelCount(model, tokens.count, learnt);
    const materials = tailMaterials(view, host, { sessionId, price, ...known }, counter);
    const limits = tailLimits(limit, room, view);
    const { prompt, kind, factor } = await texts.buildPrompt({ materials, limits, model, learnt }, call);
    // A prompt without mandatory parts always fits.
    if (typeof prompt === 'number') throw new Error(`A tail took ${prompt} tokens of ${limit}.`);
    const { count } = counter;
    const tail = tailOf(prompt, count);

    const costOf = meterOf(scope, model, price);
    const ofHost = hostTokens(view, host, newTurn, count, factor);
    const cost = costOf({ tokens: tail.tokens, ...ofHost, keepsBlocks: host.keepsBlocks, nowMs: call.nowMs });
    const sums = { ...cost, prompt: cost.cachedHistory + cost.prompt };
    usage.built(scope, { ...prompt, blocks: tail.parts, tokens: tail.tokens }, limit, tail.tokens, sums);
    sessionEvents.publish(scope, [budget(tail.tokens, limit, prompt.degradations)]);
    const explained = request.explain ? explainBlocks({ ...prompt, blocks: tail.parts }, price) : undefined;
    const payload = render(tail.block === undefined ? [] : [tail.block], toFormat(request.format));
    return {
      payload,
      blocks: tail.parts.map((block, at) => fromBlock(block, true, explained?.[at])),
      confirmFactId: '',
      tokenCount: tail.tokens,
      countKind: `COUNT_KIND_${kind}` as const,
      maxTokens: limit,
      omitted: prompt.omitted.map(fromOmission),
      degradations: prompt.degradations.map(fromDegradation),
      prefix: undefined,
      digest: sha256(payload),
      countFactor: factor,
      pendingToolCallIds: [],
      cost: {
        ...fromCost(cost),
        savedShareOfCached: dearer(cost.prompt, cost.cachedHistory),
        savedShareOfUncached: dearer(cost.prompt, cost.uncachedHistory),
      },
      cacheMark: `CACHE_MARK_${markOf(tail, host, price)}` as const,
      latencyMs: call.elapsedMs(),
    };
  };
}

/** Returns the tokens of the question, and of the history that the host sends with it. */
function hostTokens(
  view: ReturnType<typeof viewFor>,
  { turns }: HostHistory,
  newTurn: string,
  count: (text: string) => number,
  factor: number,
) {
  const asked = newTurn === '' ? lastAsked(view.window) : newTurn;
  const questionTokens = OVERHEAD.message + count(asked.slice(0, COUNTING.aheadUnits));
  const shareHeld = Math.min(turns / Math.max(view.nextTurn - 1, 1), 1);
  const kept = Math.ceil((view.totalTokens * shareHeld + (view.system?.tokens ?? 0)) * factor);
  return { questionTokens, historyTokens: kept + (newTurn === '' ? 0 : questionTokens) };
}

/** Returns what a tail needs to know of its session. */
function queryOf(
  { newTurn, model }: AssembleContextRequest,
  scope: Scope,
  host: HostHistory,
  { limit, room }: { readonly limit: number; readonly room: number },
  nowMs: number,
): SessionQuery {
  return {
    scope,
    text: newTurn,
    // What the host keeps of earlier tails is found again, and leaves room for others.
    recalled: room === 0 ? 0 : Math.min(turnsToFind(room) + host.keptSources.size, RECALL.mostHits),
    recallsWindow: false,
    shownTurns: host.turns,
    leastShare: TAIL.leastShare * Math.min(TAIL.tokens / limit, 1),
    looksTwice: room >= SECOND_LOOK.fromTokens,
    systemVersion: '',
    model,
    nowMs,
  };
}

/** Returns the share that a tail saves of the host's own prompt, which is negative. */
function dearer(added: number, history: number): number {
  return history === 0 || added === 0 ? 0 : -added / history;
}

function toHostHistory(options: TailOptions | undefined): HostHistory {
  const { hostTurns = Infinity, keepsBlocks = false, keptSources = [] } = options ?? {};
  return { turns: hostTurns, keepsBlocks, keptSources: new Set(keptSources) };
}
