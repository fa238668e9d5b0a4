/** Reads a session as of one moment: its window, its summaries, its agent's prompt, and older turns that were found. */
import type { Database } from 'better-sqlite3';
import type {
  SessionQuery,
  SessionView,
  FactsHold,
  FindResponse,
  FoundResponse,
  IdleQuery,
  RecalledTurn,
  RecalledTurnQuery,
  SystemPrompt,
  SystemPromptOwner,
  SystemPromptRef,
} from '../../../domain/context/intents.ts';
import type { QuestionReading } from '../../../domain/context/question-reading.ts';
import type { FarTurn, Recalled } from '../../../domain/context/recall-block.ts';
import type { WindowPolicy, SessionState } from '../../../domain/context/turn.ts';
import type { LearntFactor, TokenUsage } from '../../../domain/context/usage.ts';
import type { HeldTurn } from '../../../domain/context/window-blocks.ts';
import type { Scope } from '../../../domain/memory.ts';
import { EARLIER_SESSIONS, SEGMENT } from '../../../policy/context.ts';
import { readTransaction } from '../engine/read-transaction.ts';
import { factsOfResponses, responseReader } from './response-rows.ts';
import { sessionLists, type SessionLists } from './session-lists.ts';
import { recalledTurns } from './recalled-turns.ts';
import { recallSearch } from './recall-search.ts';
import { sessionRows, type SessionRow } from './session-rows.ts';
import { systemPromptRows } from './system-prompt-rows.ts';
import { earlierSessions } from './earlier-sessions.ts';
import { idleSessions } from './idle-sessions.ts';
import { sessionStamps } from './session-stamps.ts';
import type { userIndexes } from '../indexes/user-index.ts';
import type { EarlierSession } from '../../../domain/context/earlier-sessions.ts';
import type { Relevance } from '../../../domain/context/materials.ts';
import type { Usage } from '../../../domain/decide/quota.ts';

/** The part of a session's view that does not depend on the question. */
export type StillView = Omit<SessionView, 'recalled' | 'planned' | 'far' | 'relevance' | 'chance' | 'earlierSessions'>;

/** The parts that the caller still has of an earlier answer about the same session, system prompt and model. */
export type HeldAnswer = {
  readonly stamp: number;
  /** The last turn of the window that it has. */
  readonly lastTurn: Pick<HeldTurn, 'id' | 'turn'> | undefined;
};

/** An answer about a session; `still` is absent if the caller has it already, as named by `has`. */
export type SeenSession = {
  readonly stamp: number;
  readonly still: StillView | undefined;
  /** The turn from which on the caller has the beginning of the window; absent if it has nothing of it. */
  readonly heldFrom: number | undefined;
  readonly recalled: readonly Recalled[];
  readonly far: readonly FarTurn[];
  readonly planned: ReadonlySet<string>;
  readonly relevance: Relevance;
  readonly chance: number;
  readonly earlierSessions: readonly EarlierSession[];
};

export type ContextReads = SessionLists & {
  /** Reads a session. Turns before `oldestMs` have expired; `clockMs` has the meaning as in `retrieve`. */
  session(argument: {
    readonly query: SessionQuery;
    readonly has: HeldAnswer | undefined;
    readonly clockMs: number;
    readonly oldestMs: number;
    readonly defaultPolicy: WindowPolicy;
  }): SeenSession;
  sessionState(argument: { readonly scope: Scope; readonly defaultPolicy: WindowPolicy }): SessionState;
  idleSessions(query: IdleQuery): readonly Scope[];
  /** Finds turns. Those before `oldestMs` have expired. */
  recalledTurns(argument: { readonly query: RecalledTurnQuery; readonly oldestMs: number }): readonly RecalledTurn[];
  systemPrompt(ref: SystemPromptRef): SystemPrompt | undefined;
  systemPromptUse(owner: SystemPromptOwner): Usage;
  /** Undefined for a session without turns. */
  sessionUsage(scope: Scope): TokenUsage | undefined;
  findResponse(query: FindResponse): FoundResponse | undefined;
  /** Tells whether the facts still hold on which an answer that is stored elsewhere depends. */
  factsHold(query: FactsHold): boolean;
};

export function readContext(
  db: Database,
  indexes: ReturnType<typeof userIndexes>,
  questions: QuestionReading,
): ContextReads {
  const inTransaction = readTransaction(db);
  const rows = sessionRows(db);
  const prompts = systemPromptRows(db);
  const stamps = sessionStamps(db);
  const findResponse = responseReader(db);
  const factsHold = factsOfResponses(db);
  const selectUser = db
    .prepare<[object], number>('SELECT user_no FROM users WHERE tenant = @tenant AND user_id = @userId')
    .pluck();
  const recall = recallSearch(db, indexes, questions);
  const stillView = stillViewReader(db, rows, prompts);
  const selectIdle = idleSessions(db);
  const selectEarlier = earlierSessions(db, rows);
  const find = ({ tenant, userId, sessionId }: Scope) => {
    const userNo = selectUser.get({ tenant, userId });
    return userNo === undefined ? undefined : rows.find(userNo, sessionId);
  };

  return {
    session: ({ query, has, clockMs, oldestMs, defaultPolicy }) =>
      inTransaction((): SeenSession => {
        const known = stamps.holding(has?.stamp);
        const seen =
          known === undefined ? stillView(find(query.scope), query, defaultPolicy, has?.lastTurn) : undefined;
        const session = known ?? { ...seen!, nextTurn: seen!.still.nextTurn };
        const { lastAsked: asked, firstTurn, nextTurn } = session;
        const firstShown = query.shownTurns === undefined ? firstTurn : nextTurn - query.shownTurns;
        const text = query.text === '' ? asked : query.text;
        const isNew = query.shownTurns === undefined && nextTurn <= EARLIER_SESSIONS.newTurns + 1;
        return {
          stamp: known === undefined ? stamps.give({ lastAsked: asked, firstTurn, nextTurn }) : has!.stamp,
          still: seen?.still,
          heldFrom: seen?.isHeld === true ? firstTurn : undefined,
          ...recall(query, text, { firstTurn: firstShown, isNew, clockMs, oldestMs }),
          earlierSessions: selectEarlier(query.scope, text, oldestMs, defaultPolicy, isNew),
        };
      }),

    sessionState: ({ scope, defaultPolicy }) => inTransaction(() => rows.state(find(scope), defaultPolicy)),

    idleSessions: (query) => inTransaction(() => selectIdle(query)),

    systemPrompt: (ref) => prompts.find(ref),

    systemPromptUse: (owner) => prompts.use(owner),

    findResponse: (query) => inTransaction(() => findResponse(query)),

    factsHold,

    ...sessionLists(db),
    recalledTurns: recalledTurns(db),

    sessionUsage(scope) {
      const row = find(scope);
      return row && rows.usage(row);
    },
  };
}

/** The part of an answer that depends only on the session, not on the question. */
type ReadSession = {
  readonly still: StillView;
  /** True if the caller has the beginning of the window, which is then left out. */
  readonly isHeld: boolean;
  /** The first turn of the window; Infinity if it is empty. */
  readonly firstTurn: number;
  readonly lastAsked: string;
};

/** Reads a session, with only those turns of its window that the caller does not have. */
function stillViewReader(
  db: Database,
  rows: ReturnType<typeof sessionRows>,
  prompts: ReturnType<typeof systemPromptRows>,
) {
  const selectFactor = db.prepare<[object], LearntFactor>(
    'SELECT factor, samples FROM token_factors WHERE tenant = @tenant AND model = @model',
  );
  return (
    row: SessionRow | undefined,
    { scope: { tenant, agentId }, systemVersion, model }: SessionQuery,
    defaultPolicy: WindowPolicy,
    held: HeldAnswer['lastTurn'],
  ): ReadSession => {
    const isHeld = row !== undefined && held !== undefined && rows.turnId(row.session_no, held.turn) === held.id;
    const window = row === undefined ? [] : rows.shown(row.session_no, isHeld ? held.turn : 0);
    const firstTurn = row === undefined ? Infinity : rows.firstTurn(row.session_no);
    const still = {
      segments: row === undefined ? [] : rows.segments(row, firstTurn, SEGMENT.shown),
      window,
      nextTurn: row?.next_turn ?? 1,
      ...rows.windowRules(row, defaultPolicy),
      system: prompts.find({ tenant, agentId, version: systemVersion }),
      notes: rows.notes(row),
      lastError: row === undefined ? '' : rows.lastError(row.session_no),
      totalTokens: row?.total_tokens ?? 0,
      learnt: model === '' ? undefined : selectFactor.get({ tenant, model }),
    };
    return { still, isHeld, firstTurn, lastAsked: row === undefined ? '' : rows.lastAsked(row.session_no) };
  };
}
