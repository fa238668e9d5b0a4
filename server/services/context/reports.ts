/** ReportOutput, ReportUsage, GetTokenUsage and RecordDiscardable. */
import { modelFactor, tokenModel } from '../../domain/context/tokens.ts';
import { NO_USAGE } from '../../domain/context/usage.ts';
import type {
  GetTokenUsageRequest,
  GetTokenUsageResponse,
  RecordDiscardableRequest,
  RecordDiscardableResponse,
  ReportOutputRequest,
  ReportOutputResponse,
  ReportUsageRequest,
  ReportUsageResponse,
} from '../../../proto/gen/recorda/v1/context.ts';
import type { ServiceCall } from '../call.ts';
import { toScope } from '../scope.ts';
import type { ContextDependencies } from './dependencies.ts';
import { fromCostSums, fromKinds } from './translate.ts';

export function takeReports({ store, facts, usage, discards }: ContextDependencies) {
  async function reportOutput(request: ReportOutputRequest, call: ServiceCall): Promise<ReportOutputResponse> {
    const { isValid, fitsStructure, parseError, error } = request;
    const scope = toScope(call.tenant, request.scope);
    const report = { isValid, fitsStructure, parseError };
    await store.reportOutput({ scope, report, error: error === '' ? parseError : error, nowMs: call.nowMs }, call);
    return { latencyMs: call.elapsedMs() };
  }

  async function reportUsage(request: ReportUsageRequest, call: ServiceCall): Promise<ReportUsageResponse> {
    const { model, tokenCount, countFactor, providerTokenCount } = request;
    if (tokenModel(model).factor === 1) return { countFactor: 1, sampleCount: 0, latencyMs: call.elapsedMs() };
    const seen = (providerTokenCount * countFactor) / tokenCount;
    const learnt = await store.learnFactor({ tenant: call.tenant, model, seen }, call);
    return { countFactor: modelFactor(model, learnt), sampleCount: learnt.samples, latencyMs: call.elapsedMs() };
  }

  async function getTokenUsage(request: GetTokenUsageRequest, call: ServiceCall): Promise<GetTokenUsageResponse> {
    await usage.write();
    const scope = toScope(call.tenant, request.scope);
    const [found = NO_USAGE, counts] = await Promise.all([
      store.usage(scope, call),
      facts.counts({ ...scope, namespace: '' }, call.nowMs, call),
    ]);
    return {
      promptCount: found.prompts,
      tokenCount: found.tokens,
      largestTokenCount: found.largest,
      kinds: fromKinds(found.byKind),
      naiveTokenCount: found.naive,
      savedShare: found.naive === 0 ? 0 : 1 - found.tokens / found.naive,
      factCount: found.facts,
      factsAgainShare: found.facts === 0 ? 0 : found.factsAgain / found.facts,
      nearLimitCount: found.near,
      overLimitCount: found.over,
      userFacts: {
        activeCount: counts.ACTIVE,
        agedCount: counts.AGED,
        staleCount: counts.STALE,
        lowUnconfirmedCount: counts.LOW_UNCONFIRMED,
      },
      cost: fromCostSums(found.cost),
      latencyMs: call.elapsedMs(),
    };
  }

  async function recordDiscardable(
    { scope, kind, text }: RecordDiscardableRequest,
    call: ServiceCall,
  ): Promise<RecordDiscardableResponse> {
    const name = kind.replace('DISCARDABLE_KIND_', '');
    const { expireMs, droppedBytes } = await discards.record(toScope(call.tenant, scope), name, text, call);
    return { expireTime: new Date(expireMs), droppedBytes, latencyMs: call.elapsedMs() };
  }

  return { reportOutput, reportUsage, getTokenUsage, recordDiscardable };
}
