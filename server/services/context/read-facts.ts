/** ExtractFacts, ListFacts, GetFact and RetrieveFacts. */
import { factNotFound } from '../../domain/errors.ts';
import { subjectText } from '../../domain/facts/fact-subject.ts';
import type { SaidFact } from '../../domain/facts/fact-intents.ts';
import { decodePageToken, encodePageToken } from '../../domain/page-token.ts';
import { FACTS_FOUND } from '../../policy/facts.ts';
import { DEFAULTS } from '../../policy/limits.ts';
import type {
  ExtractFactsRequest,
  ExtractFactsResponse,
  GetFactRequest,
  GetFactResponse,
  ListFactsRequest,
  ListFactsResponse,
  RetrieveFactsRequest,
  RetrieveFactsResponse,
} from '../../../proto/gen/recorda/v1/facts.ts';
import type { ServiceCall } from '../call.ts';
import { toScope } from '../scope.ts';
import type { ContextDependencies } from './dependencies.ts';
import { fromEvent, fromFact, fromHit, toDomains, toStates } from './translate-facts.ts';

const NOWHERE = { agentId: '', sessionId: '', turn: 0 };

export function readFacts({ facts, texts }: Pick<ContextDependencies, 'facts' | 'texts'>) {
  async function extractFacts(request: ExtractFactsRequest, call: ServiceCall): Promise<ExtractFactsResponse> {
    const { text: readText, facts: found, forget } = await texts.readSpeech(request.text, call);
    const scope = toScope(call.tenant, request.scope);
    const said = found.map((fact, at): SaidFact => ({
      ...fact,
      id: `${at}`,
      said: readText.slice(fact.from, fact.to),
      provenance: NOWHERE,
    }));
    const judged =
      scope.userId === '' ? undefined : await facts.judge({ scope, text: readText, facts: said, forget }, call);
    return {
      facts: found.map(({ domain, alsoDomain, text, confidence, source, rule, from, to }, at) => {
        const outcome = judged?.outcomes[at];
        return {
          domain: `FACT_DOMAIN_${domain}` as const,
          alsoDomain: `FACT_DOMAIN_${alsoDomain ?? 'UNSPECIFIED'}` as const,
          text,
          subject: subjectText(text),
          confidence: `FACT_CONFIDENCE_${confidence}` as const,
          source: `FACT_SOURCE_${source}` as const,
          rule,
          spanStart: from,
          spanEnd: to,
          operation: `FACT_OPERATION_${outcome?.operation ?? 'UNSPECIFIED'}` as const,
          factIds: [...(outcome?.ids ?? [])],
        };
      }),
      forget: forget && {
        rule: forget.rule,
        spanStart: forget.from,
        spanEnd: forget.to,
        target: forget.target ?? '',
        factIds: [...(judged?.forgetIds ?? [])],
      },
      mentionedIds: [...(judged?.mentionedIds ?? [])],
      latencyMs: call.elapsedMs(),
    };
  }

  async function listFacts(request: ListFactsRequest, call: ServiceCall): Promise<ListFactsResponse> {
    const { nowMs } = call;
    const scope = toScope(call.tenant, request.scope);
    const domains = toDomains(request.domains);
    const states = request.states.length === 0 ? SHOWN : toStates(request.states);
    const { pinnedOnly, due } = request;
    const pins = [...(pinnedOnly ? ['pinned'] : []), ...(due ? ['due'] : [])];
    const sealed = [scope.tenant, scope.userId, scope.namespace, 'facts', domains.join(), states.join(), ...pins];
    const after = decodePageToken(request.pageToken, sealed);
    const pageSize = request.pageSize === 0 ? DEFAULTS.pageSize : request.pageSize;
    const page = await facts.list({ scope, domains, states, pinnedOnly, due, pageSize, after, nowMs }, call);
    return {
      facts: page.facts.map((fact) => fromFact(fact, nowMs)),
      nextPageToken: page.next === undefined ? '' : encodePageToken(page.next, sealed),
      latencyMs: call.elapsedMs(),
    };
  }

  async function getFact({ scope, id }: GetFactRequest, call: ServiceCall): Promise<GetFactResponse> {
    const found = await facts.get({ scope: toScope(call.tenant, scope), id }, call);
    if (found === undefined) throw factNotFound(id);
    return {
      fact: fromFact(found.fact, call.nowMs),
      history: found.events.map(fromEvent),
      predecessors: found.predecessors.map((fact) => fromFact(fact, call.nowMs)),
      latencyMs: call.elapsedMs(),
    };
  }

  async function retrieveFacts(request: RetrieveFactsRequest, call: ServiceCall): Promise<RetrieveFactsResponse> {
    const { query: text, activeOnly } = request;
    const { nowMs } = call;
    const scope = toScope(call.tenant, request.scope);
    const topK = request.topK === 0 ? FACTS_FOUND.usual : request.topK;
    const hits = await facts.find({ scope, text, domains: toDomains(request.domains), topK, activeOnly, nowMs }, call);
    return { hits: hits.map((hit) => fromHit(hit, nowMs)), latencyMs: call.elapsedMs() };
  }

  return { extractFacts, listFacts, getFact, retrieveFacts };
}

/** The states that ListFacts shows by default. */
const SHOWN = ['ACTIVE', 'AGED', 'STALE'] as const;
