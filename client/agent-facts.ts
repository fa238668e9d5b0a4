/** What is known of a user, short: `agent.facts`. The whole contract is on `recorda.context`. */
import { extraction, fact, factEvent, factFilter, givenOfFact, operationOf, wireDomain } from './agent-fact-wire.ts';
import type {
  AddedFact,
  AddFactOptions,
  AgentScope,
  ContradictOptions,
  Fact,
  FactHistory,
  FactHit,
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
    extract: async (text, options) => extraction(await context.extractFacts({ text, scope }, options)),

    async add(text, { turn = 0, pinned = false, requestId = '', ...options } = {}) {
      const given = givenOfFact(options);
      const response = await context.addFact({ scope, text, turn, pinned, requestId, ...given }, options);
      const { operation, supersededIds } = response;
      return { fact: fact(response.fact), operation: operationOf(operation), supersededIds };
    },

    list: (options = {}) =>
      pages(async (pageToken) => {
        const response = await context.listFacts({ scope, pageToken, ...factFilter(options) }, options);
        return { elements: response.facts.map(fact), nextPageToken: response.nextPageToken };
      }),

    async get(id, options) {
      const found = await context.getFact({ scope, id }, options);
      return {
        fact: fact(found.fact),
        history: found.history.map(factEvent),
        predecessors: found.predecessors.map(fact),
      };
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

    async contradict(id, text, { requestId = '', ...options } = {}) {
      const given = givenOfFact(options);
      const response = await context.contradictFact({ scope, id, text, requestId, ...given }, options);
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
