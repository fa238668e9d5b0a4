/** Finds the facts that a question is about, in the user's index. */
import type { Database } from 'better-sqlite3';
import type { PlanReader } from '../../../domain/context/plans.ts';
import type { QuestionReading } from '../../../domain/context/question-reading.ts';
import { areFactsNear } from '../../../domain/context/relevance.ts';
import type { FactHit, FactQuery } from '../../../domain/facts/fact-intents.ts';
import { isInjectable, isRetrievable } from '../../../domain/facts/fact-state.ts';
import { domainsOf, type Fact, type FactDomain } from '../../../domain/facts/fact.ts';
import { SQLITE } from '../../../policy/backends.ts';
import { BODY_KINDS, PLAN_FACTS, type FactKind } from '../../../policy/plans.ts';
import type { Head } from '../indexes/owner-index.ts';
import type { userIndexes } from '../indexes/user-index.ts';
import { FACT_COLUMNS, toFact, type FactRow } from './fact-rows.ts';
import type { LatestFacts } from './latest-facts.ts';
import { withUnwritten, type Confirmed } from './unwritten-confirmations.ts';

/**
 * A fact that is cached beside the index. The index is told of every change except writes of confirmations: `state` is the index's state
 * as of which it was read, undefined once it lacks some.
 */
type KeptFact = { fact: Fact; state: object | undefined; kinds: ReadonlySet<FactKind> | undefined };

/** The facts found, and whether any of them is near the question. */
type FoundFacts = { readonly hits: readonly FactHit[]; readonly areNear: boolean };

/** A fact that a plan touches, and whether it is about health or diet. */
export type PlannedFact = { readonly fact: Fact; readonly isOfBody: boolean };

export type FactAsking = {
  readonly userNo: number;
  readonly query: FactQuery;
  /** The time by which expiry is decided, in milliseconds, as in `retrieve`. */
  readonly clockMs: number;
  readonly confirmed: Confirmed;
};

/** The facts that may be found beside those of the query's domains. */
type Found = {
  /** The only kind of facts that may be found. */
  readonly kind?: FactKind;
  /** True if facts of health and diet are found whatever domains the question is about. */
  readonly showsBody?: boolean;
};

export type FactSearch = ReturnType<typeof factSearch>;

export function factSearch(
  db: Database,
  indexes: ReturnType<typeof userIndexes>,
  questions: QuestionReading,
  latest: LatestFacts,
) {
  const kept = keptFacts(db);
  const kinds = factKinds(questions.plans);

  const find = (asking: FactAsking, { kind, showsBody = false }: Found = {}): FoundFacts => {
    const { userNo, query, clockMs, confirmed } = asking;
    const { scope, text, domains, topK, activeOnly, nowMs } = query;
    const { namespace } = scope;
    const isWanted = activeOnly ? isInjectable : isRetrievable;
    if (text.trim() === '') {
      const hits = latest.wanted(userNo, query, (fact) => isWanted(fact, nowMs), confirmed.unwritten);
      return { hits, areNear: true };
    }
    const seen = new Map<string, Fact>();
    const found = indexes.search('FACT', scope, clockMs, ({ index, once }) => {
      const state = kept.stateOf(index, confirmed, (id) => once<KeptFact>(id, () => undefined));
      const keptOf = (id: string): Head<KeptFact> | undefined => kept.read(id, state);
      const accepts = (id: string): boolean => {
        const known = once(id, keptOf);
        if (known === undefined || (namespace !== '' && known.fact.namespace !== namespace)) return false;
        const isHidden = domains.length > 0 && !isOfDomains(known.fact, domains);
        if (isHidden && !(showsBody && BODY_KINDS.some((ofBody) => kinds.isOfKind(known, ofBody)))) return false;
        return kind === undefined || kinds.isOfKind(known, kind);
      };
      // The domains are sorted, since questions may name the same ones in different orders.
      const acceptsBy = JSON.stringify([namespace, domains.toSorted(), kind, showsBody]);
      const acceptsNow = (id: string): boolean => {
        const known = once(id, keptOf)!;
        // A confirmation since then makes a fact no older: one that passed still does.
        const isMet = isWanted(known.fact, nowMs) || isWanted(kept.fresh(known, state, confirmed), nowMs);
        if (isMet) seen.set(id, kept.fresh(known, state, confirmed));
        return isMet;
      };
      return index.searchNear({ text, topK, accepts, acceptsBy, acceptsNow, nowMs, explain: false });
    });
    const hits = found?.hits ?? [];
    return {
      hits: hits.map(({ id, score, similarity }) => ({ fact: seen.get(id) as Fact, score, similarity })),
      areNear: areFactsNear(questions.read(text), found?.nearness, query.leastChance),
    };
  };

  return {
    find,

    /**
     * Returns facts of the kinds that the question's plan touches, whatever domains it is about: for each kind the nearest to it. Those of
     * health and diet come first, since it may harm to leave one out; then the nearest of each kind, so that none takes all the room.
     */
    planned(asking: FactAsking): readonly PlannedFact[] {
      const wanted = { ...asking, query: { ...asking.query, domains: [], topK: PLAN_FACTS } };
      const found = kinds.kindsFor(asking.query.text).map((kind) => {
        const isOfBody = BODY_KINDS.includes(kind);
        return { isOfBody, facts: find(wanted, { kind }).hits.map(({ fact }) => ({ fact, isOfBody })) };
      });
      const ofBody = found.filter(({ isOfBody }) => isOfBody).flatMap(({ facts }) => facts);
      const others = found.filter(({ isOfBody }) => !isOfBody);
      const inTurn = Array.from({ length: PLAN_FACTS }, (_, at) =>
        others.flatMap(({ facts }) => facts.slice(at, at + 1)),
      );
      return [...ofBody, ...inTurn.flat()];
    },
  };
}

function keptFacts(db: Database) {
  const select = db.prepare<[object], FactRow>(`SELECT ${FACT_COLUMNS} FROM facts f WHERE f.id = @id`);
  /**
   * For each index: the number of writes that its facts reflect, and an object that stands for that state; a new one once facts may be
   * outdated.
   */
  const states = new WeakMap<object, { writes: number; state: object }>();
  return {
    /** Returns the state; to be called before facts are looked at. `known` returns the cached fact. */
    stateOf(index: object, { writes, since, written }: Confirmed, known: (id: string) => KeptFact | undefined): object {
      const before = states.get(index);
      if (before?.writes === writes) return before.state;
      if (before === undefined || before.writes !== since || written === undefined) {
        const state = {};
        states.set(index, { writes, state });
        return state;
      }
      for (const id of written) {
        const fact = known(id);
        if (fact !== undefined) fact.state = undefined;
      }
      before.writes = writes;
      return before.state;
    },

    read(id: string, state: object): Head<KeptFact> | undefined {
      const row = select.get({ id });
      if (row === undefined) return undefined;
      const kept = { fact: toFact(row), state, kinds: undefined };
      return { of: kept, bytes: SQLITE.filteredRecordBytes + 2 * row.fact.length };
    },

    /** Returns the fact with all its confirmations. */
    fresh(kept: KeptFact, state: object, { unwritten }: Confirmed): Fact {
      if (kept.state !== state) {
        kept.fact = toFact(select.get({ id: kept.fact.id }) as FactRow);
        kept.state = state;
      }
      return withUnwritten(kept.fact, unwritten);
    },
  };
}

/** Tells of which kinds facts are, and which kinds a plan touches. */
function factKinds(plans: () => PlanReader) {
  return {
    kindsFor: (text: string): readonly FactKind[] => plans().kindsFor(text),

    isOfKind: (kept: KeptFact, kind: FactKind): boolean => (kept.kinds ??= plans().kindsOf(kept.fact.text)).has(kind),
  };
}

export function isOfDomains(fact: Fact, domains: readonly FactDomain[]): boolean {
  return domainsOf(fact).some((domain) => domains.includes(domain));
}
