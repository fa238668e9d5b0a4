/** The facts about a user, in short calls: `agent.facts`. The whole contract is on `recorda.context`. */
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
  /** Returns the facts that a text of the user states and what each would change; writes nothing. */
  extract(text: string, options?: CallOptions): Promise<Extraction>;
  /**
   * Adds a fact, at most 4 KB. If it is known already, it is confirmed; facts that it contradicts are superseded. Throws
   * QUOTA_EXCEEDED.
   */
  add(text: string, options?: AddFactOptions): Promise<AddedFact>;
  /** Lists facts by create time; pages are fetched as they are needed. */
  list(options?: ListFactsOptions): AsyncIterable<Fact>;
  /** Returns one fact with its history, whatever its state. Throws FACT_NOT_FOUND. */
  get(id: string, options?: CallOptions): Promise<FactHistory>;
  /** Finds the facts that a question is about, best first; for an empty question, those that were confirmed last. */
  retrieve(query: string, options?: RetrieveFactsOptions): Promise<readonly FactHit[]>;
  /**
   * Pins a fact: it does not age, and no statement supersedes it, until `unpin`. Throws FACT_NOT_FOUND if it was superseded or
   * forgotten.
   */
  pin(id: string, options?: WriteOptions): Promise<Fact>;
  /** Unpins a fact: it ages again, counted from when it was last confirmed. Throws FACT_NOT_FOUND. */
  unpin(id: string, options?: WriteOptions): Promise<Fact>;
  /** Confirms that a fact still holds. Throws FACT_NOT_FOUND if it was superseded or forgotten. */
  confirm(id: string, options?: CallOptions): Promise<Fact>;
  /** Replaces a fact that no longer holds by `text`. Throws FACT_NOT_FOUND if it was superseded or forgotten. */
  contradict(id: string, text: string, options?: ContradictOptions): Promise<AddedFact>;
  /**
   * Restores a superseded fact, which supersedes what had replaced it. Throws FACT_NOT_FOUND if it was forgotten, and
   * QUOTA_EXCEEDED.
   */
  restore(id: string, options?: WriteOptions): Promise<RestoredFact>;
  /** Erases a fact. Throws FACT_NOT_FOUND. */
  forget(id: string, options?: WriteOptions): Promise<void>;
};

/** Creates the handle of `scope` over `context`. */
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
