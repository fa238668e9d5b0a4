/** AddFact, UpdateFact, ConfirmFact, ContradictFact, RestoreFact and ForgetFact. */
import type { Fact } from '../../domain/facts/fact.ts';
import { factDomainOf } from '../../domain/facts/fact-domain.ts';
import { factNotFound } from '../../domain/errors.ts';
import { slotOfFact } from '../../domain/facts/fact-slot.ts';
import type { SaidFact } from '../../domain/facts/fact-intents.ts';
import type { Scope } from '../../domain/memory.ts';
import { fold } from '../../domain/text/fold.ts';
import type {
  AddFactRequest,
  AddFactResponse,
  ConfirmFactRequest,
  ConfirmFactResponse,
  ContradictFactRequest,
  ContradictFactResponse,
  ForgetFactRequest,
  ForgetFactResponse,
  RestoreFactRequest,
  RestoreFactResponse,
  UpdateFactRequest,
  UpdateFactResponse,
} from '../../../proto/gen/recorda/v1/facts.ts';
import type { ServiceCall } from '../call.ts';
import { requestIdOf } from '../request-id.ts';
import { toScope } from '../scope.ts';
import type { ContextDependencies } from './dependencies.ts';
import { fromFact, toConfidence, toDomain, toSource } from './translate-facts.ts';

type Written = Pick<AddFactRequest, 'text' | 'confidence' | 'source'> & {
  readonly domain?: string;
  readonly alsoDomain?: string;
  readonly turn?: number;
  readonly pinned?: boolean;
};

export function keepFacts({ facts, newUuid }: Pick<ContextDependencies, 'facts' | 'newUuid'>) {
  const freshId = (): string => `fa_${newUuid()}`;
  const read = async (scope: Scope, id: string, call: ServiceCall): Promise<Fact> => {
    const found = await facts.get({ scope, id }, call);
    if (found === undefined) throw factNotFound(id);
    return found.fact;
  };
  async function addFact(request: AddFactRequest, call: ServiceCall): Promise<AddFactResponse> {
    const { nowMs } = call;
    const scope = toScope(call.tenant, request.scope);
    const intent = { scope, facts: [toSaid(freshId(), scope, request)], nowMs, requestId: requestIdOf(request) };
    const [outcome] = await facts.say(intent, call);
    const { id, operation, closedIds } = outcome!;
    return {
      fact: fromFact(await read(scope, id, call), nowMs),
      operation: `FACT_OPERATION_${operation}` as const,
      supersededIds: [...closedIds],
      latencyMs: call.elapsedMs(),
    };
  }

  async function updateFact(request: UpdateFactRequest, call: ServiceCall): Promise<UpdateFactResponse> {
    const { nowMs } = call;
    const scope = toScope(call.tenant, request.scope);
    const { id, pinned } = request.fact!;
    await facts.pin({ scope, id, isPinned: pinned, nowMs, requestId: requestIdOf(request) }, call);
    return { fact: fromFact(await read(scope, id, call), nowMs), latencyMs: call.elapsedMs() };
  }

  async function confirmFact(request: ConfirmFactRequest, call: ServiceCall): Promise<ConfirmFactResponse> {
    const scope = toScope(call.tenant, request.scope);
    const { id } = request;
    const { supersededBy, forgottenTimeMs } = await read(scope, id, call);
    if (supersededBy !== undefined || forgottenTimeMs !== undefined) throw factNotFound(id);
    facts.confirm({ scope, id }, call.nowMs, call);
    return { fact: fromFact(await read(scope, id, call), call.nowMs), latencyMs: call.elapsedMs() };
  }

  async function contradictFact(request: ContradictFactRequest, call: ServiceCall): Promise<ContradictFactResponse> {
    const { nowMs } = call;
    const scope = toScope(call.tenant, request.scope);
    const { id } = request;
    const { domain, alsoDomain } = await read(scope, id, call);
    const by = { ...toSaid(freshId(), scope, request), domain, alsoDomain };
    const { id: newId, closedIds } = await facts.replace(
      { scope, id, by, nowMs, requestId: requestIdOf(request) },
      call,
    );
    return {
      fact: fromFact(await read(scope, newId, call), nowMs),
      supersededIds: [...closedIds],
      latencyMs: call.elapsedMs(),
    };
  }

  async function restoreFact(request: RestoreFactRequest, call: ServiceCall): Promise<RestoreFactResponse> {
    const { nowMs } = call;
    const scope = toScope(call.tenant, request.scope);
    const { id } = request;
    // The name is included since ForgetFact's requests have the same fields.
    const requestId = requestIdOf(request, 'RestoreFact');
    const { closedIds } = await facts.restore({ scope, id, nowMs, requestId }, call);
    return {
      fact: fromFact(await read(scope, id, call), nowMs),
      supersededIds: [...closedIds],
      latencyMs: call.elapsedMs(),
    };
  }

  async function forgetFact(request: ForgetFactRequest, call: ServiceCall): Promise<ForgetFactResponse> {
    const { nowMs } = call;
    const scope = toScope(call.tenant, request.scope);
    const { id } = request;
    await facts.forget({ scope, id, nowMs, requestId: requestIdOf(request) }, call);
    return { fact: fromFact(await read(scope, id, call), nowMs), latencyMs: call.elapsedMs() };
  }

  return { addFact, updateFact, confirmFact, contradictFact, restoreFact, forgetFact };
}

/** Returns a fact as the caller gives it. If the caller does not say what it is about, its words decide. */
function toSaid(
  id: string,
  scope: Scope,
  { text, confidence, source, domain = '', alsoDomain = '', turn = 0, pinned = false }: Written,
): SaidFact {
  return {
    id,
    domain: toDomain(domain) ?? factDomainOf(fold(text)),
    alsoDomain: toDomain(alsoDomain),
    text: text.trim(),
    confidence: toConfidence(confidence),
    source: toSource(source),
    slot: slotOfFact(text),
    isPinned: pinned || undefined,
    rule: '',
    said: text,
    provenance: { agentId: scope.agentId, sessionId: scope.sessionId, turn },
  };
}
