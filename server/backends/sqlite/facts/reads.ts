/** Reads facts: one with its history, pages, those that a question is about, and what a text would do to them. */
import type { Database } from 'better-sqlite3';
import { factDomainsFor } from '../../../domain/conversation/turn-domain.ts';
import { planReader, type PlanReader } from '../../../domain/context/plans.ts';
import { areFactsNear, readQuestion } from '../../../domain/context/relevance.ts';
import { decideFact } from '../../../domain/facts/decide-fact.ts';
import { othersOfKind } from '../../../domain/facts/exclusive-words.ts';
import { domainsOf, FACT_DOMAINS as DOMAINS, type Fact, type FactDomain } from '../../../domain/facts/fact.ts';
import type {
  Confirmation,
  FactEvent,
  FactForPrompt,
  FactHit,
  FactQuery,
  Judgement,
  Unwritten,
  FactHistory,
  FactListQuery,
  FactPage,
  FactRef,
  JudgeQuery,
  PromptFactQuery,
  ReadInQuery,
} from '../../../domain/facts/fact-intents.ts';
import { factState, isDue, isInjectable, isRetrievable, type FactState } from '../../../domain/facts/fact-state.ts';
import { factsToForget } from '../../../domain/facts/forget-facts.ts';
import { asksOfUserAlone, namesSubject, subjectOf } from '../../../domain/facts/fact-subject.ts';
import { mentionedFacts } from '../../../domain/facts/mentioned-facts.ts';
import type { ListCursor } from '../../../domain/intents.ts';
import type { Scope } from '../../../domain/memory.ts';
import type { StaticEncoder } from '../../../embedders/static/static-encoder.ts';
import { FACTS_COMPARED } from '../../../policy/facts.ts';
import { PLAN_FACTS, PLAN_LIKENESS, type FactKind } from '../../../policy/plans.ts';
import { SQLITE } from '../../../policy/backends.ts';
import { byFact, heardConfirmations, type ConfirmationNews } from './heard-confirmations.ts';
import { factCounter } from './fact-counter.ts';
import { factLookup } from './fact-lookup.ts';
import { FACT_COLUMNS, toFact, type FactRow } from './fact-rows.ts';
import { readTransaction } from '../engine/read-transaction.ts';
import { sessionRows } from '../context/session-rows.ts';
import type { Head } from '../indexes/owner-index.ts';
import type { userIndexes } from '../indexes/user-index.ts';

type EventRow = {
  readonly kind: FactEvent['kind'];
  readonly at_ms: number;
  readonly other_id: string;
  readonly count: number;
};

/** Confirmations that a reader may not see in the file: those that wait to be written, by fact, and how often some were written. */
type Confirmed = { readonly unwritten: ReadonlyMap<string, Confirmation>; readonly writes: number };

/** A fact that is kept beside the index. The index hears of every change but of confirmations being written: these are as of `writes`. */
type KeptFact = { fact: Fact; writes: number; kinds: Map<FactKind, boolean> | undefined };

/** What was found, and whether it has to do with what was asked. */
type FoundFacts = { readonly hits: readonly FactHit[]; readonly areNear: boolean };

export type FactReads = {
  fact(argument: { readonly ref: FactRef; readonly unwritten: Unwritten }): FactHistory | undefined;
  factPage(argument: { readonly query: FactListQuery; readonly unwritten: Unwritten }): FactPage;
  findFacts(argument: {
    readonly query: FactQuery;
    readonly clockMs: number;
    readonly news: ConfirmationNews;
  }): readonly FactHit[];
  factsForPrompt(argument: {
    readonly query: PromptFactQuery;
    readonly clockMs: number;
    readonly news: ConfirmationNews;
  }): readonly FactForPrompt[];
  /** `clockMs` as in `retrieve`. */
  factCounts(argument: {
    readonly scope: Scope;
    readonly nowMs: number;
    readonly unwritten: Unwritten;
  }): Readonly<Record<FactState, number>>;
  mentionedFacts(argument: {
    readonly scope: Scope;
    readonly texts: readonly string[];
  }): readonly (readonly string[])[];
  factsReadIn(query: ReadInQuery): readonly Fact[];
  judgeFacts(query: JudgeQuery): Judgement;
};

export function readFacts(db: Database, indexes: ReturnType<typeof userIndexes>, encoder: StaticEncoder): FactReads {
  const heard = heardConfirmations();
  const inTransaction = readTransaction(db);
  const selectUser = db
    .prepare<[object], number>('SELECT user_no FROM users WHERE tenant = @tenant AND user_id = @userId')
    .pluck();
  const OF_USER = `FROM facts f WHERE f.user_no = @userNo AND (@namespace = '' OR f.namespace = @namespace)`;
  const selectOne = db.prepare<[object], FactRow>(`SELECT ${FACT_COLUMNS} ${OF_USER} AND f.id = @id`);
  const selectPredecessors = db.prepare<[object], FactRow>(
    `SELECT ${FACT_COLUMNS} ${OF_USER} AND f.superseded_by = @id ORDER BY f.create_ms LIMIT @limit + 0`,
  );
  const selectEvents = db.prepare<[object], EventRow>(
    'SELECT kind, at_ms, other_id, count FROM fact_events WHERE fact_no = @factNo ORDER BY event_no',
  );
  const PAGE = `(f.create_ms, f.id) > (@createMs, @afterId) ORDER BY f.create_ms, f.id LIMIT @limit + 0`;
  const selectPage = db.prepare<[object], FactRow>(`SELECT ${FACT_COLUMNS} ${OF_USER} AND ${PAGE}`);
  const selectPinnedPage = db.prepare<[object], FactRow>(
    `SELECT ${FACT_COLUMNS} ${OF_USER} AND f.is_pinned = 1 AND ${PAGE}`,
  );
  const selectLast = db.prepare<[object], FactRow>(
    `SELECT ${FACT_COLUMNS} ${OF_USER} AND f.closed_ms IS NULL AND f.domain = @domain
     ORDER BY f.confirm_ms DESC LIMIT @limit + 0`,
  );
  const selectLastAlso = db.prepare<[object], FactRow>(
    `SELECT ${FACT_COLUMNS} ${OF_USER} AND f.closed_ms IS NULL AND f.also_domain = @domain
     ORDER BY f.confirm_ms DESC LIMIT @limit + 0`,
  );
  const selectPinned = db.prepare<[object], FactRow>(
    `SELECT ${FACT_COLUMNS} ${OF_USER} AND f.is_pinned = 1 AND f.closed_ms IS NULL ORDER BY f.confirm_ms DESC LIMIT @limit + 0`,
  );
  const selectRead = db.prepare<[object], FactRow>(
    `SELECT ${FACT_COLUMNS} FROM facts f WHERE f.user_no = @userNo AND f.closed_ms IS NULL AND f.rule <> ''`,
  );
  const selectById = db.prepare<[object], FactRow>(`SELECT ${FACT_COLUMNS} FROM facts f WHERE f.id = @id`);
  const sessions = sessionRows(db);
  const lookUp = factLookup(db);
  const countFacts = factCounter(db);
  const userOf = ({ tenant, userId }: Scope): number | undefined => selectUser.get({ tenant, userId });

  const lastAsked = (userNo: number, { sessionId }: Scope): string => {
    const row = sessions.find(userNo, sessionId);
    return row === undefined ? '' : sessions.lastAsked(row.session_no);
  };

  const find = (
    userNo: number,
    query: FactQuery,
    clockMs: number,
    confirmed: Confirmed,
    kind?: FactKind,
    hidesBody = true,
  ): FoundFacts => {
    const { scope, text, domains, topK, activeOnly, nowMs } = query;
    const { namespace } = scope;
    const isWanted = activeOnly ? isInjectable : isRetrievable;
    if (text.trim() === '')
      return { hits: latest(userNo, query, (fact) => isWanted(fact, nowMs), confirmed.unwritten), areNear: true };
    const seen = new Map<string, Fact>();
    const found = indexes.search('FACT', scope, clockMs, ({ index, once }) => {
      const keptOf = (id: string): Head<KeptFact> | undefined => {
        const row = selectById.get({ id });
        if (row === undefined) return undefined;
        const kept = { fact: toFact(row), writes: confirmed.writes, kinds: undefined };
        return { of: kept, bytes: SQLITE.filteredRecordBytes + 2 * row.fact.length };
      };
      const accepts = (id: string): boolean => {
        const kept = once(id, keptOf);
        if (kept === undefined || (namespace !== '' && kept.fact.namespace !== namespace)) return false;
        const isHidden = domains.length > 0 && !isOfDomains(kept.fact, domains);
        if (isHidden && (hidesBody || !isOfBody(kept))) return false;
        return kind === undefined || isOfKind(kept, kind);
      };
      const acceptsBy = JSON.stringify([namespace, domains, kind, hidesBody]);
      const acceptsNow = (id: string): boolean => {
        const kept = once(id, keptOf)!;
        // It may have been confirmed since, which makes it no older: what was wanted still is.
        const isMet = isWanted(kept.fact, nowMs) || isWanted(fresh(kept, confirmed), nowMs);
        if (isMet) seen.set(id, fresh(kept, confirmed));
        return isMet;
      };
      return index.searchNear({ text, topK, accepts, acceptsBy, acceptsNow, nowMs, explain: false });
    });
    const hits = found?.hits ?? [];
    return {
      hits: hits.map(({ id, score, similarity }) => ({ fact: seen.get(id) as Fact, score, similarity })),
      areNear: areFactsNear(readQuestion(text), found?.nearness),
    };
  };
  /** The fact with all its confirmations. */
  const fresh = (kept: KeptFact, { unwritten, writes }: Confirmed): Fact => {
    if (kept.writes !== writes) {
      kept.fact = toFact(selectById.get({ id: kept.fact.id }) as FactRow);
      kept.writes = writes;
    }
    return withUnwritten(kept.fact, unwritten);
  };
  let reader: PlanReader | undefined;
  const isOfKind = (kept: KeptFact, kind: FactKind): boolean => {
    const kinds = (kept.kinds ??= new Map<FactKind, boolean>());
    const is = kinds.get(kind) ?? reader!.isOfKind(kept.fact.text, kind);
    kinds.set(kind, is);
    return is;
  };
  /** Health and diet are hidden by no domain that a question is about. */
  const isOfBody = (kept: KeptFact): boolean => {
    reader ??= planReader((text) => encoder.embed(text));
    return OF_BODY.some((kind) => isOfKind(kept, kind));
  };
  /**
   * Facts of the kinds that the question's plan touches, whatever domains it is about: for each kind the nearest to it.
   */
  const planned = (userNo: number, query: FactQuery, clockMs: number, confirmed: Confirmed): readonly Fact[] => {
    reader ??= planReader((text) => encoder.embed(text));
    const kinds = reader.kindsFor(query.text);
    if (kinds.length === 0) return [];
    const wanted = { ...query, domains: [], topK: PLAN_FACTS };
    return kinds.flatMap((kind) => find(userNo, wanted, clockMs, confirmed, kind).hits).map(({ fact }) => fact);
  };
  const latest = (
    userNo: number,
    { scope: { namespace }, domains, topK }: FactQuery,
    isWanted: (fact: Fact) => boolean,
    unwritten: Confirmed['unwritten'],
  ): readonly FactHit[] =>
    (domains.length === 0 ? DOMAINS : domains)
      .flatMap((domain) => {
        const asked = { userNo, namespace, domain, limit: topK + unwritten.size };
        return [...selectLast.all(asked), ...selectLastAlso.all(asked)];
      })
      .filter(isFirst)
      .map((row) => withUnwritten(toFact(row), unwritten))
      .filter(isWanted)
      .toSorted((left, right) => right.lastConfirmedTimeMs - left.lastConfirmedTimeMs || (left.id < right.id ? 1 : -1))
      .slice(0, topK)
      .map((fact) => ({ fact, score: 0, similarity: 0 }));

  return {
    fact: ({ ref: { scope, id }, unwritten }) =>
      inTransaction(() => {
        const userNo = userOf(scope);
        const { namespace } = scope;
        const row = userNo === undefined ? undefined : selectOne.get({ userNo, namespace, id });
        if (row === undefined) return undefined;
        const events = selectEvents.all({ factNo: row.fact_no }).map(toEvent);
        const waiting = byFact(unwritten);
        const { lastMs, count = 0 } = waiting.get(id) ?? {};
        return {
          fact: withUnwritten(toFact(row), waiting),
          events: lastMs === undefined ? events : [...events, { kind: 'CONFIRMED', atMs: lastMs, otherId: '', count }],
          predecessors: selectPredecessors.all({ userNo, namespace, id, limit: FACTS_COMPARED }).map(toFact),
        };
      }),

    factPage: ({ query, unwritten }) =>
      inTransaction(() => {
        const { scope, domains, states, pinnedOnly, due, pageSize, after, nowMs } = query;
        const userNo = userOf(scope);
        const facts: Fact[] = [];
        if (userNo === undefined) return { facts };
        const waiting = byFact(unwritten);
        const createMs = after?.createTimeMs ?? Number.MIN_SAFE_INTEGER;
        const { namespace } = scope;
        const limit = SQLITE.listScanRows;
        const select = pinnedOnly ? selectPinnedPage : selectPage;
        const rows = select.all({ userNo, namespace, createMs, afterId: after?.id ?? '', limit });
        for (const row of rows) {
          const fact = withUnwritten(toFact(row), waiting);
          if (domains.length > 0 && !isOfDomains(fact, domains)) continue;
          if (!states.includes(factState(fact, nowMs))) continue;
          if (due && !isDue(fact, nowMs)) continue;
          if (facts.length === pageSize) return { facts, next: cursorOf(facts.at(-1)) };
          facts.push(fact);
        }
        return rows.length < limit ? { facts } : { facts, next: cursorOf(toFact(rows.at(-1) as FactRow)) };
      }),

    findFacts: ({ query, clockMs, news }) =>
      inTransaction(() => {
        const confirmed = heard(query.scope, news);
        const userNo = userOf(query.scope);
        return userNo === undefined ? [] : find(userNo, query, clockMs, confirmed).hits;
      }),

    factsForPrompt: ({ query, clockMs, news }) =>
      inTransaction(() => {
        const confirmed = heard(query.scope, news);
        const userNo = userOf(query.scope);
        if (userNo === undefined) return [];
        const text = query.text === '' ? lastAsked(userNo, query.scope) : query.text;
        const whatFor = { ...query, text, domains: factDomainsFor(text), activeOnly: true };
        const { hits, areNear } = find(userNo, whatFor, clockMs, confirmed, undefined, false);
        const { namespace } = query.scope;
        // Pinned ones come whatever is asked.
        const pinned = selectPinned.all({ userNo, namespace, limit: query.topK }).map(toFact);
        const ofPlan = planned(userNo, whatFor, clockMs, confirmed);
        const isPlanned = new Set(ofPlan.map(({ id }) => id));
        const ranked = new Map([...ofPlan, ...hits.map(({ fact }) => fact)].map((fact) => [fact.id, fact]));
        const ofUserAlone = asksOfUserAlone(text);
        const isOfOthers = (fact: Fact): boolean => {
          const subject = ofUserAlone ? subjectOf(fact.text) : undefined;
          return subject !== undefined && !namesSubject(text, subject);
        };
        const likeness = new Map(hits.map(({ fact, similarity }) => [fact.id, similarity]));
        const loose = [...ranked.values()].filter((fact) => fact.isPinned !== true);
        return [...pinned, ...loose].map((fact): FactForPrompt => {
          const why = fact.isPinned ? 'PINNED' : isPlanned.has(fact.id) ? 'PLANNED' : 'NEAR';
          // A plan names hardly what it touches, and anything is a little like it: what is of no such kind must be nearer.
          const isNear =
            areNear && !isOfOthers(fact) && (ofPlan.length === 0 || likeness.get(fact.id)! >= PLAN_LIKENESS.others);
          return { why, isNear: why !== 'NEAR' || isNear, ...fact };
        });
      }),

    factCounts: ({ scope, nowMs, unwritten }) => countFacts(userOf(scope), nowMs, unwritten),

    mentionedFacts: ({ scope, texts }) =>
      inTransaction(() => {
        const userNo = userOf(scope);
        if (userNo === undefined) return texts.map(() => []);
        return texts.map((text) =>
          text === '' ? [] : mentionedFacts(lookUp(userNo, scope.namespace, '', text).map(toFact), text),
        );
      }),

    factsReadIn: ({ scope, turns }) =>
      inTransaction(() => {
        const userNo = userOf(scope);
        if (userNo === undefined) return [];
        const wanted = new Set(turns.map(({ sessionId, turn }) => `${turn} ${sessionId}`));
        return selectRead
          .all({ userNo })
          .filter(({ session_id, turn }) => wanted.has(`${turn} ${session_id}`))
          .map(toFact);
      }),

    judgeFacts: ({ scope, text, facts, forget }) =>
      inTransaction((): Judgement => {
        const userNo = userOf(scope);
        const known = (slot: string, ...texts: readonly string[]): readonly Fact[] =>
          userNo === undefined ? [] : lookUp(userNo, scope.namespace, slot, ...texts).map(toFact);
        const outcomes = facts.map((said) => {
          const decision = decideFact(known(said.slot ?? '', said.text, said.said, othersOfKind(said.said)), said);
          if (decision.does === 'CONFIRM') return { operation: 'CONFIRMED' as const, ids: [decision.id] };
          return {
            operation: decision.does === 'SUPERSEDE' ? ('SUPERSEDED' as const) : ('ADDED' as const),
            ids: decision.closes,
          };
        });
        const about = known('', text);
        const target = forget?.target;
        const [last] = userNo === undefined || forget === undefined ? [] : latestOf(scope, userNo);
        return {
          outcomes,
          forgetIds:
            forget === undefined
              ? []
              : factsToForget(
                  target === undefined ? (last === undefined ? [] : [last]) : known('', target),
                  forget,
                  last?.id,
                ),
          mentionedIds: forget === undefined ? mentionedFacts(about, text) : [],
        };
      }),
  };

  /** What was said last, of all that stands. */
  function latestOf({ namespace }: Scope, userNo: number): readonly Fact[] {
    return DOMAINS.flatMap((domain) => selectLast.all({ userNo, namespace, domain, limit: 1 }))
      .map(toFact)
      .toSorted((left, right) => right.lastConfirmedTimeMs - left.lastConfirmedTimeMs || (left.id < right.id ? 1 : -1));
  }
}

const OF_BODY: readonly FactKind[] = ['DIET', 'HEALTH'];

function isOfDomains(fact: Fact, domains: readonly FactDomain[]): boolean {
  return domainsOf(fact).some((domain) => domains.includes(domain));
}

function isFirst({ id }: FactRow, at: number, all: readonly FactRow[]): boolean {
  return all.findIndex((row) => row.id === id) === at;
}

function cursorOf(fact: Fact | undefined): ListCursor | undefined {
  return fact && { createTimeMs: fact.createTimeMs, id: fact.id };
}

function withUnwritten(fact: Fact, unwritten: Confirmed['unwritten']): Fact {
  if (fact.supersededBy !== undefined || fact.forgottenTimeMs !== undefined) return fact;
  const waiting = unwritten.get(fact.id);
  if (waiting === undefined) return fact;
  return {
    ...fact,
    lastConfirmedTimeMs: Math.max(fact.lastConfirmedTimeMs, waiting.lastMs),
    confirmations: fact.confirmations + waiting.count,
  };
}

function toEvent({ kind, at_ms: atMs, other_id: otherId, count }: EventRow): FactEvent {
  return { kind, atMs, otherId, count };
}
