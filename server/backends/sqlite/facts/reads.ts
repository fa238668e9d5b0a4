/** Reads facts: one with its history, pages, those that a question is about, and what a text would do to them. */
import type { Database } from 'better-sqlite3';
import type {
  FactForPrompt,
  FactHistory,
  FactHit,
  FactListQuery,
  FactPage,
  FactQuery,
  FactRef,
  JudgeQuery,
  Judgement,
  MentionQuery,
  PromptFactQuery,
  ReadInQuery,
  Unwritten,
} from '../../../domain/facts/fact-intents.ts';
import type { FactState } from '../../../domain/facts/fact-state.ts';
import type { Fact } from '../../../domain/facts/fact.ts';
import { mentionedFacts } from '../../../domain/facts/mentioned-facts.ts';
import type { Scope } from '../../../domain/memory.ts';
import type { QuestionReading } from '../../../domain/context/question-reading.ts';
import type { StaticEncoder } from '../../../embedders/static/static-encoder.ts';
import { readTransaction } from '../engine/read-transaction.ts';
import type { userIndexes } from '../indexes/user-index.ts';
import { factCounter, factSliceCounter, type FactSlice } from './fact-counter.ts';
import { factLookup } from './fact-lookup.ts';
import { factPages } from './fact-pages.ts';
import { FACT_COLUMNS, toFact, withinSession, type FactRow } from './fact-rows.ts';
import { factSearch } from './fact-search.ts';
import { heardConfirmations, type ConfirmationUpdate } from './heard-confirmations.ts';
import { factJudge } from './judge-facts.ts';
import { latestFacts } from './latest-facts.ts';
import { promptFacts } from './prompt-facts.ts';

export type FactReads = {
  fact(argument: { readonly ref: FactRef; readonly unwritten: Unwritten }): FactHistory | undefined;
  factPage(argument: { readonly query: FactListQuery; readonly unwritten: Unwritten }): FactPage;
  findFacts(argument: {
    readonly query: FactQuery;
    readonly clockMs: number;
    readonly update: ConfirmationUpdate;
  }): readonly FactHit[];
  factsForPrompt(argument: {
    readonly query: PromptFactQuery;
    readonly clockMs: number;
    readonly update: ConfirmationUpdate;
  }): readonly FactForPrompt[];
  /** Counts facts; `clockMs` has the meaning as in `retrieve`. */
  factCounts(argument: {
    readonly scope: Scope;
    readonly nowMs: number;
    readonly unwritten: Unwritten;
  }): Readonly<Record<FactState, number>>;
  /** Facts of all users, from the one after `afterNo` on. */
  factSlice(argument: { readonly afterNo: number; readonly nowMs: number }): FactSlice;
  mentionedFacts(query: MentionQuery): readonly (readonly string[])[];
  factsReadIn(query: ReadInQuery): readonly Fact[];
  judgeFacts(query: JudgeQuery): Judgement;
};

export function readFacts(
  db: Database,
  indexes: ReturnType<typeof userIndexes>,
  encoder: StaticEncoder,
  questions: QuestionReading,
): FactReads {
  const heard = heardConfirmations();
  const inTransaction = readTransaction(db);
  const selectUser = db
    .prepare<[object], number>('SELECT user_no FROM users WHERE tenant = @tenant AND user_id = @userId')
    .pluck();
  const userOf = ({ tenant, userId }: Scope): number | undefined => selectUser.get({ tenant, userId });
  /** Reads a user's rows in one transaction; returns `none` for a user whom the store does not know. */
  const ofUser = <T>(scope: Scope, none: T, read: (userNo: number) => T): T =>
    inTransaction(() => {
      const userNo = userOf(scope);
      return userNo === undefined ? none : read(userNo);
    });
  const pages = factPages(db);
  const latest = latestFacts(db);
  const search = factSearch(db, indexes, questions, latest);
  const forPrompt = promptFacts(db, search, questions);
  const lookUp = factLookup(db);
  const judge = factJudge(lookUp, latest, (text) => encoder.embed(text));
  const countFacts = factCounter(db);
  const countSlice = factSliceCounter(db);
  const readIn = factsReadIn(db);

  return {
    fact: ({ ref: { scope, id }, unwritten }) =>
      ofUser(scope, undefined, (userNo) => pages.one(userNo, scope.namespace, id, unwritten)),

    factPage: ({ query, unwritten }) =>
      ofUser<FactPage>(query.scope, { facts: [] }, (userNo) => pages.page(userNo, query, unwritten)),

    findFacts({ query, clockMs, update }) {
      const confirmed = heard(query.scope, update);
      return ofUser(query.scope, [], (userNo) => search.find({ userNo, query, clockMs, confirmed }).hits);
    },

    factsForPrompt({ query, clockMs, update }) {
      const confirmed = heard(query.scope, update);
      return ofUser(query.scope, [], (userNo) => forPrompt(userNo, query, clockMs, confirmed));
    },

    factCounts: ({ scope, nowMs, unwritten }) => countFacts(userOf(scope), nowMs, unwritten),

    factSlice: ({ afterNo, nowMs }) => countSlice(afterNo, nowMs),

    mentionedFacts: ({ scope, texts, isWithinSession }) =>
      ofUser(
        scope,
        texts.map(() => []),
        (userNo) =>
          texts.map((text) => {
            const known = text === '' ? [] : lookUp(userNo, scope.namespace, '', text);
            return mentionedFacts(withinSession(known, scope, isWithinSession).map(toFact), text);
          }),
      ),

    factsReadIn: (query) => ofUser(query.scope, [], (userNo) => readIn(userNo, query)),

    judgeFacts: (query) => inTransaction(() => judge(userOf(query.scope), query)),
  };
}

/** Reads the standing facts that were read in certain turns. */
function factsReadIn(db: Database) {
  const select = db.prepare<[object], FactRow>(
    `SELECT ${FACT_COLUMNS} FROM facts f WHERE f.user_no = @userNo AND f.closed_ms IS NULL AND f.rule <> ''`,
  );
  return (userNo: number, { turns }: ReadInQuery): readonly Fact[] => {
    const wanted = new Set(turns.map(({ sessionId, turn }) => `${turn} ${sessionId}`));
    return select
      .all({ userNo })
      .filter(({ session_id, turn }) => wanted.has(`${turn} ${session_id}`))
      .map(toFact);
  };
}
