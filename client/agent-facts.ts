/** What is known of a user, short: `agent.facts`. The whole contract is on `recorda.context`. */
import type {
  ExtractedFact as ExtractedFactMessage,
  Fact as FactMessage,
  FactEvent as FactEventMessage,
} from '../proto/gen/recorda/v1/facts.ts';
import type {
  AddedFact,
  AddFactOptions,
  AgentScope,
  ContradictOptions,
  ExtractedFact,
  Fact,
  FactDomain,
  FactEvent,
  FactHistory,
  FactHit,
  FactOperation,
  Extraction,
  ListFactsOptions,
  RestoredFact,
  RetrieveFactsOptions,
  WriteOptions,
} from './agent-types.ts';
import { FACT_CHECKS } from './option-names.ts';
import { refusingUnknown } from './options.ts';
import { pages } from './pages.ts';
import type { ContextClient } from './recorda.ts';
import type { CallOptions } from './typed-client.ts';

/** Facts of one user. Every failed call throws a RecordaError. */
export type Facts = {
  /** What a text of the user states and what that would do; writes nothing. */
  extract(text: string, options?: CallOptions): Promise<Extraction>;
  /** Adds what is so, at most 4 KB: known already it is confirmed, and what it contradicts makes place. Throws QUOTA_EXCEEDED. */
  add(text: string, options?: AddFactOptions): Promise<AddedFact>;
  /** Every fact, by create time; pages are fetched as they are needed. */
  list(options?: ListFactsOptions): AsyncIterable<Fact>;
  /** One fact with its history, whatever its state. Throws FACT_NOT_FOUND. */
  get(id: string, options?: CallOptions): Promise<FactHistory>;
  /** The facts that a question is about, best first; of an empty one those that were confirmed last. */
  retrieve(query: string, options?: RetrieveFactsOptions): Promise<readonly FactHit[]>;
  /** It does not age, and nothing that is said takes its place, until `unpin`. Throws FACT_NOT_FOUND where it stands no more. */
  pin(id: string, options?: WriteOptions): Promise<Fact>;
  /** It ages again, from when it was last confirmed. Throws FACT_NOT_FOUND. */
  unpin(id: string, options?: WriteOptions): Promise<Fact>;
  /** It still holds. Throws FACT_NOT_FOUND where it stands no more. */
  confirm(id: string, options?: CallOptions): Promise<Fact>;
  /** It no longer holds; `text` does. Throws FACT_NOT_FOUND where it stands no more. */
  contradict(id: string, text: string, options?: ContradictOptions): Promise<AddedFact>;
  /** It holds after all: what took its place gives way to it. Throws FACT_NOT_FOUND where it is forgotten, QUOTA_EXCEEDED. */
  restore(id: string, options?: WriteOptions): Promise<RestoredFact>;
  /** Erases it. Throws FACT_NOT_FOUND. */
  forget(id: string, options?: WriteOptions): Promise<void>;
};

/** The handle of `scope` over `context`. */
export function agentFacts(context: ContextClient, scope: AgentScope): Facts {
  const setPin = async (
    id: string,
    pinned: boolean,
    { requestId = '', ...options }: WriteOptions = {},
  ): Promise<Fact> =>
    fact((await context.updateFact({ scope, fact: { id, pinned }, updateMask: ['pinned'], requestId }, options)).fact);

  const handle: Facts = {
    async extract(text, options) {
      const { facts, forget, mentionedIds } = await context.extractFacts({ text, scope }, options);
      return {
        facts: facts.map(extractedFact),
        forget: forget && {
          rule: forget.rule,
          from: forget.spanStart,
          to: forget.spanEnd,
          target: forget.target,
          factIds: forget.factIds,
        },
        mentionedIds,
      };
    },

    async add(
      text,
      { domain, alsoDomain, confidence, source, turn = 0, pinned = false, requestId = '', ...options } = {},
    ) {
      const response = await context.addFact(
        {
          scope,
          text,
          turn,
          pinned,
          requestId,
          ...(domain !== undefined && { domain: wireDomain(domain) }),
          ...(alsoDomain !== undefined && { alsoDomain: wireDomain(alsoDomain) }),
          ...(confidence !== undefined && { confidence: `FACT_CONFIDENCE_${upper(confidence)}` as const }),
          ...(source !== undefined && { source: `FACT_SOURCE_${upper(source)}` as const }),
        },
        options,
      );
      const { operation, supersededIds } = response;
      return { fact: fact(response.fact), operation: operationOf(operation), supersededIds };
    },

    list: ({ domains = [], states = [], pinnedOnly = false, due = false, pageSize = 0, ...options } = {}) =>
      pages(async (pageToken) => {
        const response = await context.listFacts(
          {
            scope,
            domains: domains.map(wireDomain),
            states: states.map((state) => `FACT_STATE_${upper(state)}` as const),
            pinnedOnly,
            due,
            pageSize,
            pageToken,
          },
          options,
        );
        return { elements: response.facts.map(fact), nextPageToken: response.nextPageToken };
      }),

    async get(id, options) {
      const found = await context.getFact({ scope, id }, options);
      return { fact: fact(found.fact), history: found.history.map(event), predecessors: found.predecessors.map(fact) };
    },

    async retrieve(query, { domains = [], topK = 0, activeOnly = false, ...options } = {}) {
      const { hits } = await context.retrieveFacts(
        { scope, query, domains: domains.map(wireDomain), topK, activeOnly },
        options,
      );
      return hits.map(({ fact: found, score, similarity }) => ({ fact: fact(found), score, similarity }));
    },

    pin: (id, options) => setPin(id, true, options),
    unpin: (id, options) => setPin(id, false, options),

    confirm: async (id, options) => fact((await context.confirmFact({ scope, id }, options)).fact),

    async contradict(id, text, { confidence, source, requestId = '', ...options } = {}) {
      const response = await context.contradictFact(
        {
          scope,
          id,
          text,
          requestId,
          ...(confidence !== undefined && { confidence: `FACT_CONFIDENCE_${upper(confidence)}` as const }),
          ...(source !== undefined && { source: `FACT_SOURCE_${upper(source)}` as const }),
        },
        options,
      );
      return { fact: fact(response.fact), operation: 'superseded', supersededIds: response.supersededIds };
    },

    async restore(id, { requestId = '', ...options } = {}) {
      const restored = await context.restoreFact({ scope, id, requestId }, options);
      return { fact: fact(restored.fact), supersededIds: restored.supersededIds };
    },

    async forget(id, { requestId = '', ...options } = {}) {
      await context.forgetFact({ scope, id, requestId }, options);
    },
  };
  return refusingUnknown('agent.facts', handle, FACT_CHECKS);
}

const upper = <T extends string>(name: T): Uppercase<T> => name.toUpperCase() as Uppercase<T>;
const wireDomain = (domain: FactDomain) => `FACT_DOMAIN_${upper(domain)}` as const;
/** A name of the contract as the handle says it. */
const lower = <T extends string>(name: string, prefix: string): T => name.slice(prefix.length).toLowerCase() as T;
const domainOrNone = (name: string): FactDomain | undefined =>
  name === 'FACT_DOMAIN_UNSPECIFIED' ? undefined : lower(name, 'FACT_DOMAIN_');
const operationOf = (operation: string): FactOperation => lower(operation, 'FACT_OPERATION_');

function fact(message: FactMessage | undefined): Fact {
  const { domain, alsoDomain, confidence, source, state, createTime, lastConfirmedTime, ...rest } = message!;
  return {
    ...rest,
    domain: lower(domain, 'FACT_DOMAIN_'),
    alsoDomain: domainOrNone(alsoDomain),
    confidence: lower(confidence, 'FACT_CONFIDENCE_'),
    source: lower(source, 'FACT_SOURCE_'),
    state: lower(state, 'FACT_STATE_'),
    createTime: createTime!,
    lastConfirmedTime: lastConfirmedTime!,
  };
}

function extractedFact(message: ExtractedFactMessage): ExtractedFact {
  const { domain, alsoDomain, subject, text, confidence, source, rule, spanStart, spanEnd, operation, factIds } =
    message;
  return {
    domain: lower(domain, 'FACT_DOMAIN_'),
    alsoDomain: domainOrNone(alsoDomain),
    subject,
    text,
    confidence: lower(confidence, 'FACT_CONFIDENCE_'),
    source: lower(source, 'FACT_SOURCE_'),
    rule,
    from: spanStart,
    to: spanEnd,
    operation: operationOf(operation),
    factIds,
  };
}

function event({ kind, time, otherId, count }: FactEventMessage): FactEvent {
  return { kind: lower(kind, 'KIND_'), time: time!, otherId, count };
}
