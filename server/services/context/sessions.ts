/** AppendTurns, DetectShift, FlushTopic and EndSession. */
import { shiftOf } from '../../domain/context/append.ts';
import { continuity } from '../../domain/context/continuity.ts';
import { readTurn, stemsOf } from '../../domain/context/read-turn.ts';
import type {
  AppendTurnsRequest,
  AppendTurnsResponse,
  DetectShiftRequest,
  DetectShiftResponse,
  EndSessionRequest,
  EndSessionResponse,
  FlushTopicRequest,
  FlushTopicResponse,
} from '../../../proto/gen/recorda/v1/context.ts';
import type { ServiceCall } from '../call.ts';
import { requestIdOf } from '../request-id.ts';
import { toScope } from '../scope.ts';
import type { ContextDependencies } from './dependencies.ts';
import { turnReading } from './reading.ts';
import { fromAppendedTurn, fromSealed, fromShift, toTurn } from './translate.ts';

export function keepSessions(dependencies: ContextDependencies) {
  const { store, embed, embedderName, signOf, domainOf, newUuid } = dependencies;

  async function appendTurns(request: AppendTurnsRequest, call: ServiceCall): Promise<AppendTurnsResponse> {
    const reading = await turnReading(dependencies);
    const turns = request.turns.map((turn) => readTurn(toTurn(turn, call.nowMs), `tn_${newUuid()}`, reading));
    const { nowMs } = call;
    const { recallOff } = request;
    const scope = toScope(call.tenant, request.scope);
    const appended = await store.append({ scope, turns, recallOff, nowMs, requestId: requestIdOf(request) }, call);
    return {
      turns: appended.turns.map(fromAppendedTurn),
      sealed: appended.sealed.map(fromSealed),
      window: {
        turnCount: appended.window.turns,
        tokenCount: appended.window.tokens,
        targetTurnCount: appended.window.target,
      },
      latencyMs: call.elapsedMs(),
    };
  }

  async function detectShift({ scope, text }: DetectShiftRequest, call: ServiceCall): Promise<DetectShiftResponse> {
    const state = await store.state(toScope(call.tenant, scope), call);
    const domain = domainOf(text);
    const likeness = continuity({ vector: embed(text), stems: stemsOf(text) }, state.window, embedderName);
    const shift = shiftOf({ role: 'USER', sign: signOf(text), domain }, likeness, state);
    return { shift: shift && fromShift(shift), continuity: likeness, domain, latencyMs: call.elapsedMs() };
  }

  async function flushTopic({ scope }: FlushTopicRequest, call: ServiceCall): Promise<FlushTopicResponse> {
    const intent = { scope: toScope(call.tenant, scope), ends: false, nowMs: call.nowMs };
    const { sealed } = await store.flush(intent, call);
    return { sealed: sealed.map(fromSealed), latencyMs: call.elapsedMs() };
  }

  async function endSession({ scope }: EndSessionRequest, call: ServiceCall): Promise<EndSessionResponse> {
    const intent = { scope: toScope(call.tenant, scope), ends: true, nowMs: call.nowMs };
    const { sealed, turnCount } = await store.flush(intent, call);
    return { sealed: sealed.map(fromSealed), turnCount, latencyMs: call.elapsedMs() };
  }

  return { appendTurns, detectShift, flushTopic, endSession };
}
